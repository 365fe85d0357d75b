import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { Plugin } from 'prosemirror-state';
import { strings } from '../strings.ts';
import { acrossTablesPlugin } from './across-tables.ts';
import { addressPlugin } from './addresses.ts';
import { calloutPlugins } from './callouts.ts';
import { clipboardMarkdown } from './clipboard-markdown.ts';
import { completionPlugin } from './completion.ts';
import { definitionsPlugin } from './definitions.ts';
import { directionPlugin } from './directions.ts';
import { highlightPlugin } from './highlight.ts';
import { markdownRules } from './input-rules.ts';
import { keyPlugins } from './keys.ts';
import { linkPlugin } from './link-state.ts';
import { embedPlugin } from './embeds.ts';
import { mentionPlugins } from './mentions.ts';
import { pastePlugin } from './paste.ts';
import { previewPlugin } from './previewed.ts';
import { slashPlugin } from './slash.ts';
import { sourceEndsPlugin } from './source-joins.ts';
import { storablePlugin } from './storable.ts';
import { tablePlugins } from './tables.ts';
import { taskDatePlugin } from './task-dates.ts';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

/** All that a note's state is made of, besides what it has in common with the service. */
export function notePlugins(): Plugin[] {
  return [
    // Before the keys: an open menu takes them.
    slashPlugin(),
    completionPlugin(),
    linkPlugin(),
    ...markdownRules(),
    ...keyPlugins(),
    ...tablePlugins(),
    acrossTablesPlugin(),
    sourceEndsPlugin(),
    definitionsPlugin(),
    pastePlugin(),
    clipboardMarkdown(),
    storablePlugin(),
    history(),
    dropCursor({ color: false, class: 'drop-cursor' }),
    gapCursor(),
    highlightPlugin(),
    addressPlugin(),
    ...mentionPlugins(),
    previewPlugin(),
    embedPlugin(),
    ...calloutPlugins(),
    taskDatePlugin(),
    directionPlugin(),
    placeholderPlugin(strings.emptyNote, strings.emptyLine),
  ];
}

/** Words in an empty note, and in the empty paragraph that holds the cursor. */
function placeholderPlugin(empty: string, hint: string): Plugin {
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
