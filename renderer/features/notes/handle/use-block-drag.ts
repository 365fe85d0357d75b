import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import { announce } from '../../../ui/announce.tsx';
import { moveBlocksTo } from '../editor/block-moves.ts';
import { strings } from '../strings.ts';
import { gapAt, type Gap, type PlacedBlock, type Point } from './block-places.ts';

/** In pixels: what is still a click, and how near the edge of what scrolls it begins to. */
const [clickSlack, scrollEdge] = [4, 48] as const;
/** Pixels a frame, right at the edge. */
const fastest = 16;

interface Grip {
  /** The text as it was: in another one the block is elsewhere. */
  readonly doc: Node;
  readonly block: PlacedBlock;
  readonly start: Point;
  readonly pointerId: number;
}

interface BlockDrag {
  /** Where the block would go; null while none is dragged or it would stay. */
  readonly gap: Gap | null;
  readonly isDragging: boolean;
  /** For the handle: the block is taken hold of. */
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, block: PlacedBlock) => void;
}

/** A block that is dragged by its handle. A press without a move is a click; Escape, or a change of the text meanwhile, lets it go. */
export function useBlockDrag(view: EditorView, onClick: () => void): BlockDrag {
  const [grip, setGrip] = useState<Grip | null>(null);
  const [isDragging, setDragging] = useState(false);
  const [gap, setGap] = useState<Gap | null>(null);
  const point = useRef<Point>({ x: 0, y: 0 });
  const end = (): void => {
    setGrip(null);
    setDragging(false);
    setGap(null);
  };
  const follow = useEffectEvent((): void => {
    if (grip === null) return;
    if (grip.doc !== view.state.doc) {
      end();
      return;
    }
    const { x, y } = point.current;
    // As if its own edge were held, and not the handle beside it.
    const edge = grip.block.element.getBoundingClientRect().left - grip.start.x;
    setGap(gapAt(view, { x: x + edge, y }, grip.block));
  });
  const moved = useEffectEvent((event: globalThis.PointerEvent): void => {
    if (grip?.pointerId !== event.pointerId) return;
    point.current = { x: event.clientX, y: event.clientY };
    const { start } = grip;
    if (!isDragging && Math.hypot(event.clientX - start.x, event.clientY - start.y) < clickSlack) return;
    setDragging(true);
    follow();
  });
  const released = useEffectEvent((event: globalThis.PointerEvent): void => {
    if (grip?.pointerId !== event.pointerId) return;
    const target = gap;
    end();
    if (!isDragging) onClick();
    else if (target !== null && grip.doc === view.state.doc) {
      const transaction = moveBlocksTo(view.state, grip.block, target.at);
      view.focus();
      if (transaction === null) return;
      view.dispatch(transaction);
      announce(strings.blockMoved);
    }
  });
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  });
  const cancelled = useEffectEvent(end);
  const isHeld = grip !== null;
  useEffect(() => {
    if (!isHeld) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('pointermove', moved, { signal });
    document.addEventListener('pointerup', released, { signal });
    document.addEventListener('pointercancel', cancelled, { signal });
    document.addEventListener('keydown', pressed, { signal, capture: true });
    return () => {
      listeners.abort();
    };
  }, [isHeld]);
  useEffect(() => {
    const scroller = isDragging ? view.dom.closest('.note-scroller') : null;
    if (scroller === null) return undefined;
    let frame = requestAnimationFrame(function scroll() {
      const { top, bottom } = scroller.getBoundingClientRect();
      const { y } = point.current;
      const past = Math.min(0, y - top - scrollEdge) + Math.max(0, y - bottom + scrollEdge);
      const by = Math.round(Math.max(-1, Math.min(1, past / scrollEdge)) * fastest);
      const before = scroller.scrollTop;
      if (by !== 0) scroller.scrollTop += by;
      if (scroller.scrollTop !== before) follow();
      frame = requestAnimationFrame(scroll);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [isDragging, view]);
  return {
    gap,
    isDragging,
    onPointerDown: (event, block) => {
      if (event.button !== 0) return;
      // The focus and the selection stay in the text.
      event.preventDefault();
      point.current = { x: event.clientX, y: event.clientY };
      setGrip({ doc: view.state.doc, block, start: point.current, pointerId: event.pointerId });
    },
  };
}
