// The sections of the sidebar, in its order.

import { CalendarDays, FileText, Settings, SquareKanban, Sun, type LucideIcon } from 'lucide-react';
import { strings } from './strings.ts';

export interface Section {
  readonly id: 'today' | 'notes' | 'boards' | 'calendar' | 'settings';
  readonly path: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly shortcut: string;
}

export const sections: readonly Section[] = [
  { id: 'today', path: '/', name: strings.today, icon: Sun, shortcut: 'g t' },
  { id: 'notes', path: '/notes', name: strings.notes, icon: FileText, shortcut: 'g n' },
  { id: 'boards', path: '/boards', name: strings.boards, icon: SquareKanban, shortcut: 'g b' },
  { id: 'calendar', path: '/calendar', name: strings.calendar, icon: CalendarDays, shortcut: 'g c' },
  { id: 'settings', path: '/settings', name: strings.settings, icon: Settings, shortcut: 'g s' },
];

/** The section that a path lies in; undefined outside of all. */
export function sectionOf(path: string): Section | undefined {
  const first = `/${path.split('/')[1] ?? ''}`;
  return sections.find((section) => section.path === first);
}
