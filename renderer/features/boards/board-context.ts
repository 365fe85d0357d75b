import { createContext, useContext } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import type { Column } from '../../../main/contract/columns.ts';
import type { Label } from '../../../main/contract/projects.ts';
import type { Changes } from '../../api/history.ts';
import type { Direction, CardPosition } from './card-list.ts';

/** What the parts of a board share. The functions stay the same, so that cards are not drawn anew without need. */
export interface BoardControl {
  readonly projectId: string;
  /** Gives what takes it back. */
  readonly moveCard: (card: Card, to: CardPosition) => Changes;
  readonly moveColumn: (columnId: string, to: number) => void;
  readonly openCard: (id: string) => void;
  /** Marks a card as done, or as not done. */
  readonly toggleDone: (card: Card) => void;
  /** Attaches files that were dropped on a card. */
  readonly attachFiles: (card: Card, files: readonly File[]) => void;
  /** Chooses a card, or no longer; with `isRange` all from the one chosen last on. */
  readonly select: (id: string, isRange: boolean) => void;
  /** Moves the focus to a card, once it is drawn if need be. */
  readonly focusCard: (id: string) => void;
  /** Before a card goes: moves the focus to the next one of its column, else to the one before, else to what adds one there. */
  readonly focusBeside: (id: string) => void;
  /** The card that is shown beside another one; null at the edge. */
  readonly neighbour: (id: string, direction: Direction) => string | null;
  /** A card has the focus, or had it last. */
  readonly noteFocus: (id: string) => void;
  /** Whether a card shall have the focus. */
  readonly takeFocus: (id: string) => boolean;
  /** The focus has gone elsewhere. */
  readonly leaveFocus: () => void;
}

export const BoardContext = createContext<BoardControl | null>(null);

/** Throws outside of a board. */
export function useBoardControl(): BoardControl {
  const control = useContext(BoardContext);
  if (control === null) throw new Error('There is no board here');
  return control;
}

/** The labels of the board, by their ids. */
export const LabelsContext = createContext<ReadonlyMap<string, Label>>(new Map());

/** The card that shall get the focus. */
export interface FocusedCard {
  readonly id: string;
  /** Grows with each wish. */
  readonly count: number;
}

/** A column as it is shown. */
export interface ShownColumn {
  readonly column: Column;
  /** Its title, with a number where an earlier column has the same. */
  readonly name: string;
  /** Those that fit the filters. */
  readonly cards: readonly Card[];
  /** How many there are without filters. */
  readonly total: number;
  /** From 0, among the columns that are shown. */
  readonly place: number;
}

/** The id of the card that an element is part of; null elsewhere. */
export function cardIdAt(element: Element): string | null {
  return element.closest('[data-card]')?.getAttribute('data-card') ?? null;
}
