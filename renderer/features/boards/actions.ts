import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Columns3, Filter, MousePointer2, Plus, SquareKanban, Trash2 } from 'lucide-react';
import type { Action } from '../../actions/action.ts';
import type { ActionContext } from '../../actions/context.ts';
import type { Direction } from './card-list.ts';
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
  readonly move: (direction: Direction) => void;
  readonly remove: () => void;
}

/** What can be done while a board is shown. */
export function boardActions({ hasCard, addCard, addColumn, filter, move, remove }: BoardActions): readonly Action[] {
  const board = { group: strings.group } as const;
  const card = { group: strings.cardGroup, when: hasCard } as const;
  return [
    { ...board, id: 'boards.addCard', name: strings.addCard, icon: Plus, shortcut: 'c', words: ['new', 'create'], perform: addCard },
    { ...board, id: 'boards.addColumn', name: strings.addColumn, icon: Columns3, perform: addColumn },
    { ...board, id: 'boards.filter', name: strings.filter, icon: Filter, shortcut: 'f', perform: filter },
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
    { ...card, id: 'boards.delete', name: strings.deleteCard, icon: Trash2, shortcut: 'Delete', perform: remove },
  ];
}
