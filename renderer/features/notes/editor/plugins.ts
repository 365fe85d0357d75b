import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { Plugin, type Transaction } from 'prosemirror-state';
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
import { lostCompositionPlugin } from './lost-composition.ts';
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
    // Before all that asks whether a character is being composed.
    lostCompositionPlugin(),
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
    historyPlugin(),
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

/** As prosemirror-history has it: one way of undo or redo, each step and each map of positions an item. */
interface Branch {
  readonly items: {
    readonly length: number;
    get: (index: number) => HistoryItem | undefined;
    forEach: (use: (item: HistoryItem, index: number) => void, from?: number) => void;
  };
}

interface HistoryItem {
  /** How far before it that stands which it takes back. */
  mirrorOffset?: number | undefined;
}

interface Branches {
  readonly done: Branch;
  readonly undone: Branch;
}

/** Tells the items that were made anew for `rebased`, which moved the last `count` steps, which of the others they take back. */
function keepMirrors(before: Branch, after: Branch, rebased: Transaction, count: number): void {
  const start = Math.max(0, before.items.length - count);
  const moved = new Map<number, HistoryItem>();
  before.items.forEach((item, index) => {
    if (rebased.mapping.getMirror(before.items.length - 1 - index) !== undefined) moved.set(index, item);
  }, start);
  const first = after.items.length - moved.size;
  // Otherwise they were put together.
  if (after === before || first < start) return;
  const places = new Map([...moved.keys()].map((index, rank) => [index, first + rank]));
  for (const [index, { mirrorOffset }] of moved) {
    if (mirrorOffset === undefined) continue;
    const mirror = index - mirrorOffset;
    const [place, mirrored] = [places.get(index) ?? 0, mirror < start ? mirror : places.get(mirror)];
    const item = after.items.get(place);
    if (item !== undefined && mirrored !== undefined) item.mirrorOffset = place - mirrored;
  }
}

/**
 * The history of prosemirror-history. There, what was undone or redone and not sent yet forgets what it took back when others write
 * meanwhile: the next undo would leave words, and the next redo would write them twice.
 */
export function historyPlugin(): Plugin {
  const { spec } = history() as Plugin<Branches>;
  const { state } = spec;
  if (state === undefined) throw new Error('A history without a state');
  return new Plugin({
    ...spec,
    state: {
      ...state,
      apply(tr, branches, before, after) {
        const next = state.apply.call(this, tr, branches, before, after);
        const count = tr.getMeta('rebased') as number | undefined;
        if (count !== undefined && count > 0)
          for (const way of ['done', 'undone'] as const) keepMirrors(branches[way], next[way], tr, count);
        return next;
      },
    },
  });
}
