// A text, or a row of a table, with another content.

import { Mark, type Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../../note-schema.ts';
import { sourceLines } from '../../source-lines.ts';
import { align, alignBySurroundings, alignLiteral, linkEnd, type SourceSpan } from './alignment.ts';
import { atomsOf, areBlanks, isSeparator, withAtoms, type Atom } from './atoms.ts';
import { lineEdits } from './code-lines.ts';
import { withNodeAt, type ChangedLeaf } from './differences.ts';
import { spanOfLines, starredLines, type BlockDraft, type SourceEdit, type Patching, type SourceReader } from './draft.ts';
import { formatEdits, isFormat } from './format-edits.ts';
import { hunksOf, manyHunksOf, markHunksOf, type Hunk } from './hunks.ts';
import { continued, headsOf, inStyleOf, leadOf } from './style.ts';
import { linkEdits } from './link-edits.ts';
import { acrossMarks, beforeFirstBreak, behindBlank, runsAround } from './mark-edges.ts';
import { withRow } from './table-edits.ts';
import type { LineSpan } from './tree.ts';
import { writtenAnew } from './written-anew.ts';

/** The draft with the leaf's new content: each change is made where its letters stand, else the leaf alone is written anew. */
export function withLeaf(draft: BlockDraft, change: ChangedLeaf, place: LineSpan, patching: Patching): BlockDraft | null {
  const { ofMarks, ofLetters } = changesOf(change, patching);
  const marked = withChanges(draft, change, place, ofMarks);
  if (marked !== null) return marked;
  const made = withChanges(draft, change, place, ofLetters);
  // What has marks beside the letters is written anew only where lines would not stay as deep as they are.
  const other = ofMarks.length === 0 || (made !== null && areAsDeep(made, draft)) ? null : withRuns(draft, change, place, ofMarks);
  return other ?? made ?? anew(draft, change, place, patching);
}

const withRuns = (draft: BlockDraft, change: ChangedLeaf, place: LineSpan, all: readonly Changes[]): BlockDraft | null =>
  withChanges(
    draft,
    change,
    place,
    all.map((changes) => ({ ...changes, withRuns: true })),
  );

/** Whether all lines stand behind the same. */
function areAsDeep(some: BlockDraft, other: BlockDraft): boolean {
  const [leads, others] = [some, other].map(({ source }) => sourceLines(source).map(leadOf));
  return leads?.length === others?.length && leads?.every((lead, at) => lead === others?.[at]) === true;
}

function withChanges(draft: BlockDraft, change: ChangedLeaf, place: LineSpan, all: readonly Changes[]): BlockDraft | null {
  const [first] = all;
  if (first !== undefined && all.some(({ hunks }) => hunks.length > 1)) {
    // Many changes together are read once, where one by one they would be read as often as there are changes.
    const wanted = withNodeAt(draft.node, change.path, () => change.now);
    const made = first.reader.firstThatMakes(draft, wanted, smallestFirst(draft, change, place, all));
    if (made !== null) return made;
  }
  for (const each of all) {
    if (each.hunks.length > maxHunks) continue;
    for (const aligned of alignments(draft, change, place, each)) {
      const next = byLetters(draft, change, aligned);
      if (next !== null) return next;
    }
  }
  return null;
}

/** In how many places a leaf may have changed where each change is read by itself. */
const maxHunks = 40;

/**
 * Where a leaf has changed: first by marks alone, if it has its letters still; then by letters and by words, the likelier first, as there
 * are several ways to tell which of its blanks are still the same.
 */
function changesOf({ old, now }: ChangedLeaf, patching: Patching): Record<'ofMarks' | 'ofLetters', readonly Changes[]> {
  const [olds, news] = [atomsOf(old), atomsOf(now)];
  const byLetter = hunksOf(olds, news, patching.reader);
  const many = byLetter?.length === 1 ? null : manyHunksOf(olds, news, patching.reader);
  const byWord = many === null || changesCells(olds, many) ? null : many;
  const all = byWord?.every((hunk) => isFormat(olds, hunk)) === true ? [byWord, byLetter] : [byLetter, byWord];
  const changes = (some: readonly (readonly Hunk[] | null)[], withRuns: boolean): readonly Changes[] =>
    some.filter((hunks) => hunks !== null).map((hunks) => ({ ...patching, olds, hunks, withRuns }));
  return { ofMarks: changes([markHunksOf(olds, news)], false), ofLetters: changes(all, true) };
}

/** Whether the border of a cell comes or goes: it has blanks that belong to the cells beside it. */
const changesCells = (olds: readonly Atom[], hunks: readonly Hunk[]): boolean =>
  hunks.some(({ from, to, atoms }) => [...atoms, ...olds.slice(from, to)].some(isSeparator));

/** Where the letters can stand, the likeliest first. */
function* alignments(draft: BlockDraft, { old }: ChangedLeaf, place: LineSpan, changes: Changes): Generator<Aligned> {
  const { olds, hunks, reader } = changes;
  const lines = spanOfLines(draft.source, place.text, place.to);
  const source = draft.source.slice(lines.start, lines.end);
  const isLiteral = old.type.spec.code === true;
  const ways = [
    () => (isLiteral ? alignLiteral(olds, source) : null),
    () => alignBySurroundings(olds, hunks, source),
    () => align(olds, source, 'links', reader),
    () => align(olds, source, 'plain', reader),
    () => (isLiteral || old.type.name === 'table_row' ? null : align(olds, source, 'indented', reader)),
  ];
  for (const way of ways) {
    const spans = way();
    if (spans !== null) yield { ...changes, lines, spans };
  }
}

/** The likeliest way of writing each change of a leaf, all of them in one; null where there is none. */
export function likeliestEdits(draft: BlockDraft, change: ChangedLeaf, place: LineSpan, patching: Patching): readonly SourceEdit[] | null {
  const { ofMarks, ofLetters } = changesOf(change, patching);
  return smallestFirst(draft, change, place, [...ofMarks, ...ofLetters])[0] ?? null;
}

function smallestFirst(draft: BlockDraft, change: ChangedLeaf, place: LineSpan, all: readonly Changes[]): (readonly SourceEdit[])[] {
  const sizeOf = (edits: readonly SourceEdit[]): number => edits.reduce((sum, { from, to, text }) => sum + to - from + text.length, 0);
  return all
    .map((changes) => editsOf(draft, change, place, changes))
    .filter((edits) => edits !== null)
    .toSorted((some, others) => sizeOf(some) - sizeOf(others));
}

function editsOf(draft: BlockDraft, change: ChangedLeaf, place: LineSpan, changes: Changes): readonly SourceEdit[] | null {
  const { olds, hunks } = changes;
  if (changesCells(olds, hunks)) return null;
  const [aligned] = alignments(draft, change, place, changes);
  if (aligned === undefined) return null;
  const all: SourceEdit[] = [];
  for (const hunk of hunks) {
    const [edits] = likeliestFirst({ ...aligned, old: change.old, hunk, source: draft.source });
    if (edits === undefined) return null;
    all.push(...edits);
  }
  return all;
}

/** The ways of `waysOf`, in another order: only the first of them counts. */
function* likeliestFirst(situation: Situation): Generator<readonly SourceEdit[]> {
  const gone = spotOf(situation);
  if (gone !== null) yield* formatEdits(situation, gone);
  yield* looksAsAround(situation) ? waysOf(situation) : waysWithMarkup(situation);
}

/** Whether what comes looks as what goes, or as the letters beside it; where nothing comes it does. */
function looksAsAround({ olds, hunk: { from, to, atoms } }: Situation): boolean {
  const [first] = atoms;
  return (
    first === undefined ||
    [olds[from], olds[from - 1], olds[to]].some((atom) => atom !== undefined && Mark.sameSet(atom.marks, first.marks))
  );
}

const anew = (draft: BlockDraft, change: ChangedLeaf, place: LineSpan, patching: Patching): BlockDraft | null =>
  change.now.type.name === 'table_row' ? withRow(draft, change, place, patching) : writtenAnew(draft, change, place, patching);

interface Changes extends Patching {
  /** The atoms of the old leaf, and where they change. */
  readonly olds: readonly Atom[];
  readonly hunks: readonly Hunk[];
  /** Whether all that has marks beside a change may be written anew. */
  readonly withRuns: boolean;
}

interface Aligned extends Changes {
  /** Where the lines of the leaf stand in the source of its block. */
  readonly lines: SourceSpan;
  /** Of `olds`, counted from the start of the leaf's text; of those beside a hunk at least. */
  readonly spans: readonly SourceSpan[];
}

function byLetters(draft: BlockDraft, { path, old }: ChangedLeaf, aligned: Aligned): BlockDraft | null {
  const { olds, hunks, reader } = aligned;
  let atoms = olds;
  let made: BlockDraft | null = draft;
  for (const hunk of hunks.toReversed()) {
    atoms = [...atoms.slice(0, hunk.from), ...hunk.atoms, ...atoms.slice(hunk.to)];
    const leaf = withAtoms(old, atoms);
    if (leaf === null) return null;
    const wanted = withNodeAt(made.node, path, () => leaf);
    made = reader.firstThatMakes(made, wanted, waysOf({ ...aligned, old, hunk, source: made.source }));
    if (made === null) return null;
  }
  return made;
}

export interface Situation extends Aligned {
  readonly old: Node;
  readonly hunk: Hunk;
  readonly source: string;
}

export type Spot = Pick<SourceEdit, 'from' | 'to'>;

/** The ways in which a change can be written, the likeliest first. */
function* waysOf(situation: Situation): Generator<readonly SourceEdit[]> {
  const { olds, hunk, lines, source } = situation;
  const isCode = situation.old.type.name === 'code_block';
  const { from, atoms } = hunk;
  const marks = atoms[0]?.marks ?? [];
  const gone = spotOf(situation);
  if (gone !== null) yield* formatEdits(situation, gone);
  // Of a link that leads elsewhere now, the letters that changed: what is encoded in an address stays so.
  if (gone !== null) yield* linkEdits(situation);
  yield* beforeFirstBreak(situation);
  // Letters of one look have no markup of their own.
  if (atoms.every((atom) => atom.letter !== null && Mark.sameSet(atom.marks, marks))) {
    const text = atoms.map(({ letter }) => letter).join('');
    if (isCode) yield* lineEdits(situation);
    const spots = gone === null ? [...spotsBetween(situation, likesLeft(olds, from, marks))] : [gone];
    const texts = [...writings(situation, text)];
    for (const spot of spots) for (const written of texts) yield [{ ...spot, text: written }];
    // A blank line of code that is indented is not so itself.
    const indent = isCode && spots.length > 0 ? /^(?:\t| {4})/m.exec(source.slice(lines.start, lines.end))?.[0] : undefined;
    if (indent !== undefined) for (const spot of spots) yield [{ ...spot, text: indent + text }];
  }
  if (gone === null) yield* linkEdits(situation);
  if (gone !== null) yield* acrossMarks(situation);
  yield* behindBlank(situation);
  yield* waysWithMarkup(situation);
  if (situation.withRuns) yield* waysWithRuns(situation);
}

/** Those in which all that has marks beside the letters is written anew: an underscore beside a letter marks nothing. */
function* waysWithRuns(situation: Situation): Generator<readonly SourceEdit[]> {
  const runs = runsAround(situation);
  if (runs !== null) for (const text of markedUp({ ...situation, hunk: runs.hunk })) yield [{ ...runs.spot, text }];
}

/** Those with markup of its own. */
function* waysWithMarkup(situation: Situation): Generator<readonly SourceEdit[]> {
  const gone = spotOf(situation);
  const spots = gone === null ? spotsBetween(situation, true) : [gone, ...widened(gone, situation.source)];
  const texts = [...markedUp(situation)];
  for (const spot of spots) for (const text of texts) yield [{ ...spot, text }];
}

/** Where the letters stand that go; null where none go. */
function spotOf({ spans, hunk: { from, to }, lines }: Situation): Spot | null {
  const [first, last] = [spans[from], spans[to - 1]];
  return to > from && first !== undefined && last !== undefined ? { from: lines.start + first.start, to: lines.start + last.end } : null;
}

/** With the markup at both sides, as long as it is the same. */
function* widened({ from, to }: Spot, source: string): Generator<Spot> {
  for (let by = 1; by <= 3; by++) {
    const [left, right] = [source[from - by], source[to + by - 1]];
    if (left === undefined || right === undefined || !/^(?:\*\*|__|~~|``|<>)$/.test(left + right)) return;
    yield { from: from - by, to: to + by };
  }
}

/** What comes, with its markup: with underscores where the text around has them, and with stars. */
function* markedUp(situation: Situation): Generator<string> {
  const { old, hunk, lines, source, reader, texts, lineEnding, origin } = situation;
  const { atoms } = hunk;
  if (atoms.length === 0 || !old.isTextblock || old.type.spec.code === true) return;
  const around = source.slice(lines.start, lines.end);
  const below = lineEnding + continued(headsOf(around)[0] ?? '');
  const leads = leadsOf(situation);
  const standing = (texts: readonly string[]): string =>
    texts.reduce((text, line, at) => text + (texts.length - 1 === leads.length ? lineEnding + (leads[at - 1] ?? '') : below) + line);
  const known = texts.sourceOf(atoms);
  if (known !== null) yield standing(known.split('\n'));
  const broken = atoms.map((atom) => letterOrBreak(atom, below, around + origin, reader));
  if (broken.every((text) => text !== null)) yield broken.join('');
  // At its edges a paragraph has no blanks; here they stand between words.
  const [before, after] = [edgeBlanks(atoms), edgeBlanks(atoms.toReversed())];
  if (before.length === atoms.length) return;
  const paragraph = withAtoms(schema.nodes.paragraph.create(), atoms.slice(before.length, atoms.length - after.length));
  if (paragraph === null) return;
  const text = standing(starredLines(paragraph, reader));
  for (const each of inStyleOf(origin, text, reader.dialect)) yield before + each + after;
}

/** What the lines stand behind that begin in what goes. */
function leadsOf({ olds, spans, hunk: { from, to }, lines, source }: Situation): readonly string[] {
  const leads: string[] = [];
  for (let at = from; at < to; at++) {
    if (olds[at]?.node.type !== schema.nodes.soft_break && !isBreak(olds[at])) continue;
    const rest = source.slice(lines.start + (spans[at]?.start ?? 0), lines.end);
    leads.push(leadOf(/(?:\r\n|\r|\n)(.*)/.exec(rest)?.[1] ?? ''));
  }
  return leads;
}

/** The blanks that atoms begin with. */
function edgeBlanks(atoms: readonly Atom[]): string {
  const end = atoms.findIndex(({ letter, marks }) => letter !== ' ' || marks.length > 0);
  return ' '.repeat(end < 0 ? atoms.length : end);
}

/** A letter without markup, or the end of a line: that of the writer is broken as the others around are. null for all else. */
function letterOrBreak({ letter, marks, node }: Atom, below: string, around: string, { dialect }: SourceReader): string | null {
  if (marks.length > 0) return null;
  if (letter !== null) return letter;
  if (node.type === schema.nodes.soft_break) return below;
  if (node.type !== schema.nodes.hard_break) return null;
  const isByBackslash = /\\[\r\n]/.test(around) || dialect.lineBreak === undefined;
  return (/ {2}[\r\n]/.test(around) || !isByBackslash ? '  ' : '\\') + below;
}

/** Whether what is inserted has the look of the letter before it. Of a line, the first letter stands behind its indent. */
function likesLeft(olds: readonly Atom[], from: number, marks: Atom['marks']): boolean {
  const [before, after] = [olds[from - 1], olds[from]];
  if (before === undefined || before.node.type === schema.nodes.soft_break || isBreak(before)) return false;
  return Mark.sameSet(before.marks, marks) || after === undefined || !Mark.sameSet(after.marks, marks);
}

const isBreak = (atom: Atom | undefined): boolean => atom?.node.type === schema.nodes.hard_break;

/** Markup of one kind. */
const edge = new RegExp(`${linkEnd}|[*_~]+|\`+|\\[|\\]`, 'gu');

/** The places between two letters, where there may be markup. */
function* spotsBetween({ olds, spans, hunk, lines, source }: Situation, fromLeft: boolean): Generator<Spot> {
  const low = lines.start + (spans[hunk.from - 1]?.end ?? 0);
  const next = spans[hunk.to];
  const high = Math.max(low, next === undefined ? low + source.slice(low, lines.end).trimEnd().length : lines.start + next.start);
  const order = fromLeft ? [low, high] : [high, low];
  // The place of a break is all that stands between the letters beside it, with their markup.
  const first = isBreak(olds[hunk.from - 1]) ? lines.start + (spans[hunk.from - 1]?.start ?? 0) : low;
  const last = next !== undefined && isBreak(olds[hunk.to]) ? Math.max(high, lines.start + next.end) : high;
  // Behind the address of a link, and before and behind other markup: there can be more letters than tries.
  const edges = [...source.slice(first, last).matchAll(edge)].flatMap(({ index, 0: markup }) => [
    first + index,
    first + index + markup.length,
  ]);
  order.push(...(fromLeft ? edges : edges.toReversed()));
  for (let step = 1; step < last - first; step++) order.push(fromLeft ? first + step : last - step);
  // The blanks at the edges of a code can be its first letter or none of it.
  if (source[high - 1] === '`' && source.startsWith('  ', high)) order.push(high + 1);
  for (const from of new Set(order)) yield { from, to: from };
}

/** A text as it was, or as it is, with its punctuation escaped, and as character references. */
function* writings({ texts, olds, hunk: { from, to, atoms } }: Situation, text: string): Generator<string> {
  const known = texts.sourceOf(atoms);
  if (known !== null) yield known;
  yield text;
  if (known !== null) return;
  // A text does not begin with a blank.
  if (from === 0 && text.startsWith(' ') && !areBlanks([...atoms, ...olds.slice(to)])) yield `&#32;${text.slice(1)}`;
  // A sign at the beginning is often enough.
  for (const signs of [/^[!-/:-@[-`{-~]/, /[!-/:-@[-`{-~]/g]) {
    const escaped = text.replace(signs, '\\$&');
    if (escaped !== text) yield escaped;
  }
  if (/^[&<>]+$/.test(text)) yield text.replace(/./g, (letter) => `&#${letter.charCodeAt(0)};`);
}
