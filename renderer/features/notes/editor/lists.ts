// Commands for lists and tasks.

import { chainCommands, joinBackward, joinForward } from 'prosemirror-commands';
import { NodeRange, type Attrs, type Node, type NodeType, type ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { Selection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { canSplit, liftTarget } from 'prosemirror-transform';
import { isList } from '../../../../main/contract/note-nodes.ts';
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
    if (listKind(state) === kind) return outdent(state, dispatch);
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
          dispatch(joinBeside(tr, $from.before(nodeDepth($from, typeOf(kind)) ?? 1)).scrollIntoView());
        }),
    );
  };
}

/** Whether both are lists, and of one type and sign. */
export function isAlike(list: Node | null, other: Node | null): boolean {
  if (list === null || !isList(list) || list.type !== other?.type) return false;
  return ['bullet', 'delim'].every((name) => list.attrs[name] === other.attrs[name]);
}

/**
 * Joins a list that is new with those of its type right beside it: it goes on with the one above, and the one below goes on with it where
 * their signs are the same. Apart, markdown would have to give one of them another sign.
 */
export function joinBeside(tr: Transaction, start: number, goesOn: (above: Node) => boolean = () => true): Transaction {
  const { nodeBefore, nodeAfter: list } = tr.doc.resolve(start);
  if (list === null || !isList(list)) return tr;
  const above = nodeBefore?.type === list.type ? nodeBefore : null;
  if (above !== null && !goesOn(above)) return tr;
  const end = start + list.nodeSize;
  const below = tr.doc.resolve(end).nodeAfter;
  if (isAlike(above ?? list, below) && below !== null) {
    if (list.attrs['tight'] !== below.attrs['tight']) tr.setNodeAttribute(start, 'tight', below.attrs['tight']);
    tr.join(end);
  }
  return above === null ? tr : tr.join(start);
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
 * Deletes a selection from where an item begins to another text within that item: ProseMirror would take away the block that the rest is to
 * stand in, and leave an item that begins with a list. Null for any other.
 */
export function deleteFromItem({ selection, tr }: EditorState): Transaction | null {
  const { $from, $to, empty } = selection;
  const depth = itemDepth($from);
  if (empty || !(selection instanceof TextSelection) || depth === null || $from.sameParent($to)) return null;
  if ($from.depth !== depth + 1 || $from.index(depth) > 0 || $from.parentOffset > 0) return null;
  return $from.sharedDepth($to.pos) >= depth ? tr.delete($from.pos, $to.pos) : null;
}

/** Backspace and Delete. */
export const deleteInList: Command = (state, dispatch) => {
  const tr = deleteFromItem(state);
  if (tr !== null) dispatch?.(tr.scrollIntoView());
  return tr !== null;
};

/** What is selected over more than one text goes, and where it was a new item begins. */
const splitOver =
  (attrs: Attrs): Command =>
  (state, dispatch) => {
    const { selection } = state;
    if (!(selection instanceof TextSelection) || selection.$from.sameParent(selection.$to)) return false;
    const tr = state.tr.delete(selection.from, selection.to);
    const { $from } = tr.selection;
    const depth = itemDepth($from);
    if (depth === null || $from.depth !== depth + 1 || !canSplit(tr.doc, $from.pos, 2)) return false;
    dispatch?.(tr.split($from.pos, 2, [{ type: nodes.list_item, attrs }]).scrollIntoView());
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
  return chainCommands(splitOver(attrs), lastToItem(attrs), emptyOut, splitListItem(nodes.list_item, attrs), outdentHere)(state, dispatch);
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

/** Joins a list that ends at a position to one of its type that begins there, whose marker and blank lines both have then. */
function joinLists(tr: Transaction, at: number): Transaction {
  const { nodeBefore: above, nodeAfter: below } = tr.doc.resolve(at);
  if (above === null || below === null || !isList(above) || above.type !== below.type) return tr;
  return tr.setNodeMarkup(at - above.nodeSize, null, below.attrs).join(at);
}

/** Shift+Tab: out of the list, or of the item around it. A list below the item goes with it, and what follows goes on with that list. */
export const outdent: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const end = $from.blockRange($to, ({ firstChild }) => firstChild?.type === nodes.list_item)?.end ?? 0;
  return liftListItem(nodes.list_item)(state, dispatch && ((tr) => dispatch(joinLists(tr, tr.mapping.map(end - 1, -1)))));
};

/** Of what is selected over more than one text, no list is left. */
const outdentHere: Command = (state, dispatch) => state.selection.$from.sameParent(state.selection.$to) && outdent(state, dispatch);

/** Where the list begins that stands right below a block, if that is the first one of an item. */
function listBelow($pos: ResolvedPos | undefined): number | null {
  const depth = $pos === undefined ? null : itemDepth($pos);
  if ($pos === undefined || depth === null || $pos.depth !== depth + 1 || $pos.index(depth) > 0) return null;
  const below = $pos.node(depth).maybeChild(1);
  return below !== null && isList(below) ? $pos.after() : null;
}

/** Takes a list that an item begins with out of that item, and of the list that this is the first one of. */
function unnested(tr: Transaction, pos: number): Transaction {
  const $list = tr.doc.resolve(pos);
  const { parent: item, depth, nodeAfter: list } = $list;
  if (item.type !== nodes.list_item || $list.index() > 0 || $list.index(-1) > 0 || list === null) return tr;
  const range = new NodeRange($list, tr.doc.resolve($list.end()), depth);
  const target = liftTarget(range);
  if (target === null) return tr;
  // The signs that the two lists begin with go.
  return joinLists(tr.lift(range, target), pos - 2 + list.nodeSize);
}

/** Backspace and Delete take the first block out of an item; the list below it would be left in an item without any text. */
const takeOut =
  (join: Command, way: 1 | -1): Command =>
  (state, dispatch, view) => {
    const { $from, empty } = state.selection;
    if (!empty || $from.depth === 0) return false;
    const list = listBelow(way < 0 ? $from : Selection.findFrom(state.doc.resolve($from.after()), 1, true)?.$from);
    if (list === null) return false;
    return join(state, dispatch && ((tr) => dispatch(unnested(tr, tr.mapping.map(list)).scrollIntoView())), view);
  };

export const takeOutHere = takeOut(joinBackward, -1);
export const takeOutBelow = takeOut(joinForward, 1);

/** An item without text that has a list goes out with it: another item would leave it with none. */
const emptyOut: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  return empty && $from.parent.content.size === 0 && listBelow($from) !== null && outdent(state, dispatch);
};

/** Backspace at the start of a task makes it an ordinary item. */
export const dropTask: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const depth = itemDepth($from);
  if (!empty || depth === null || $from.parentOffset > 0 || $from.depth !== depth + 1 || $from.index(depth) > 0) return false;
  if ($from.node(depth).attrs['checked'] === null) return false;
  dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'checked', null));
  return true;
};
