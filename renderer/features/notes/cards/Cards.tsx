import './cards.css';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useState, type ReactNode } from 'react';
import { selectedLeaf } from '../editor/blocks.ts';
import { editedLink, leadAt, type LinkRange } from '../editor/link-state.ts';
import { useStateOf, type EditedText } from '../session/edited-text.ts';
import { LeafCard } from './LeafCard.tsx';
import { LinkCard } from './LinkCard.tsx';
import { LinkForm } from './LinkForm.tsx';

interface CardsProps {
  readonly session: EditedText;
  readonly view: EditorView;
}

/** What is shown beside the text that the cursor or the pointer is at: a link, its form, a picture, inline source. */
export function Cards({ session, view }: CardsProps): ReactNode {
  // Not at every key: drawing anything costs React a walk through all of the text that has the focus.
  useStateOf(session, (current) => cardOf(current, view));
  const { state } = session;
  const hovered = useHoveredLink(view);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const editing = editedLink(state);
  const leaf = selectedLeaf(state);
  const { $from, empty } = state.selection;
  const at = empty && view.hasFocus() ? leadAt($from) : null;
  useEffect(() => {
    if (at === null) setDismissed(null);
  }, [at]);
  const close = (): void => {
    setDismissed(at?.from ?? null);
  };
  if (editing !== null) return <LinkForm key={editing.from} view={view} range={editing} />;
  if (leaf !== null && ['image', 'raw_inline'].includes(leaf.node.type.name))
    return <LeafCard key={leaf.from} view={view} pos={leaf.from} node={leaf.node} />;
  const link = at !== null && at.from !== dismissed ? at : hovered;
  return (
    link !== null &&
    link.to <= state.doc.content.size && <LinkCard key={`${link.from} ${link.href}`} view={view} link={link} onClose={close} />
  );
}

/** Tells states apart that need another card. */
function cardOf(state: EditorState, view: EditorView): string {
  const editing = editedLink(state);
  const leaf = selectedLeaf(state);
  const link = state.selection.empty && view.hasFocus() ? leadAt(state.selection.$from) : null;
  return JSON.stringify([editing, leaf?.from, leaf?.node.attrs, link]);
}

/** Milliseconds of pointing at a link, or away from it and its card. */
const debounceMs = 350;

function useHoveredLink(view: EditorView): LinkRange | null {
  const [link, setLink] = useState<LinkRange | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // While the user types, text moves under a pointer that rests: that is no pointing.
    let pointer = '';
    let resting: string | null = null;
    const moved = ({ clientX, clientY }: PointerEvent): void => {
      pointer = `${clientX} ${clientY}`;
    };
    const over = (event: PointerEvent): void => {
      const { target } = event;
      moved(event);
      if (!(target instanceof Element) || view.isDestroyed || pointer === resting) return;
      clearTimeout(timer);
      if (target.closest('.note-card') !== null) return;
      const anchor = target.closest('a[href]');
      const inText = anchor !== null && view.dom.contains(anchor);
      timer = setTimeout(() => {
        if (view.isDestroyed) return;
        setLink(inText ? leadAt(view.state.doc.resolve(view.posAtDOM(anchor, 0) + 1)) : null);
      }, debounceMs);
    };
    const typed = (): void => {
      clearTimeout(timer);
      resting = pointer;
      setLink(null);
    };
    document.addEventListener('pointerover', over);
    document.addEventListener('pointermove', moved, { passive: true });
    view.dom.addEventListener('keydown', typed);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('pointermove', moved);
      view.dom.removeEventListener('keydown', typed);
    };
  }, [view]);
  return link;
}
