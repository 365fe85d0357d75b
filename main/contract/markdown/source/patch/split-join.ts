// An item that is split, and items that are joined: what stands between the two texts comes or goes, and no other byte.

import type { Node } from 'prosemirror-model';
import { sourceLines } from '../../source-lines.ts';
import { withoutLineEnding } from '../line-ending.ts';
import { align } from './alignment.ts';
import { atomsOf } from './atoms.ts';
import { countsOn, renumbering, type Inserting } from './child-edits.ts';
import { nodeAt, type GoneChildren } from './differences.ts';
import { lineStarts, spanOfLines, type Draft, type Edit, type Patching } from './draft.ts';
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

/** The paragraph that was split so that a new item begins with its end; null where none was. */
function splitText(list: Node, place: Place, index: number, goal: Node): readonly [old: Node, place: Place, kept: number] | null {
  const [old, now] = [list.maybeChild(index - 1), goal.maybeChild(index - 1)];
  if (old === null || now === null) return null;
  const at = now.childCount - 1;
  const [text, lines, kept] = [old.maybeChild(at), place.children[index - 1]?.children[at] ?? null, now.lastChild];
  if (text?.type.name !== 'paragraph' || kept?.type.name !== 'paragraph' || lines === null) return null;
  return [text, lines, atomsOf(kept).length];
}

/** The draft with an item split in two, if that makes all that is wanted; else null. */
export function split(inserting: Inserting): Draft | null {
  const { draft, change, place, reader, goal, lineEnding } = inserting;
  const { path, index, child } = change;
  const list = nodeAt(draft.node, path);
  const wanted = path.reduce<Node | null>((node, at) => node?.maybeChild(at) ?? null, goal);
  const found = wanted === null || child.type.name !== 'list_item' ? null : splitText(list, place, index, wanted);
  const [first] = child.children;
  if (found === null || first === undefined) return null;
  const [old, lines, kept] = found;
  const olds = atomsOf(old);
  const { start, end } = spanOfLines(draft.source, lines.from, lines.to);
  const spans = align(olds, draft.source.slice(start, end), 'links', reader);
  const [before, after] = [spans?.[kept - 1], spans?.[olds.length - atomsOf(first).length]];
  if (before === undefined || after === undefined || after.start < before.end) return null;
  const sources = sourceLines(draft.source).map(withoutLineEnding);
  const isCounted = countsOn(inserting, list, sources);
  const renumbered = isCounted ? renumbering(inserting, sources) : [];
  const ways = headsOf(sources[place.children[index - 1]?.from ?? 0] ?? '').flatMap((head) => {
    const task = head.replace(/\[[xX]\](?=[ \t]+$)/, '[ ]');
    const sign = isCounted ? nextSign(task) : task;
    const blank = continued(/^(?:[ \t]*>)*/.exec(head)?.[0] ?? '');
    const texts = [lineEnding + sign, lineEnding + blank + lineEnding + sign];
    if (list.attrs['tight'] !== true) texts.reverse();
    return texts.map((text): readonly Edit[] => [{ from: start + before.end, to: start + after.start, text }, ...renumbered]);
  });
  return reader.firstThatMakes(draft, goal, ways);
}

/** What stands before the text of an item that follows one with this head. */
const nextSign = (head: string): string => head.replace(/\d+(?=[.)][ \t]+(?:\[ \][ \t]+)?$)/, (number) => String(Number(number) + 1));
