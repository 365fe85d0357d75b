// An item that is split, and items that are joined: what stands between the two texts comes or goes, and no other byte.

import type { Node } from 'prosemirror-model';
import { sourceLines } from '../../source-lines.ts';
import { withoutLineEnding } from '../line-ending.ts';
import { align } from './alignment.ts';
import { atomsOf } from './atoms.ts';
import { countsOn, renumbering, type Inserting } from './child-edits.ts';
import { nodeAt, type GoneChildren, type NewChild } from './differences.ts';
import { lineStarts, spanOfLines, type Draft, type Edit, type Patching } from './draft.ts';
import { closingMarkup, openingMarkup } from './mark-edges.ts';
import { continued, headsOf } from './style.ts';
import type { Place } from './tree.ts';

/** The draft with the first of several items joined to the item before it, if that makes all that is wanted; else null. */
export function joined(draft: Draft, { path, index, count }: GoneChildren, { children }: Place, { reader, goal }: Patching): Draft | null {
  const [before, own] = [children[index - 1], children[index]];
  // The cells of a row that is joined to another one would be read as none.
  if (nodeAt(draft.node, path).firstChild?.type.name !== 'list_item' || count !== 1) return null;
  if (before === undefined || before === null || own === undefined || own === null) return null;
  const [lines, starts] = [sourceLines(draft.source), lineStarts(draft.source)];
  let last = own.from - 1;
  while (last > before.from && /^[>\s]*$/.test(lines[last] ?? '')) last--;
  const from = (starts[last] ?? 0) + (lines[last] ?? '').trimEnd().length;
  const start = starts[own.from] ?? 0;
  const ways = headsOf(lines[own.from] ?? '').map((head): readonly Edit[] => [{ from, to: start + head.length, text: '' }]);
  return reader.firstThatMakes(draft, goal, ways);
}

/** The paragraph that was split so that a new item, or another paragraph, begins with its end; null where none was. */
function splitText(
  parent: Node,
  place: Place,
  { index, child }: NewChild,
  goal: Node,
): readonly [old: Node, place: Place, kept: number] | null {
  let [text, lines, kept] = [parent.maybeChild(index - 1), place.children[index - 1] ?? null, goal.maybeChild(index - 1)];
  if (child.type.name === 'list_item') {
    const at = (kept?.childCount ?? 0) - 1;
    [text, lines, kept] = [text?.maybeChild(at) ?? null, lines?.children[at] ?? null, kept?.lastChild ?? null];
  }
  if (text?.type.name !== 'paragraph' || kept?.type.name !== 'paragraph' || lines === null) return null;
  return [text, lines, atomsOf(kept).length];
}

/** The draft with an item, or a paragraph in one or in a quote, split in two, if that makes all that is wanted; else null. */
export function split(inserting: Inserting): Draft | null {
  const { draft, change, place, reader, goal } = inserting;
  const { path, child } = change;
  const parent = nodeAt(draft.node, path);
  const wanted = path.reduce<Node | null>((node, at) => node?.maybeChild(at) ?? null, goal);
  const first = child.type.name === 'list_item' ? child.firstChild : child;
  const found = wanted === null ? null : splitText(parent, place, change, wanted);
  if (found === null || first?.type.name !== 'paragraph') return null;
  const [old, lines, kept] = found;
  const olds = atomsOf(old);
  const { start, end } = spanOfLines(draft.source, lines.from, lines.to);
  const source = draft.source.slice(start, end);
  const spans = align(olds, source, 'links', reader) ?? [];
  const next = olds.length - atomsOf(first).length;
  const [before, after] = [spans[kept - 1], spans[next]];
  if (before === undefined || after === undefined || after.start < before.end) return null;
  const aligned = { olds, spans, source: source.trimEnd() };
  const [closing, opening] = [closingMarkup(aligned, kept - 1), openingMarkup(aligned, next)];
  if (closing === null || opening === null) return null;
  const spot = { from: start + before.end, to: start + after.start };
  const ways = child.type.name === 'list_item' ? itemBreaks(inserting, parent) : paragraphBreaks(inserting);
  const edits = ways.map(({ text, others }): readonly Edit[] => [{ ...spot, text: closing + text + opening }, ...others]);
  return reader.firstThatMakes(draft, goal, edits);
}

/** What parts two texts, and what else changes with that. */
interface Break {
  readonly text: string;
  readonly others: readonly Edit[];
}

function itemBreaks(inserting: Inserting, list: Node): Break[] {
  const { draft, change, place, lineEnding } = inserting;
  const sources = sourceLines(draft.source).map(withoutLineEnding);
  const isCounted = countsOn(inserting, list, sources);
  const others = isCounted ? renumbering(inserting, sources) : [];
  return headsOf(sources[place.children[change.index - 1]?.from ?? 0] ?? '').flatMap((head) => {
    const task = head.replace(/\[[xX]\](?=[ \t]+$)/, '[ ]');
    const sign = isCounted ? nextSign(task) : task;
    const blank = continued(/^(?:[ \t]*>)*/.exec(head)?.[0] ?? '');
    const texts = [lineEnding + sign, lineEnding + blank + lineEnding + sign];
    if (list.attrs['tight'] !== true) texts.reverse();
    return texts.map((text) => ({ text, others }));
  });
}

function paragraphBreaks({ draft, change, place, lineEnding }: Inserting): Break[] {
  const line = sourceLines(draft.source)[place.children[change.index - 1]?.from ?? 0] ?? '';
  return headsOf(withoutLineEnding(line)).map((head) => {
    const below = continued(head);
    return { text: lineEnding + below.trimEnd() + lineEnding + below, others: [] };
  });
}

/** What stands before the text of an item that follows one with this head. */
const nextSign = (head: string): string => head.replace(/\d+(?=[.)][ \t]+(?:\[ \][ \t]+)?$)/, (number) => String(Number(number) + 1));
