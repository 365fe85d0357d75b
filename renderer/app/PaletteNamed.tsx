// Boards, notebooks and calendars in the palette, by their names: the page knows all of them.

import { Command } from 'cmdk';
import { CalendarDays, CornerDownLeft, Notebook, SquareKanban, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { boardPath } from '../../main/contract/page-paths.ts';
import { useCalendars } from '../api/calendars.ts';
import { useProjects } from '../api/projects.ts';
import { useRemoved, useService } from '../api/service.ts';
import { useChangeCalendar } from '../features/calendar/layers/use-calendars.ts';
import { beginPlace, goToPlace } from '../features/notes/list/place.ts';
import { useNotebooks } from '../features/notes/notebooks/use-notebooks.ts';
import { strings } from './strings.ts';

interface NamedLine {
  readonly id: string;
  readonly name: string;
  /** What it is. */
  readonly kind: string;
  readonly icon: LucideIcon;
  /** Goes there. */
  readonly perform: () => void;
}

/** How many are shown at once. */
const shown = 6;

/** Those with a name that `text` fits, first those that begin with it; none for null. */
export function useNamedLines(text: string | null): readonly NamedLine[] {
  const [, go] = useLocation();
  const { queries } = useService();
  const removed = useRemoved();
  const boards = useProjects().data ?? [];
  const notebooks = useNotebooks();
  const calendars = useCalendars().data ?? [];
  const changeCalendar = useChangeCalendar();
  const words = wordsOf(text ?? '');
  if (words.length === 0) return [];
  const lines: readonly NamedLine[] = [
    ...boards.map(({ id, name, isArchived }) => ({
      id: `board-${id}`,
      name,
      kind: isArchived ? strings.archivedBoard : strings.board,
      icon: SquareKanban,
      perform: () => {
        go(boardPath(id));
      },
    })),
    ...notebooks.map(({ id, name }) => ({
      id: `notebook-${id}`,
      name,
      kind: strings.notebook,
      icon: Notebook,
      perform: () => {
        // Notes may not have been shown in this session yet.
        beginPlace(queries);
        goToPlace({ kind: 'notebook', id });
        go('/notes');
      },
    })),
    ...calendars.map((calendar) => ({
      id: `calendar-${calendar.id}`,
      name: calendar.name,
      kind: strings.calendar,
      icon: CalendarDays,
      perform: () => {
        // One that is hidden would not be seen there.
        if (!calendar.isVisible) changeCalendar(calendar, { isVisible: true });
        go('/calendar');
      },
    })),
  ];
  const begins = ({ name }: NamedLine): boolean => folded(name).startsWith(folded(text ?? ''));
  const fitting = lines.filter(({ id, name }) => !removed.has(id.slice(id.indexOf('-') + 1)) && fits(name, words));
  return fitting.toSorted((a, b) => Number(begins(b)) - Number(begins(a))).slice(0, shown);
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Of scripts that part no words, where a word begins cannot be told. */
const unparted = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;

/** Whether each word begins one of the name. */
function fits(name: string, words: readonly string[]): boolean {
  const own = wordsOf(name);
  return words.every((word) => own.some((each) => (unparted.test(word) ? each.includes(word) : each.startsWith(word))));
}

interface NamedItemsProps {
  readonly lines: readonly NamedLine[];
  readonly onChoose: (perform: () => void) => void;
}

export function NamedItems({ lines, onChoose }: NamedItemsProps): ReactNode {
  if (lines.length === 0) return null;
  return (
    <Command.Group heading={strings.named}>
      {lines.map(({ id, name, kind, icon: Icon, perform }) => (
        <Command.Item
          key={id}
          value={id}
          onSelect={() => {
            onChoose(perform);
          }}
        >
          <Icon aria-hidden="true" />
          <span className="palette-text">
            <span className="palette-name cut-name">
              <bdi>{name}</bdi>
            </span>
            <span className="palette-detail">{kind}</span>
          </span>
          <CornerDownLeft className="palette-go" aria-hidden="true" />
        </Command.Item>
      ))}
    </Command.Group>
  );
}
