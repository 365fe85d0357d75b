// The level of a heading, or the language of code, in the bytes that it had.

import { withNodeAt, type ChangedHead } from './differences.ts';
import { spanOfLines, type Draft, type Edit, type Reader } from './draft.ts';
import type { Place } from './tree.ts';

/** The draft with the new head; null where the old one was written in a way that cannot say it. */
export function withHead(draft: Draft, { path, now }: ChangedHead, place: Place, reader: Reader): Draft | null {
  const wanted = withNodeAt(draft.node, path, () => now);
  return reader.firstThatMakes(
    draft,
    wanted,
    now.type.name === 'heading' ? levels(draft, Number(now.attrs['level']), place) : languages(draft, String(now.attrs['params']), place),
  );
}

/** The number signs before the text, those that close it as well; else the line below. */
function* levels({ source }: Draft, level: number, place: Place): Generator<readonly Edit[]> {
  const { start, end } = spanOfLines(source, place.from, place.from + 1);
  const line = source.slice(start, end);
  const signs = '#'.repeat(level);
  const closing = /[ \t](#+)[ \t]*[\r\n]*$/.exec(line);
  for (const { index, 0: run } of line.matchAll(/(?<!#)#{1,6}(?=[ \t\r\n]|$)/g)) {
    const opening: Edit = { from: start + index, to: start + index + run.length, text: signs };
    const at = closing === null ? 0 : start + closing.index + 1;
    if (closing?.[1]?.length === run.length && at > opening.to) yield [opening, { from: at, to: at + run.length, text: signs }];
    yield [opening];
  }
  const below = spanOfLines(source, place.to - 1, place.to);
  const underline = /(=+|-+)[ \t]*[\r\n]*$/.exec(source.slice(below.start, below.end));
  if (level > 2 || underline === null) return;
  const from = below.start + underline.index;
  const length = underline[1]?.length ?? 0;
  for (const width of new Set([length, 3, 1])) yield [{ from, to: from + length, text: (level === 1 ? '=' : '-').repeat(width) }];
}

/** What stands behind the fence. */
function* languages({ source }: Draft, params: string, place: Place): Generator<readonly Edit[]> {
  const { start, end } = spanOfLines(source, place.from, place.from + 1);
  const info = params.trim().replace(/\\(?=[!-/:-@[-`{-~])|&(?=#?\w+;)/g, '\\$&');
  for (const { index, 0: whole, 1: fence = '' } of source.slice(start, end).matchAll(/(`{3,}|~{3,})[ \t]*[^\r\n]*/g)) {
    const from = start + index + fence.length;
    yield [{ from, to: start + index + whole.length, text: info.startsWith('~') ? ` ${info}` : info }];
  }
}
