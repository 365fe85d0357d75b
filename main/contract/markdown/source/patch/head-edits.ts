// The level of a heading, what makes a text one, or the language of code, in the bytes that it had.

import { lineBelow, type Dialect } from '../../serialize/dialect.ts';
import { withoutLineEnding, type LineEnding } from '../line-ending.ts';
import { nodeAt, withNodeAt, type ChangedHead } from './differences.ts';
import { spanOfLines, type BlockDraft, type SourceEdit, type Patching } from './draft.ts';
import { continued, headsOf } from './style.ts';
import type { LineSpan } from './tree.ts';

/** The draft with the new head; null where the old one was written in a way that cannot say it. */
export function withHead(
  draft: BlockDraft,
  { path, now }: ChangedHead,
  place: LineSpan,
  { reader, lineEnding }: Patching,
): BlockDraft | null {
  const was = nodeAt(draft.node, path).type.name;
  const level = Number(now.attrs['level']);
  const wanted = withNodeAt(draft.node, path, () => now);
  switch (now.type.name) {
    case 'code_block':
      return reader.firstThatMakes(draft, wanted, languages(draft, String(now.attrs['params']), place));
    case 'paragraph':
      return reader.firstThatMakes(draft, wanted, withoutSigns(draft, place));
    default:
      return reader.firstThatMakes(
        draft,
        wanted,
        was === 'heading' ? levels(draft, level, place) : withSigns(draft, level, place, { lineEnding, dialect: reader.dialect }),
      );
  }
}

/** Signs that can open a heading, wherever they stand in its line. */
const openings = /(?<!#)#{1,6}(?=[ \t\r\n]|$)/g;
/** Those that close it, with the end of the line. */
const closings = /[ \t](#+)[ \t]*[\r\n]*$/;
/** The line below a heading. */
const underline = /(=+|-+)[ \t]*[\r\n]*$/;

/** The number signs before the text, those that close it as well; else the line below. */
function* levels({ source }: BlockDraft, level: number, place: LineSpan): Generator<readonly SourceEdit[]> {
  const { start, end } = spanOfLines(source, place.from, place.from + 1);
  const line = source.slice(start, end);
  const signs = '#'.repeat(level);
  const closing = closings.exec(line);
  for (const { index, 0: run } of line.matchAll(openings)) {
    const opening: SourceEdit = { from: start + index, to: start + index + run.length, text: signs };
    const at = closing === null ? 0 : start + closing.index + 1;
    if (closing?.[1]?.length === run.length && at > opening.to) yield [opening, { from: at, to: at + run.length, text: signs }];
    yield [opening];
  }
  const below = spanOfLines(source, place.to - 1, place.to);
  const found = underline.exec(source.slice(below.start, below.end));
  if (level > 2 || found === null) return;
  const from = below.start + found.index;
  const length = found[1]?.length ?? 0;
  for (const width of new Set([length, 3, 1])) yield [{ from, to: from + length, text: (level === 1 ? '=' : '-').repeat(width) }];
}

interface Signing {
  readonly lineEnding: LineEnding;
  readonly dialect: Dialect;
}

/** Number signs before the text; of several lines, or where other headings have one, a line below it. */
function* withSigns(
  { source }: BlockDraft,
  level: number,
  place: LineSpan,
  { lineEnding, dialect }: Signing,
): Generator<readonly SourceEdit[]> {
  const { start, end } = spanOfLines(source, place.from, place.to);
  const text = source.slice(start, end);
  const heads = headsOf(text);
  const at = start + withoutLineEnding(text).length;
  const signs = heads.map((head): readonly SourceEdit[] => {
    const opening = { from: start + head.length, to: start + head.length, text: `${'#'.repeat(level)} ` };
    return dialect.closed === true ? [opening, { from: at, to: at, text: ` ${'#'.repeat(level)}` }] : [opening];
  });
  const below = heads.map((head): readonly SourceEdit[] => {
    const width =
      dialect.below === true
        ? (text
            .slice(0, at - start)
            .split('\n')
            .at(-1)?.length ?? 0) - head.length
        : 0;
    return [{ from: at, to: at, text: lineEnding + continued(head) + lineBelow(level, width) }];
  });
  if (level > 2) yield* signs;
  else yield* dialect.below === true ? [...below, ...signs] : [...signs, ...below];
}

/** The text alone: without the signs before and behind it, or the line below. */
function* withoutSigns({ source }: BlockDraft, place: LineSpan): Generator<readonly SourceEdit[]> {
  const { start, end } = spanOfLines(source, place.from, place.from + 1);
  const line = source.slice(start, end);
  const closing = closings.exec(withoutLineEnding(line));
  for (const { index, 0: run } of line.matchAll(openings)) {
    const behind = line.slice(index + run.length);
    const opening: SourceEdit = {
      from: start + index,
      to: start + index + run.length + (/^[ \t]+/.exec(behind)?.[0].length ?? 0),
      text: '',
    };
    const at = closing === null ? 0 : start + closing.index;
    if (closing !== null && at >= opening.to) yield [opening, { from: at, to: at + closing[0].length, text: '' }];
    yield [opening];
    // What stands first now can look like a marker.
    if (/^[-+>#=~`*|]/.test(source.slice(opening.to))) yield [{ ...opening, text: '\\' }];
  }
  const above = spanOfLines(source, place.from, place.to - 1);
  const below = spanOfLines(source, place.to - 1, place.to);
  const from = above.start + withoutLineEnding(source.slice(above.start, above.end)).length;
  yield [{ from, to: below.start + withoutLineEnding(source.slice(below.start, below.end)).length, text: '' }];
}

/** What stands behind the fence. */
function* languages({ source }: BlockDraft, params: string, place: LineSpan): Generator<readonly SourceEdit[]> {
  const { start, end } = spanOfLines(source, place.from, place.from + 1);
  const info = params.trim().replace(/\\(?=[!-/:-@[-`{-~])|&(?=#?\w+;)/g, '\\$&');
  for (const { index, 0: whole, 1: fence = '' } of source.slice(start, end).matchAll(/(`{3,}|~{3,})[ \t]*[^\r\n]*/g)) {
    const from = start + index + fence.length;
    yield [{ from, to: start + index + whole.length, text: info.startsWith('~') ? ` ${info}` : info }];
  }
}
