import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

/** Words in an empty note, and in the empty paragraph that holds the cursor. */
export function placeholderPlugin(empty: string, hint: string): Plugin {
  const { paragraph } = noteSchema.nodes;
  return new Plugin({
    props: {
      decorations: ({ doc, selection: { $from, empty: isCursor } }) => {
        const only = doc.childCount === 1 ? doc.firstChild : null;
        if (only?.type === paragraph && only.content.size === 0)
          return DecorationSet.create(doc, [Decoration.node(0, only.nodeSize, { class: 'is-empty', 'data-placeholder': empty })]);
        if (!isCursor || $from.depth !== 1 || $from.parent.type !== paragraph || $from.parent.content.size > 0) return null;
        return DecorationSet.create(doc, [
          Decoration.node($from.before(), $from.after(), { class: 'is-empty is-here', 'data-placeholder': hint }),
        ]);
      },
    },
  });
}
