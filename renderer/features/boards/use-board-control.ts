// What a board knows of itself while it is shown: its filters, where the focus is, what is being added.

import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useLocation, useSearch, useSearchParams } from 'wouter';
import type { Card } from '../../../main/contract/cards.ts';
import type { Column } from '../../../main/contract/columns.ts';
import { useRemoved, useService } from '../../api/service.ts';
import { announce } from '../../ui/announce.tsx';
import { notify } from '../../ui/toasts.ts';
import { useLostFocus } from '../../ui/use-held-focus.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { cardIdAt, type BoardControl, type ShownColumn, type FocusedCard } from './board-context.ts';
import type { Drop } from './board-drag.ts';
import { boardPath, cardPath } from '../../../main/contract/page-paths.ts';
import { byColumn, cardBeside, cardThatStays, positionBeside, type CardPosition } from './card-list.ts';
import { readAgain } from './card-cache.ts';
import { sendToCard } from './card/uploads.ts';
import { columnNames } from './column-names.ts';
import { keptColumns } from './kept-columns.ts';
import { filtersIn, fits, isFiltering, withFilters, type Filters } from './filters.ts';
import { strings } from './strings.ts';
import { useCardActions, type Known } from './use-card-actions.ts';
import { useChangeCard, useMoveCard } from './use-card-changes.ts';
import { useChosenCards } from './use-selection.ts';
import { useOrderColumns } from './use-column-changes.ts';

interface Shown {
  readonly projectId: string;
  readonly columns: readonly Column[];
  readonly cards: readonly Card[];
  readonly isCardOpen: boolean;
  readonly now: Date;
}

export function useBoard(board: Shown) {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => filtersIn(query), [query]);
  const shown = useShown(board, filters);
  const focus = useCardFocus();
  const route = useCardRoute(board.projectId);
  const [addingTo, setAddingTo] = useState<string | null>(null);
  const [addingColumn, setAddingColumn] = useState(false);
  const isTable = query.get('view') === 'table';
  // What is in a collapsed column is not shown, but in the table: no key reaches it.
  const reached = useMemo(() => (isTable ? shown : shown.filter(({ column }) => !column.isCollapsed)), [shown, isTable]);
  const selection = useChosenCards(reached);
  const commands = useCardCommands();
  const setTable = useCallback(
    (next: boolean) => {
      setQuery((before) => withView(before, next), { replace: true });
    },
    [setQuery],
  );
  const setFilters = useCallback(
    (next: Filters) => {
      setQuery((before) => withFilters(before, next), { replace: true });
    },
    [setQuery],
  );
  const filterField = useRef<HTMLInputElement>(null);
  const latest = useLatest({ ...board, shown, reached });
  const { moveCard, moveColumn } = useMoves(board.projectId, latest);
  const control = useMemo(
    (): BoardControl => ({
      projectId: board.projectId,
      moveCard,
      moveColumn,
      openCard: route.open,
      toggleDone: commands.toggleDone,
      attachFiles: commands.attachFiles,
      select: selection.select,
      neighbour: (id, direction) =>
        cardBeside(
          latest.current.reached.map(({ cards }) => cards),
          id,
          direction,
        ),
      focusBeside: (id) => {
        const next = cardThatStays(
          latest.current.reached.map(({ cards }) => cards),
          id,
          new Set([id]),
        );
        if (next === null) focusColumn(latest.current.cards.find((card) => card.id === id)?.columnId);
        else focus.control.focusCard(next);
      },
      ...focus.control,
    }),
    [board.projectId, moveCard, moveColumn, route.open, focus.control, latest, commands.toggleDone, commands.attachFiles, selection.select],
  );
  const watched = useFocusOnLoss(reached, focus.control.focusCard);
  const current = reached.flatMap(({ cards }) => cards).find(({ id }) => id === focus.last);
  useCardActions({ ...board, shown: reached, current, selection }, control, {
    addCard: () => {
      setAddingTo(current?.columnId ?? reached[0]?.column.id ?? null);
    },
    addColumn: () => {
      setAddingColumn(true);
    },
    filter: () => {
      filterField.current?.focus();
    },
    hasSelection: () => selection.ids.size > 0 && !board.isCardOpen,
    clearSelection: selection.clear,
    toggleTable: () => {
      setTable(!isTable);
    },
  });
  return {
    columns: shown,
    control,
    filters,
    setFilters,
    filterField,
    selection,
    isTable,
    setTable,
    addingTo,
    setAddingTo,
    addingColumn,
    setAddingColumn,
    wanted: focus.wanted,
    watched,
    closeCard: route.close,
    drop: (drop: Drop) => {
      act(drop, latest.current, moveCard, moveColumn);
    },
  };
}

/** To what adds a card in a column; to the page where there is no such column. */
function focusColumn(columnId: string | undefined): void {
  const adding = `.column[data-column="${CSS.escape(columnId ?? '')}"] .quick-add :is(button, textarea)`;
  (document.querySelector<HTMLElement>(adding) ?? document.querySelector<HTMLElement>('#main'))?.focus();
}

/**
 * Where another client takes away the card that has the focus, it goes to the card that takes its place, as after a deletion here; where
 * that card has come into another column, it follows it there.
 */
function useFocusOnLoss(columns: readonly ShownColumn[], focusCard: (id: string) => void) {
  const before = useRef(columns);
  const watched = useLostFocus(cardIdAt, (id) => {
    const columnIdIn = (all: readonly ShownColumn[]): string | undefined =>
      all.find(({ cards }) => cards.some((card) => card.id === id))?.column.id;
    const [from, to] = [columnIdIn(before.current), columnIdIn(columns)];
    if (to !== undefined) {
      if (to !== from) focusCard(id);
      return;
    }
    const stay = new Set(columns.flatMap(({ cards }) => cards.map((card) => card.id)));
    const cards = before.current.map((column) => column.cards);
    const next = cardThatStays(cards, id, new Set(cards.flat().flatMap((card) => (stay.has(card.id) ? [] : [card.id]))));
    if (next === null) focusColumn(from);
    else focusCard(next);
  });
  useLayoutEffect(() => {
    before.current = columns;
  }, [columns]);
  return watched;
}

/** The address with the table in it, or without. */
function withView(query: URLSearchParams, isTable: boolean): URLSearchParams {
  const next = new URLSearchParams(query);
  if (isTable) next.set('view', 'table');
  else next.delete('view');
  return next;
}

/** What is done to a card where it stands. */
function useCardCommands(): Pick<BoardControl, 'toggleDone' | 'attachFiles'> {
  const { client, queries } = useService();
  const change = useChangeCard();
  const toggleDone = useCallback(
    (card: Card) => {
      const isDone = card.completedAt !== null;
      change(card, { completedAt: isDone ? null : new Date().toISOString() });
      announce(isDone ? strings.cardNotDone(card.title) : strings.cardDone(card.title));
    },
    [change],
  );
  const attachFiles = useCallback(
    (card: Card, files: readonly File[]) => {
      sendToCard(client, card.id, files, ({ filename }) => {
        notify({ title: strings.attachedTo(filename, card.title) });
        readAgain(queries, card);
      });
    },
    [client, queries],
  );
  return { toggleDone, attachFiles };
}

/** For filters that do not look at the time. */
const anyTime = new Date(0);

/** The columns with the cards that fit, without what has just been deleted. */
function useShown({ columns, cards, now }: Shown, filters: Filters): readonly ShownColumn[] {
  const removed = useRemoved();
  const [before, setBefore] = useState<readonly ShownColumn[]>([]);
  const at = filters.due === null ? anyTime : now;
  const next = useMemo(() => {
    const present = removed.size === 0 ? cards : cards.filter(({ id }) => !removed.has(id));
    const all = byColumn(present);
    const fitting = isFiltering(filters) ? byColumn(present.filter((card) => fits(card, filters, at))) : all;
    const here = columns.filter(({ id }) => !removed.has(id));
    const names = columnNames(here);
    return here.map((column, place) => ({
      column,
      name: names.get(column.id) ?? column.title,
      place,
      cards: fitting.get(column.id) ?? [],
      total: all.get(column.id)?.length ?? 0,
    }));
  }, [columns, cards, at, filters, removed]);
  const shown = keptColumns(before, next);
  if (shown !== before) setBefore(shown);
  return shown;
}

/** Moves that are told to those who do not see them. */
function useMoves(projectId: string, latest: RefObject<Known>): Pick<BoardControl, 'moveCard' | 'moveColumn'> {
  const sendMove = useMoveCard();
  const order = useOrderColumns(projectId);
  const moveCard = useCallback(
    (card: Card, to: CardPosition) => {
      const historyEntry = sendMove(card, to);
      const { shown, cards } = latest.current;
      const title = shown.find(({ column }) => column.id === to.columnId)?.name ?? '';
      const others = cards.filter(({ id, columnId }) => columnId === to.columnId && id !== card.id).length;
      announce(strings.moved(card.title, title, Math.min(to.position, others) + 1, others + 1));
      return historyEntry;
    },
    [sendMove, latest],
  );
  const moveColumn = useCallback(
    (columnId: string, to: number) => {
      const { shown } = latest.current;
      const ids = shown.map(({ column }) => column.id);
      const next = ids.filter((id) => id !== columnId).toSpliced(to, 0, columnId);
      if (next.join() === ids.join()) return;
      order(next);
      announce(strings.columnMoved(shown.find(({ column }) => column.id === columnId)?.name ?? '', to + 1, ids.length));
    },
    [order, latest],
  );
  return { moveCard, moveColumn };
}

/** Where the focus is, and where it shall be. A card that is not drawn yet takes it once it is. */
function useCardFocus() {
  const [last, setLast] = useState<string | null>(null);
  const [wanted, setWanted] = useState<FocusedCard | null>(null);
  const waiting = useRef<string | null>(null);
  const control = useMemo(
    () => ({
      focusCard: (id: string) => {
        waiting.current = id;
        setLast(id);
        setWanted((before) => ({ id, count: (before?.count ?? 0) + 1 }));
      },
      noteFocus: setLast,
      takeFocus: (id: string) => waiting.current === id,
      leaveFocus: () => {
        waiting.current = null;
      },
    }),
    [],
  );
  return { last, wanted, control };
}

/** Opening and closing a card is going to another address, with the filters as they are. */
function useCardRoute(projectId: string) {
  const [, go] = useLocation();
  const search = useSearch();
  const suffix = useLatest(search === '' ? '' : `?${search}`);
  const open = useCallback(
    (id: string) => {
      go(`${cardPath(projectId, id)}${suffix.current}`, { state: { fromBoard: true } });
    },
    [go, projectId, suffix],
  );
  const close = useCallback(() => {
    const state: unknown = history.state;
    if (typeof state === 'object' && state !== null && 'fromBoard' in state) history.back();
    else go(`${boardPath(projectId)}${suffix.current}`, { replace: true });
  }, [go, projectId, suffix]);
  return { open, close };
}

function act(
  { kind, id, onto, edge }: Drop,
  { cards, shown }: Known,
  moveCard: BoardControl['moveCard'],
  moveColumn: BoardControl['moveColumn'],
): void {
  if (kind === 'card') {
    const card = cards.find((candidate) => candidate.id === id);
    const to = onto.kind === 'card' ? positionBeside(cards, id, onto.id, edge === 'top' ? 'before' : 'after') : endOf(cards, onto.id, id);
    if (card !== undefined && to !== null) moveCard(card, to);
    return;
  }
  const others = shown.map(({ column }) => column.id).filter((columnId) => columnId !== id);
  const ontoColumn = onto.kind === 'column' ? onto.id : cards.find((card) => card.id === onto.id)?.columnId;
  const place = ontoColumn === undefined ? -1 : others.indexOf(ontoColumn);
  if (place !== -1) moveColumn(id, place + (edge === 'right' ? 1 : 0));
}

function endOf(cards: readonly Card[], columnId: string, movedId: string): CardPosition {
  return { columnId, position: cards.filter((card) => card.columnId === columnId && card.id !== movedId).length };
}
