// The sections, in the order of the sidebar.

import { Bot, CalendarDays, FileText, Settings, SquareKanban, Sun, Trash2, type LucideIcon } from 'lucide-react';
import { strings } from './strings.ts';

export interface AppSection {
  readonly id: 'today' | 'notes' | 'boards' | 'calendar' | 'runs' | 'settings' | 'trash';
  readonly path: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly shortcut: string;
  /** At the foot of the sidebar. */
  readonly isAside?: true;
}

export const sections: readonly AppSection[] = [
  { id: 'today', path: '/', name: strings.today, icon: Sun, shortcut: 'g t' },
  { id: 'notes', path: '/notes', name: strings.notes, icon: FileText, shortcut: 'g n' },
  { id: 'boards', path: '/boards', name: strings.boards, icon: SquareKanban, shortcut: 'g b' },
  { id: 'calendar', path: '/calendar', name: strings.calendar, icon: CalendarDays, shortcut: 'g c' },
  { id: 'runs', path: '/runs', name: strings.runs, icon: Bot, shortcut: 'g r' },
  { id: 'settings', path: '/settings', name: strings.settings, icon: Settings, shortcut: 'g s' },
  { id: 'trash', path: '/trash', name: strings.trash, icon: Trash2, shortcut: 'g x', isAside: true },
];

/** The section that a path lies in; undefined outside of all. */
export function appSectionOf(path: string): AppSection | undefined {
  const first = `/${path.split('/')[1] ?? ''}`;
  return sections.find((section) => section.path === first);
}
