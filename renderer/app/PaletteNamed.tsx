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
  /** What it is, and in what. */
  readonly kind: string;
  readonly icon: LucideIcon;
  /** Goes there. */
  readonly perform: () => void;
}

/** How many are shown at once. */
const shown = 6;

/** Those with a name that `text` fits, first those that are called so, then those that begin so; none for null. */
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
    ...notebooks.map(({ id, name, parentId }) => ({
      id: `notebook-${id}`,
      name,
      kind: strings.notebook(notebooks.find((each) => each.id === parentId)?.name),
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
  const asked = text ?? '';
  const rank = ({ name }: NamedLine): number => (isCalled(name, asked) ? 2 : Number(folded(name).startsWith(folded(asked))));
  const fitting = lines.filter(({ id, name }) => !removed.has(id.slice(id.indexOf('-') + 1)) && fits(name, words));
  return fitting.toSorted((a, b) => rank(b) - rank(a)).slice(0, shown);
}

/**
 * Those that come before what the search has found, and those that come after it: where `found`, the first of that, is called as `text`
 * says, and none of them is, it is what is meant.
 */
export function placed(
  lines: readonly NamedLine[],
  found: string | undefined,
  text: string,
): [before: readonly NamedLine[], after: readonly NamedLine[]] {
  const isMeant = found !== undefined && isCalled(found, text) && !lines.some(({ name }) => isCalled(name, text));
  return isMeant ? [[], lines] : [lines, []];
}

/** In any case, and with any accents. */
const isCalled = (name: string, text: string): boolean => folded(name.trim()) === folded(text.trim());

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
            <span className="palette-detail">
              <bdi>{kind}</bdi>
            </span>
          </span>
          <CornerDownLeft className="palette-go" aria-hidden="true" />
        </Command.Item>
      ))}
    </Command.Group>
  );
}
