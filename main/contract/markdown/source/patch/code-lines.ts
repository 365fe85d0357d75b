// Lines that come into code, or go: in an item or a quote each of them stands behind something.

import { sourceLines } from '../../source-lines.ts';
import { withoutLineEnding } from '../line-ending.ts';
import type { SourceEdit } from './draft.ts';
import type { Situation } from './leaf-edits.ts';
import { behind, continued } from './style.ts';

type Code = Pick<Situation, 'old' | 'olds' | 'hunk' | 'spans' | 'lines' | 'source' | 'lineEnding'>;

const isEnd = (letter: string | null | undefined): boolean => letter === '\n';

/** The ways of writing a change of code in which lines come or go, the likeliest first; none where none do. */
export function* lineEdits(code: Code): Generator<readonly SourceEdit[]> {
  const { olds, hunk, source, lineEnding } = code;
  const text = hunk.atoms.map(({ letter }) => letter).join('');
  if (!text.includes('\n') && !olds.slice(hunk.from, hunk.to).some(({ letter }) => isEnd(letter))) return;
  const place = placeOf(code);
  const lead = leadOf(code);
  if (place === null || lead === null) return;
  const [first = '', ...rest] = text.split('\n');
  const isAtStart = hunk.from === 0 || isEnd(olds[hunk.from - 1]?.letter);
  const isAtEnd = hunk.to === olds.length || isEnd(olds[hunk.to]?.letter);
  const { from, to } = place;
  const last = rest.length - 1;
  const startOfLine = (at: number): number => {
    const before = source.slice(0, at);
    return Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  };
  // Whole lines come above one that is there, which keeps what it stands behind, or go.
  if (isAtStart && from === to && rest.at(-1) === '') {
    const come = [first, ...rest.slice(0, -1)].map((line) => behind(lead, line) + lineEnding);
    yield [{ from: startOfLine(from), to: startOfLine(from), text: come.join('') }];
  } else if (isAtStart && text === '' && isEnd(olds[hunk.to - 1]?.letter)) yield [{ from: startOfLine(from), to: startOfLine(to), text }];
  const below = rest.map((line, index) => lineEnding + (index === last && !isAtEnd ? lead + line : behind(lead, line)));
  yield [{ from, to, text: first + below.join('') }];
}

/** Where the change is made: of lines that go, all that the letters after them stand behind goes too. */
function placeOf({ olds, hunk: { from, to }, spans, lines, source }: Code): Pick<SourceEdit, 'from' | 'to'> | null {
  const [before, first, last, next] = [spans[from - 1], spans[from], spans[to - 1], spans[to]];
  const restOfLine = (at: number): number => at + (/^[^\r\n]*/.exec(source.slice(lines.start + at, lines.end))?.[0].length ?? 0);
  if (to > from) {
    if (first === undefined || last === undefined) return null;
    const end = isEnd(olds[to - 1]?.letter) ? (next?.start ?? restOfLine(last.end)) : last.end;
    return { from: lines.start + first.start, to: lines.start + end };
  }
  const isBehindLetter = before !== undefined && !isEnd(olds[from - 1]?.letter);
  const at = isBehindLetter ? before.end : (next?.start ?? (before === undefined ? null : restOfLine(before.end)));
  return at === null ? null : { from: lines.start + at, to: lines.start + at };
}

/** What the lines of the code stand behind where it is changed; that of another line, where this one is blank. */
function leadOf({ old, olds, hunk, lines, source }: Code): string | null {
  const written = sourceLines(source.slice(lines.start, lines.end)).map(withoutLineEnding);
  const leads = old.textContent.split('\n').map((text, index) => {
    const line = written[index];
    return text.trim() === '' || line?.endsWith(text) !== true ? null : continued(line.slice(0, line.length - text.length));
  });
  const own = olds.slice(0, hunk.from).filter(({ letter }) => isEnd(letter)).length;
  return leads[own] ?? leads.find((lead) => lead !== null) ?? null;
}
