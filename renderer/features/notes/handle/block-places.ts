// Where blocks lie in the window, and where a block that is dragged would go.

import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import type { BlockSpan } from '../editor/block-moves.ts';
import { blockElementAt, childAt } from '../editor/in-sight.ts';

const { nodes } = noteSchema;

/** A block of the note, or an item of a list in it. */
export interface PlacedBlock extends BlockSpan {
  readonly element: Element;
  readonly isItem: boolean;
}

/** Between two blocks, with its line in the window. */
export interface Gap {
  readonly at: number;
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In pixels: how far the line of a gap stands from its block, and how near two of them are the same height. */
const [lineAway, sameHeight] = [4, 6] as const;

/** The items at a height, the outermost first; those within `stop` do not count. */
function itemsAt(block: Element, y: number, stop?: Element): readonly Element[] {
  const path: Element[] = [];
  let list: Element | undefined = block.matches('ul, ol') ? block : undefined;
  while (list !== undefined) {
    const item = childAt(list, y);
    if (item === undefined) break;
    path.push(item);
    if (item === stop) break;
    list = [...item.querySelectorAll(':scope > .item-content > :is(ul, ol)')].find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top <= y && y <= bottom;
    });
  }
  return path;
}

function placed(view: EditorView, element: Element, isItem: boolean): PlacedBlock | null {
  const inside = view.state.doc.resolve(view.posAtDOM(element, 0));
  if (isItem) {
    let { depth } = inside;
    while (depth > 0 && inside.node(depth).type !== nodes.list_item) depth -= 1;
    return depth === 0 ? null : { element, isItem, from: inside.before(depth), to: inside.after(depth) };
  }
  const from = inside.depth === 0 ? inside.pos : inside.before(1);
  const node = view.state.doc.nodeAt(from);
  return node === null || node.type === nodes.frontmatter ? null : { element, isItem, from, to: from + node.nodeSize };
}

const isSection = (element: Element): boolean => element.classList.contains('note-section');

/** The block or item at a height of the window; null above and below the text, and for front matter, which stays where it is. */
export function blockAt(view: EditorView, y: number): PlacedBlock | null {
  const block = blockElementAt(view, y);
  if (block === undefined || isSection(block)) return null;
  const { top, bottom } = view.dom.getBoundingClientRect();
  if (y < top || y > bottom || y > block.getBoundingClientRect().bottom) return null;
  const item = itemsAt(block, y).at(-1);
  return item === undefined ? placed(view, block, false) : placed(view, item, true);
}

/** The gap at a point for a block: items go between items where there are any. Null where it would not move. */
export function gapAt(view: EditorView, { x, y }: Point, moved: PlacedBlock): Gap | null {
  const block = blockElementAt(view, y);
  if (block === undefined || isSection(block)) return null;
  const items = moved.isItem ? itemsAt(block, y, moved.element) : [];
  const { right } = view.dom.getBoundingClientRect();
  const gaps = (items.length > 0 ? items : [block]).flatMap((element): Gap[] => {
    const span = placed(view, element, items.length > 0);
    const rect = element.getBoundingClientRect();
    const after = { at: span?.to ?? view.state.doc.firstChild?.nodeSize ?? 0, y: rect.bottom + lineAway, left: rect.left, right };
    // Nothing stands before front matter.
    return span === null ? [after] : [{ at: span.from, y: rect.top - lineAway, left: rect.left, right }, after];
  });
  const near = Math.min(...gaps.map((gap) => Math.abs(gap.y - y)));
  const found = gaps
    .filter((gap) => Math.abs(gap.y - y) <= near + sameHeight)
    .toSorted((one, other) => Math.abs(one.left - x) - Math.abs(other.left - x))[0];
  return found === undefined || (moved.from <= found.at && found.at <= moved.to) ? null : found;
}
