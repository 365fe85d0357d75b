// From records to bytes. Only beside blocks that were touched can a boundary need repair.

import { frontMatterOf, sourceLines } from '../source-lines.ts';
import { alternated, HeavyBoundary, joinedSources, rewrittenBlock, type BlockSource } from './boundary.ts';
import { endsLine, holdsLine, withoutLineEnding, type LineEnding } from './line-ending.ts';
import { contentOf, isBlankBlock, type Layout, type NoteText, type BlockBytes } from './note-text.ts';
import type { BlockRecord } from './records.ts';
import type { Writing } from './unwritten-source.ts';

/** A repair can call for another one beside it; two lists of one marker between two others take the most rounds. */
const maxRounds = 4;

/** Blocks without blank lines between them, of which one may begin a formula that another one ends. */
interface Run {
  readonly source: string;
  readonly isDirty: boolean;
}

const noRun: Run = { source: '', isDirty: false };

/** A longer run is not looked at. */
const maxRun = 8 * 1024;

/** The run above what follows `piece`. */
function runWith({ source, isDirty }: Run, piece: BlockSource): Run {
  const longer = source + piece.source + piece.gap;
  if (holdsLine(piece.gap) || longer.length > maxRun || !/^[ \t]*\$\$/m.test(longer)) return noRun;
  return { source: longer, isDirty: isDirty || piece.kind === 'dirty' };
}

const mayNotFit = (piece: BlockSource | BlockRecord): boolean => piece.kind === 'dirty' || ('isFresh' in piece && piece.isFresh);

/** Repairs the boundaries of `pieces` in place, once from front to back; whether there was one. */
function joinAll(pieces: BlockSource[], writing: Writing): boolean {
  let changed = false;
  let before = -1;
  let isToBeChecked = false;
  let above = noRun;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as BlockSource;
    isToBeChecked ||= mayNotFit(piece);
    if (isBlankBlock(piece)) continue;
    const previous = pieces[before];
    let last = piece;
    if ((isToBeChecked || above.isDirty) && previous !== undefined) {
      const [x, y] = joinedSources(previous, piece, writing, above.source);
      if (x !== previous || y !== piece) changed = true;
      pieces[before] = x;
      pieces[index] = last = y;
    }
    const stays = pieces[before];
    above = stays === undefined ? noRun : runWith(above, stays);
    before = index;
    isToBeChecked = last.kind === 'dirty';
  }
  return changed;
}

/** Gives numbered lists, of which a change has brought two with one marker together, theirs by turns. */
function alternateNumbers(pieces: BlockSource[], records: readonly BlockRecord[], writing: Writing): void {
  let places: number[] = [];
  let meet = false;
  const endRun = (): void => {
    const lists = meet
      ? alternated(
          places.map((place) => pieces[place] as BlockSource),
          writing,
        )
      : [];
    for (const [index, list] of lists.entries()) pieces[places[index] as number] = list;
    [places, meet] = [[], false];
  };
  for (const [index, record] of records.entries()) {
    if (isBlankBlock(record)) continue;
    if (record.node.type.name !== 'ordered_list') {
      if (places.length > 0) endRun();
      continue;
    }
    const above = records[places.at(-1) ?? -1];
    meet ||= above !== undefined && above.node.attrs['delim'] === record.node.attrs['delim'] && (mayNotFit(above) || mayNotFit(record));
    places.push(index);
  }
  endRun();
}

/** The boundaries that `layOut` would take long to look at. All blocks must have been written. */
export function heavyBoundaries({ records, references, lineEnding }: NoteText): HeavyBoundary[] {
  const heavy: HeavyBoundary[] = [];
  let before: BlockRecord | null = null;
  let isToBeChecked = false;
  for (const record of records) {
    isToBeChecked ||= mayNotFit(record);
    if (isBlankBlock(record)) continue;
    const boundary = isToBeChecked && before !== null ? HeavyBoundary.maybe(before, record, { references, lineEnding }) : null;
    if (boundary !== null) heavy.push(boundary);
    before = record;
    isToBeChecked = record.kind === 'dirty';
  }
  return heavy;
}

/**
 * Whether the first block, which is none, would be read as the beginning of front matter: a rule of `---` can, through what comes before
 * it or far below.
 */
function beginsFrontMatter(pieces: readonly BlockSource[], lead: string): boolean {
  // What has no bytes stands before nothing, with no blank line either.
  const written = pieces.filter((piece) => !isBlankBlock(piece));
  const [first] = written;
  if (first === undefined || first.node.type.name === 'frontmatter' || !first.source.startsWith('---') || holdsLine(lead)) return false;
  return frontMatterOf(sourceLines(contentOf({ lead: '', slices: written }))) !== null;
}

/** Whether the first letter would be read as a byte order mark: one that has come to stand there is text. */
function beginsWithMark(pieces: readonly BlockSource[], lead: string): boolean {
  return lead === '' && pieces.find((piece) => !isBlankBlock(piece))?.source.startsWith('\uFEFF') === true;
}

/** Whether the first block has to be written otherwise because nothing stands before it. */
export const isMisreadFirst = (pieces: readonly BlockSource[], lead: string): boolean =>
  beginsFrontMatter(pieces, lead) || beginsWithMark(pieces, lead);

function keepStart(pieces: BlockSource[], lead: string, writing: Writing): void {
  if (!isMisreadFirst(pieces, lead)) return;
  const first = pieces.findIndex((piece) => !isBlankBlock(piece));
  pieces[first] = rewrittenBlock(pieces[first] as BlockSource, writing, true);
  joinAll(pieces, writing);
}

/** What stands before the pieces: `lead`, so that they are read as they are. */
function leadFor(pieces: readonly BlockSource[], lead: string, lineEnding: LineEnding): string {
  const mark = lead.slice(0, lead.lastIndexOf('\uFEFF') + 1);
  // Front matter stands at the very start, or is none.
  if (pieces[0]?.node.type.name === 'frontmatter') return mark;
  // Of a note without text the last line can be blanks, which would indent what is written there.
  return lead === mark || endsLine(lead) || pieces.every(isBlankBlock) ? lead : lead + lineEnding;
}

/** The slices that the pieces make, within the note's beginning and end. */
function laidOut(pieces: readonly BlockSource[], { lead, tail, isOpen, lineEnding }: NoteText): Layout {
  const last = pieces.findLastIndex((piece) => !isBlankBlock(piece));
  const slices = pieces.map((piece, index): BlockBytes => {
    if (isBlankBlock(piece)) return piece.gap === '' ? piece : { source: '', gap: '' };
    if (index !== last) return piece;
    if (isOpen && tail === '' && piece.kind === 'dirty') return { source: withoutLineEnding(piece.source), gap: tail };
    // One that was the last line of all before, with no ending, is not to have the blanks of a line below it at its end.
    const runsOn = !endsLine(piece.source) && /^[^\r\n]/.test(tail);
    return { source: runsOn ? piece.source + lineEnding : piece.source, gap: tail };
  });
  return { lead: leadFor(pieces, lead, lineEnding), slices };
}

export function layOut(text: NoteText): Layout {
  const { records, lead, references, lineEnding } = text;
  if (!records.some(mayNotFit)) return laidOut(records, text);
  const pieces: BlockSource[] = [...records];
  const writing = { references, lineEnding };
  alternateNumbers(pieces, records, writing);
  for (let round = 0; round < maxRounds && joinAll(pieces, writing); round++);
  keepStart(pieces, lead, writing);
  return laidOut(pieces, text);
}
