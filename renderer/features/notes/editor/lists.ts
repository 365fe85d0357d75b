// Commands for lists and tasks.

import { chainCommands } from 'prosemirror-commands';
import type { Attrs, Node, NodeType, ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { nodeDepth } from './blocks.ts';

const { nodes } = noteSchema;

export type ListKind = 'bullet' | 'ordered' | 'task';

/** The depth of the innermost list item around a position; null outside of lists. */
export function itemDepth($pos: ResolvedPos): number | null {
  return nodeDepth($pos, nodes.list_item);
}

/** The kind of the innermost list around the cursor; null outside of lists. */
export function listKind({ selection: { $from } }: EditorState): ListKind | null {
  const depth = itemDepth($from);
  if (depth === null) return null;
  if ($from.node(depth).attrs['checked'] !== null) return 'task';
  return $from.node(depth - 1).type === nodes.ordered_list ? 'ordered' : 'bullet';
}

const typeOf = (kind: ListKind): NodeType => (kind === 'ordered' ? nodes.ordered_list : nodes.bullet_list);

/** Makes the blocks a list of this kind, a list one of another kind, and takes items out of a list that is of this kind. */
export function toggleList(kind: ListKind): Command {
  return (state, dispatch) => {
    const depth = itemDepth(state.selection.$from);
    if (depth === null) return wrap(kind)(state, dispatch);
    if (listKind(state) === kind) return liftListItem(nodes.list_item)(state, dispatch);
    dispatch?.(convert(state, depth - 1, kind).scrollIntoView());
    return true;
  };
}

/** The sign that lists of this type have in the note: of the last one above a place, else of the first below. */
export function signAs(doc: Node, place: number, type: NodeType): Attrs {
  let found: Node | null = null;
  doc.descendants((node, pos) => {
    if (node.type === type && (found === null || pos < place)) found = node;
    return !node.isTextblock;
  });
  const attrs = Object.entries((found as Node | null)?.attrs ?? {});
  return Object.fromEntries(attrs.filter(([name]) => name === 'bullet' || name === 'delim'));
}

function wrap(kind: ListKind): Command {
  return (state, dispatch) => {
    const { doc, selection } = state;
    return wrapInList(typeOf(kind), signAs(doc, selection.from, typeOf(kind)))(
      state,
      dispatch &&
        ((tr) => {
          const { from, to, $from } = tr.selection;
          if (kind === 'task') {
            eachItem(tr.doc, from, to, (_node, pos) => {
              tr.setNodeAttribute(pos, 'checked', false);
            });
          }
          // Right below a list of the same kind it goes on, as where it is typed.
          const start = $from.before(nodeDepth($from, typeOf(kind)) ?? 1);
          if (tr.doc.resolve(start).nodeBefore?.type === typeOf(kind)) tr.join(start);
          dispatch(tr.scrollIntoView());
        }),
    );
  };
}

function convert(state: EditorState, listDepth: number, kind: ListKind): Transaction {
  const { $from, from, to } = state.selection;
  const { tr } = state;
  const list = $from.node(listDepth);
  const pos = $from.before(listDepth);
  if (list.type !== typeOf(kind))
    tr.setNodeMarkup(pos, typeOf(kind), { ...signAs(tr.doc, pos, typeOf(kind)), tight: list.attrs['tight'] as boolean });
  eachItem(tr.doc, Math.max(from, pos + 1), Math.min(to, pos + list.nodeSize - 1), (node, at) => {
    if (tr.doc.resolve(at).depth !== listDepth) return;
    const checked: unknown = kind === 'task' ? (node.attrs['checked'] ?? false) : null;
    if (checked !== node.attrs['checked']) tr.setNodeAttribute(at, 'checked', checked);
  });
  return tr;
}

function eachItem(doc: Node, from: number, to: number, visit: (node: Node, pos: number) => void): void {
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.type === nodes.list_item) visit(node, pos);
  });
}

/** Ticks the task that holds the cursor, or takes the tick away. */
export const toggleTask: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const depth = itemDepth($from);
  if (depth === null || $from.node(depth).attrs['checked'] === null) return false;
  dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'checked', $from.node(depth).attrs['checked'] !== true));
  return true;
};

/** An empty paragraph below the other blocks of its item begins a new item. */
const lastToItem =
  (attrs: Attrs): Command =>
  ({ selection: { $from, empty }, tr }, dispatch) => {
    const isLast = $from.index(-1) > 0 && $from.index(-1) === $from.node(-1).childCount - 1;
    if (!empty || !isLast || $from.parent.type !== nodes.paragraph || $from.parent.content.size > 0) return false;
    dispatch?.(tr.split($from.before(), 1, [{ type: nodes.list_item, attrs }]).scrollIntoView());
    return true;
  };

/**
 * Enter: a new item, unticked if this one is a task; out of the list from an empty one. What stands in a quote, in code or in source within
 * an item is left to what Enter does there.
 */
export const splitItem: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const depth = itemDepth($from);
  if (depth === null || $from.depth !== depth + 1 || $from.parent.type.spec.code === true) return false;
  const attrs = { checked: $from.node(depth).attrs['checked'] === null ? null : false };
  return chainCommands(lastToItem(attrs), splitListItem(nodes.list_item, attrs), liftListItem(nodes.list_item))(state, dispatch);
};

/** Tab: into the item above; a list that comes there for it has the marker and the blank lines of the one around it. */
export const indent: Command = (state, dispatch) =>
  sinkListItem(nodes.list_item)(state, dispatch && ((tr) => dispatch(likeOuter(tr, state)))) || itemDepth(state.selection.$from) !== null;

function likeOuter(tr: Transaction, { selection }: EditorState): Transaction {
  const [$was, $is] = [selection.$from, tr.selection.$from];
  const [was, is] = [itemDepth($was), itemDepth($is)];
  if (was === null || is === null) return tr;
  const [outer, inner] = [$was.node(was - 1), $is.node(is - 1)];
  const hasList = outer.maybeChild($was.index(was - 1) - 1)?.lastChild?.type === outer.type;
  if (hasList) return tr;
  // Markdown shows the distance of blocks where there are two of them.
  const isTight = inner.childCount === 1 && inner.firstChild?.childCount === 1;
  const attrs: Attrs = { ...outer.attrs, tight: isTight || outer.attrs['tight'] === true, ...(inner.attrs['order'] ? { order: 1 } : {}) };
  for (const [name, value] of Object.entries(attrs)) if (inner.attrs[name] !== value) tr.setNodeAttribute($is.before(is - 1), name, value);
  return tr;
}

export const outdent: Command = (state, dispatch) => liftListItem(nodes.list_item)(state, dispatch);

/** Backspace at the start of a task makes it an ordinary item. */
export const dropTask: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const depth = itemDepth($from);
  if (!empty || depth === null || $from.parentOffset > 0 || $from.depth !== depth + 1 || $from.index(depth) > 0) return false;
  if ($from.node(depth).attrs['checked'] === null) return false;
  dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'checked', null));
  return true;
};
