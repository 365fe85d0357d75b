import {
  Archive,
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpToLine,
  CircleCheck,
  Columns3,
  Copy,
  Filter,
  MousePointer2,
  Plus,
  SquareCheck,
  SquareKanban,
  Table2,
  Trash2,
  X,
} from 'lucide-react';
import type { Action, ActionContext } from '../../actions/action.ts';
import type { CardStep } from './card-list.ts';
import { strings } from './strings.ts';

/** What can be done with boards on every page. */
export function boardsActions({ go }: ActionContext): readonly Action[] {
  return [
    {
      id: 'boards.new',
      name: strings.newBoard,
      group: strings.heading,
      icon: SquareKanban,
      words: ['project', 'kanban'],
      perform: () => {
        go('/boards?new');
      },
    },
  ];
}

export interface BoardActions {
  /** Whether a card has, or had, the focus. */
  readonly hasCard: () => boolean;
  readonly addCard: () => void;
  readonly addColumn: () => void;
  readonly filter: () => void;
  readonly move: (step: CardStep) => void;
  readonly remove: () => void;
  readonly toggleDone: () => void;
  readonly archive: () => void;
  readonly duplicate: () => void;
  readonly select: () => void;
  readonly hasSelection: () => boolean;
  readonly clearSelection: () => void;
  readonly toggleTable: () => void;
}

/** What can be done while a board is shown. */
export function boardActions(its: BoardActions): readonly Action[] {
  const { hasCard, addCard, addColumn, filter, move, remove } = its;
  const board = { group: strings.group } as const;
  const card = { group: strings.cardGroup, when: hasCard } as const;
  return [
    { ...board, id: 'boards.addCard', name: strings.addCard, icon: Plus, shortcut: 'c', words: ['new', 'create'], perform: addCard },
    { ...board, id: 'boards.addColumn', name: strings.addColumn, icon: Columns3, perform: addColumn },
    { ...board, id: 'boards.filter', name: strings.filter, icon: Filter, shortcut: 'f', perform: filter },
    { ...board, id: 'boards.table', name: strings.showTable, icon: Table2, words: ['rows', 'list'], perform: its.toggleTable },
    {
      ...board,
      id: 'boards.clearSelection',
      name: strings.clearSelection,
      icon: X,
      shortcut: 'Escape',
      when: its.hasSelection,
      perform: its.clearSelection,
    },
    { ...card, id: 'boards.done', name: strings.toggleDone, icon: CircleCheck, shortcut: 'd', perform: its.toggleDone },
    { ...card, id: 'boards.select', name: strings.select, icon: SquareCheck, shortcut: 'x', perform: its.select },
    { ...card, id: 'boards.duplicate', name: strings.duplicateCard, icon: Copy, perform: its.duplicate },
    { ...card, id: 'boards.archive', name: strings.archiveCard, icon: Archive, shortcut: 'e', perform: its.archive },
    {
      ...card,
      id: 'boards.go',
      name: strings.goCards,
      icon: MousePointer2,
      shortcut: 'ArrowUp ArrowDown ArrowLeft ArrowRight',
      listed: 'help',
      perform: () => undefined,
    },
    {
      ...card,
      id: 'boards.open',
      name: strings.openCard,
      icon: MousePointer2,
      shortcut: 'Enter',
      listed: 'help',
      perform: () => undefined,
    },
    {
      ...card,
      id: 'boards.moveLeft',
      name: strings.moveLeft,
      icon: ArrowLeft,
      shortcut: 'Shift+ArrowLeft',
      perform: () => {
        move('left');
      },
    },
    {
      ...card,
      id: 'boards.moveRight',
      name: strings.moveRight,
      icon: ArrowRight,
      shortcut: 'Shift+ArrowRight',
      perform: () => {
        move('right');
      },
    },
    {
      ...card,
      id: 'boards.moveUp',
      name: strings.moveUp,
      icon: ArrowUp,
      shortcut: 'Shift+ArrowUp',
      perform: () => {
        move('up');
      },
    },
    {
      ...card,
      id: 'boards.moveDown',
      name: strings.moveDown,
      icon: ArrowDown,
      shortcut: 'Shift+ArrowDown',
      perform: () => {
        move('down');
      },
    },
    {
      ...card,
      id: 'boards.moveTop',
      name: strings.moveTop,
      icon: ArrowUpToLine,
      shortcut: 'Shift+Home',
      perform: () => {
        move('top');
      },
    },
    {
      ...card,
      id: 'boards.moveBottom',
      name: strings.moveBottom,
      icon: ArrowDownToLine,
      shortcut: 'Shift+End',
      perform: () => {
        move('bottom');
      },
    },
    { ...card, id: 'boards.delete', name: strings.deleteCard, icon: Trash2, shortcut: 'Delete', perform: remove },
  ];
}
