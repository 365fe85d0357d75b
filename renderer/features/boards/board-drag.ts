// Dragging cards and columns by pointer. What is dragged says so in its data; the board alone acts on a drop.

import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

type Kind = 'card' | 'column';
type Edge = 'top' | 'bottom' | 'left' | 'right';

interface Marked {
  readonly kind: Kind;
  readonly id: string;
}

function markIn(data: Record<string | symbol, unknown>): Marked | null {
  return data['kind'] === 'card' || data['kind'] === 'column' ? { kind: data['kind'], id: String(data['id']) } : null;
}

interface DragState {
  readonly isDragged: boolean;
  /** Where something would come to stand; null when nothing is above it. */
  readonly edge: Edge | null;
}

const still: DragState = { isDragged: false, edge: null };

/** Makes a card something that is dragged and dropped upon. */
export function useCardDrag(element: RefObject<HTMLElement | null>, id: string): DragState {
  const [state, setState] = useState(still);
  useEffect(() => {
    if (element.current === null) return undefined;
    return combine(
      draggable({
        element: element.current,
        getInitialData: () => ({ kind: 'card', id }),
        onDragStart: () => {
          setState({ isDragged: true, edge: null });
        },
        onDrop: () => {
          setState(still);
        },
      }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => markIn(source.data)?.kind === 'card',
        getData: ({ input, element: target }) =>
          attachClosestEdge({ kind: 'card', id }, { input, element: target, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => {
          const edge = markIn(source.data)?.id === id ? null : extractClosestEdge(self.data);
          setState((before) => (before.edge === edge ? before : { ...before, edge }));
        },
        onDragLeave: () => {
          setState((before) => ({ ...before, edge: null }));
        },
        onDrop: () => {
          setState(still);
        },
      }),
    );
  }, [element, id]);
  return state;
}

interface ColumnParts {
  readonly column: RefObject<HTMLElement | null>;
  readonly handle: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
}

/**
 * Makes a column something that is dragged by its head, and that cards and columns are dropped upon. `edge` is `bottom` for a card that
 * would be its last.
 */
export function useColumnDrag({ column, handle, scroller }: ColumnParts, id: string): DragState {
  const [state, setState] = useState(still);
  useEffect(() => {
    if (column.current === null || handle.current === null || scroller.current === null) return undefined;
    return combine(
      draggable({
        element: column.current,
        dragHandle: handle.current,
        getInitialData: () => ({ kind: 'column', id }),
        onDragStart: () => {
          setState({ isDragged: true, edge: null });
        },
        onDrop: () => {
          setState(still);
        },
      }),
      dropTargetForElements({
        element: column.current,
        canDrop: ({ source }) => markIn(source.data) !== null,
        getData: ({ input, element, source }) => {
          const data = { kind: 'column', id };
          return markIn(source.data)?.kind === 'card' ? data : attachClosestEdge(data, { input, element, allowedEdges: ['left', 'right'] });
        },
        onDrag: ({ self, source, location }) => {
          const dragged = markIn(source.data);
          const innermost = location.current.dropTargets[0]?.element === self.element;
          const edge = dragged?.kind === 'card' ? (innermost ? 'bottom' : null) : dragged?.id === id ? null : extractClosestEdge(self.data);
          setState((before) => (before.edge === edge ? before : { ...before, edge }));
        },
        onDragLeave: () => {
          setState((before) => ({ ...before, edge: null }));
        },
        onDrop: () => {
          setState(still);
        },
      }),
      autoScrollForElements({ element: scroller.current, canScroll: ({ source }) => markIn(source.data)?.kind === 'card' }),
    );
  }, [column, handle, scroller, id]);
  return state;
}

export interface Drop extends Marked {
  readonly onto: Marked;
  readonly edge: Edge | null;
}

/** Watches a whole board: gives the id of the card that is being dragged, and tells of drops. The board scrolls sideways meanwhile. */
export function useBoardDrag(board: RefObject<HTMLElement | null>, onDrop: (drop: Drop) => void): string | null {
  const [dragged, setDragged] = useState<string | null>(null);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (board.current === null) return undefined;
    return combine(
      autoScrollForElements({ element: board.current, canScroll: ({ source }) => markIn(source.data) !== null }),
      monitorForElements({
        canMonitor: ({ source }) => markIn(source.data) !== null,
        onDragStart: ({ source }) => {
          setDragged(markIn(source.data)?.id ?? null);
        },
        onDrop: ({ source, location }) => {
          setDragged(null);
          const [target] = location.current.dropTargets;
          const [moved, onto] = [markIn(source.data), target === undefined ? null : markIn(target.data)];
          if (moved !== null && onto !== null && target !== undefined) drop({ ...moved, onto, edge: extractClosestEdge(target.data) });
        },
      }),
    );
  }, [board]);
  return dragged;
}
