import './block-handle.css';
import { GripVertical } from 'lucide-react';
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { MenuAt } from '../../../ui/Menu.tsx';
import { Tooltip } from '../../../ui/Hints.tsx';
import { useStateOf } from '../session/edited-text.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';
import { blockMenu } from './block-menu.ts';
import { blockAt, type Gap, type PlacedBlock } from './block-places.ts';
import { useBlockDrag } from './use-block-drag.ts';

interface BlockHandleProps {
  readonly session: NoteSession;
  readonly view: EditorView;
}

/** Beside the block that is pointed at: drags it elsewhere, and opens its menu. Fingers have the menu of the toolbar instead. */
export function BlockHandle({ session, view }: BlockHandleProps): ReactNode {
  const doc = useStateOf(session, (state) => state.doc);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const drag = useBlockDrag(view, () => {
    setOpen(true);
  });
  const hovered = useHoveredBlock(view, isOpen || drag.isDragging);
  const block = hovered !== null && hovered.doc === doc ? hovered.block : null;
  if (block === null) return null;
  const shown = isOpen ? blockMenu(view, block) : [];
  return (
    <>
      {drag.isDragging && <div className="block-held" style={placeOf(view, block)} />}
      {drag.gap !== null && <div className="block-gap" style={lineOf(view, drag.gap)} />}
      <Tooltip label={strings.blockHandle} side="top">
        <button
          ref={button}
          type="button"
          tabIndex={-1}
          className="block-handle"
          aria-label={strings.blockHandle}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          data-dragging={drag.isDragging}
          style={handlePlace(view, block)}
          onPointerDown={(event) => {
            drag.onPointerDown(event, block);
          }}
          onMouseDown={(event) => {
            event.preventDefault();
          }}
        >
          <GripVertical aria-hidden="true" />
        </button>
      </Tooltip>
      <MenuAt anchor={button} label={strings.blockMenu} entries={shown} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

interface Hovered {
  /** The text in which the block is there. */
  readonly doc: Node;
  readonly block: PlacedBlock;
}

/** The block that the mouse points at, or stands beside; the same one while `isHeld`. */
function useHoveredBlock(view: EditorView, isHeld: boolean): Hovered | null {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const point = useEffectEvent((y: number | null): void => {
    if (isHeld || view.composing) return;
    const block = y === null ? null : blockAt(view, y);
    const { doc } = view.state;
    setHovered((before) => {
      if (block === null) return null;
      return before?.doc === doc && before.block.element === block.element ? before : { doc, block };
    });
  });
  useEffect(() => {
    const scroller = view.dom.closest<HTMLElement>('.note-scroller');
    if (scroller === null) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    scroller.addEventListener(
      'pointermove',
      ({ pointerType, buttons, clientY }) => {
        if (pointerType !== 'touch' && buttons === 0) point(clientY);
      },
      { signal, passive: true },
    );
    const hide = (): void => {
      point(null);
    };
    scroller.addEventListener('pointerleave', hide, { signal });
    // While the user types, the pointer only rests.
    view.dom.addEventListener('keydown', hide, { signal });
    return () => {
      listeners.abort();
    };
  }, [view]);
  return hovered;
}

/** Where things of the window lie in what the handle lies in. */
function originOf(view: EditorView): DOMRect {
  return (view.dom.closest('.note-mount') ?? view.dom).getBoundingClientRect();
}

const px = (value: number): string => `${Math.round(value)}px`;

/** At the start of the first line; of an item, before the sign of its list. */
function handlePlace(view: EditorView, { element, isItem }: PlacedBlock): CSSProperties {
  const origin = originOf(view);
  const { top } = element.getBoundingClientRect();
  const edge = (isItem ? (element.parentElement ?? element) : element).getBoundingClientRect();
  const line = Number.parseFloat(getComputedStyle(element).lineHeight) || 0;
  const isText = /^(?:P|H[1-6]|LI)$/.test(element.tagName);
  const place = { insetBlockStart: px(top - origin.top), blockSize: isText && line > 0 ? px(line) : undefined };
  return getComputedStyle(element).direction === 'rtl'
    ? { ...place, left: px(edge.right - origin.left), right: 'auto' }
    : { ...place, right: px(origin.right - edge.left), left: 'auto' };
}

function placeOf(view: EditorView, { element }: PlacedBlock): CSSProperties {
  const origin = originOf(view);
  const { top, left, width, height } = element.getBoundingClientRect();
  return { top: px(top - origin.top), left: px(left - origin.left), width: px(width), height: px(height) };
}

function lineOf(view: EditorView, { y, left, right }: Gap): CSSProperties {
  const origin = originOf(view);
  return { top: px(y - origin.top), left: px(left - origin.left), width: px(right - left) };
}
