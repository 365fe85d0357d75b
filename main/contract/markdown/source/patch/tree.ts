// A block with the lines that each of its parts stands on.

import type { Token } from 'markdown-it';
import type { Node } from 'prosemirror-model';
import { ownReferences, parserScope } from '../../references.ts';
import type { References } from '../../parse.ts';
import { tokenizer } from '../../tokenizer.ts';

/** Lines `from` up to `to`; the text of fenced code begins at `text`. `children` are null for a part without lines of its own. */
export interface LineSpan {
  readonly from: number;
  readonly to: number;
  readonly text: number;
  readonly children: readonly (LineSpan | null)[];
  /** A paragraph without text, behind the box of a task. */
  readonly isEmpty: boolean;
}

interface Open {
  readonly token: Token;
  readonly children: LineSpan[];
  isEmpty: boolean;
}

const withoutNode = new Set(['thead_open', 'thead_close', 'tbody_open', 'tbody_close', 'th_open', 'th_close', 'td_open', 'td_close']);

function placeOf({ token, children, isEmpty }: Open): LineSpan | null {
  if (token.map === null) return null;
  const [from, to] = token.map;
  return { from, to, text: token.type === 'fence' ? Math.min(from + 1, to) : from, children, isEmpty };
}

/** The places of what tokens say, nested as they are. null where one has no lines. */
function placesIn(tokens: readonly Token[]): readonly LineSpan[] | null {
  const root: LineSpan[] = [];
  const open: Open[] = [];
  for (const token of tokens) {
    if (withoutNode.has(token.type)) continue;
    const top = open.at(-1);
    if (token.type === 'inline') {
      if (top?.token.type === 'paragraph_open') top.isEmpty = token.children?.length === 0;
      continue;
    }
    if (token.nesting === 1) {
      open.push({ token, children: [], isEmpty: false });
      continue;
    }
    const closed = token.nesting === 0 ? { token, children: [], isEmpty: false } : open.pop();
    const place = closed === undefined ? null : placeOf(closed);
    if (place === null) return null;
    (open.at(-1)?.children ?? root).push(place);
  }
  return root;
}

const isLeaf = (node: Node): boolean => node.isTextblock || node.isLeaf || node.type.name === 'table_row';

/** An item without text holds a paragraph that has no bytes, but behind the box of a task. */
const mayBeEmpty = (node: Node): boolean => node.type.name === 'paragraph' && node.childCount === 0;

/** `places` given to the nodes; null if there are others than these. */
function matched(nodes: readonly Node[], places: readonly (LineSpan | null)[]): readonly (LineSpan | null)[] | null {
  let next = 0;
  const found: (LineSpan | null)[] = [];
  for (const node of nodes) {
    const place = places[next] ?? null;
    if (mayBeEmpty(node) !== (place?.isEmpty === true)) {
      if (!mayBeEmpty(node)) return null;
      found.push(null);
      continue;
    }
    if (place === null) return null;
    next++;
    const children = isLeaf(node) ? [] : matched(node.children, place.children);
    if (children === null) return null;
    found.push({ ...place, children });
  }
  return next === places.length ? found : null;
}

/** The places in a block whose bytes `source` are; null where the tokens do not tell. */
export function placesOf(block: Node, source: string, references: References): LineSpan | null {
  const places = placesIn(tokenizer.parse(source.toWellFormed(), { references: parserScope(references), [ownReferences]: {} }));
  return places === null ? null : (matched([block], places)?.[0] ?? null);
}
