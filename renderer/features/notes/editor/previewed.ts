// Which link to a note has its preview open. Of the state, so that it moves with the text and closes when the link is no more.

import { Plugin, PluginKey, type Command, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { LinkMention } from '../../../../main/contract/mentions.ts';
import { leadingMentionAt } from './mentions.ts';

export interface Previewed {
  readonly mention: LinkMention;
  /** By keys, and not by the pointer. */
  readonly byKey: boolean;
}

const key = new PluginKey<Previewed | null>('previewed');

/** The link whose preview is open; null for none. */
export const previewedIn = (state: EditorState): Previewed | null => key.getState(state) ?? null;

/** The link to a note at a position; null where there is none. */
export function noteMentionAt(state: EditorState, pos: number): LinkMention | null {
  const mention = leadingMentionAt(state, pos);
  if (mention === null || mention.kind === 'tag') return null;
  return mention.kind !== 'record' || mention.type === 'note' ? mention : null;
}

const nameOf = (mention: LinkMention): string => (mention.kind === 'record' ? mention.id : mention.target);

/** Opens the preview of a link, or closes the one that is open. */
export function preview(view: EditorView, previewed: Previewed | null): void {
  if (previewed === previewedIn(view.state)) return;
  view.dispatch(view.state.tr.setMeta(key, previewed).setMeta('addToHistory', false));
}

/** Opens the preview of the link at the cursor; closes it where it is open. */
export const previewAtCursor: Command = (state, dispatch) => {
  const mention = state.selection.empty ? noteMentionAt(state, state.selection.from) : null;
  if (mention === null) return false;
  const isOpen = previewedIn(state)?.mention.from === mention.from;
  dispatch?.(state.tr.setMeta(key, isOpen ? null : { mention, byKey: true }).setMeta('addToHistory', false));
  return true;
};

export function previewPlugin(): Plugin<Previewed | null> {
  return new Plugin<Previewed | null>({
    key,
    state: {
      init: () => null,
      apply(tr, open, _before, state) {
        const told = tr.getMeta(key) as Previewed | null | undefined;
        if (told !== undefined) return told;
        if (open === null || (!tr.docChanged && !(open.byKey && tr.selectionSet))) return open;
        const mention = noteMentionAt(state, tr.mapping.map(open.mention.from, 1) + 1);
        if (mention === null || nameOf(mention) !== nameOf(open.mention)) return null;
        const { from, to } = state.selection;
        return open.byKey && (from < mention.from || to > mention.to) ? null : { ...open, mention };
      },
    },
  });
}
