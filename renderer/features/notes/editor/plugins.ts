import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import type { Plugin } from 'prosemirror-state';
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
import { placeholderPlugin } from './placeholder.ts';
import { previewPlugin } from './previewed.ts';
import { slashPlugin } from './slash.ts';
import { tablePlugins } from './tables.ts';
import { taskDatePlugin } from './task-dates.ts';

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
    definitionsPlugin(),
    pastePlugin(),
    clipboardMarkdown(),
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
