import fc from 'fast-check';
import { DocAttrStep } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../main/lib/app-error.ts';
import { replay } from '../../../../main/features/notes/delta/replay.ts';
import { restoreVersion } from '../../../../main/features/notes/delta/outcome.ts';
import type { LiveNote } from '../../../../main/features/notes/live-note.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { full } from '../../../support/tiers.ts';
import { liveNote, NoteLog } from './note-log.ts';
import { Dice, randomSteps } from './random-change.ts';
import { runs } from '../../../support/property.ts';

const markdown = `\uFEFF---
a: b
---

Title
=====

* one
* two


+ [x] three\r
1) four

A [link][ref] and snake_case.

[ref]: https://example.org/

| a | b |
|:-:|---|
| c | d |

~~~ js
code
~~~`;

const pieces = [
  '# H\n',
  '\n',
  '- x\n',
  '  - y\n',
  '> q\n',
  '```\n',
  'text *em* [ref]',
  '[ref]: /b\n',
  '| a |\n|---|\n',
  '\r\n',
  '    code\n',
  '---\n',
  '<div>\n',
  '[ ] ',
  '😀',
  '\\',
  'Setext\n---\n',
];

function randomText(text: string, dice: Dice): string {
  const at = dice.below(text.length + 1);
  const inPair = /[\uDC00-\uDFFF]/.test(text.charAt(at)) || /[\uDC00-\uDFFF]/.test(text.charAt(at + 5));
  if (inPair) return text + dice.pick(pieces);
  return text.slice(0, at) + dice.pick([...pieces, '']) + text.slice(dice.below(2) === 0 ? at : at + 5);
}

/** Describes itself by what it contains; the text is what it is. */
function shown({ version, source }: LiveNote) {
  return { version, title: source.doc.attrs['title'] as unknown, content: source.content(), doc: source.doc.toJSON() as unknown };
}

function randomDelta(log: NoteLog, dice: Dice): void {
  const { note } = log;
  const { version, source } = note;
  const title = dice.below(6) === 0 ? { title: `Title ${dice.below(3)}` } : {};
  const kind = dice.below(10);
  // A client reads, or not: that must not show.
  if (dice.below(2) === 0) source.content();
  if (dice.below(6) === 0) source.state();
  if (kind < 5) {
    const steps = [randomSteps(source.doc, dice)];
    log.send({ version, steps: steps.flat(), ...title });
  } else if (kind < 7) log.send({ version, content: randomText(source.content(), dice), ...title });
  else if (kind < 8) log.send({ edits: [{ append: dice.pick(pieces) }, { append: dice.pick(pieces) }], ...title });
  else if (kind < 9) log.accept(restoreVersion(note, dice.pick(log.states)));
  else log.send({ title: `Title ${dice.below(3)}` });
}

test('any history leads again to the same documents, bytes and titles, from wherever it is replayed', full, () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const dice = new Dice(seed);
      const log = new NoteLog(liveNote(markdown, 'Start'));
      for (let count = 0; count < 25; count++) {
        try {
          randomDelta(log, dice);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }
      const first = dice.pick(log.states);
      const stored = {
        version: first.version,
        source: NoteSource.load(first.source.content(), first.source.state(), String(first.source.doc.attrs['title'])),
      };
      let note: LiveNote = liveNote(markdown, 'Start');
      for (const state of log.states) {
        // Step by step as the deltas came, all at once, and from what was written out in between.
        note = replay(
          note,
          log.after(note.version).filter(({ version }) => version <= state.version),
        );
        expect(shown(note)).toEqual(shown(state));
        expect(shown(replay(liveNote(markdown, 'Start'), log.rows, state.version))).toEqual(shown(state));
        if (state.version < first.version) continue;
        expect(shown(replay(stored, log.after(first.version), state.version))).toEqual(shown(state));
      }
    }),
    runs(10, 11, 4),
  );
});

describe('replay', () => {
  const log = new NoteLog(liveNote('one\n'));
  log.send({ version: 0, steps: [new DocAttrStep('title', 'A'), new DocAttrStep('title', 'B')], title: 'C' });
  log.send({ version: 3, content: '# two\n\nthree\n', title: 'D' });

  test('stops within a delta when it is told to', () => {
    const titles = [0, 1, 2, 3].map((until) => shown(replay(liveNote('one\n'), log.rows, until)).title);
    expect(titles).toEqual(['Note', 'A', 'B', 'C']);
    for (let until = 4; until < log.note.version; until++) expect(replay(liveNote('one\n'), log.rows, until).version).toBe(until);
    expect(shown(replay(liveNote('one\n'), log.rows))).toEqual(shown(log.note));
  });

  test('gives the very same note when there is nothing to do', () => {
    expect(replay(log.note, [])).toBe(log.note);
    expect(replay(log.note, log.rows, -1)).toBe(log.note);
  });

  test('refuses a history with a gap', () => {
    expect(() => replay(liveNote('one\n'), log.rows.slice(1))).toThrow('Step 1 of the note is missing');
  });
});

describe('restoring a version', () => {
  test('brings back title and bytes as a delta of its own', () => {
    const log = new NoteLog(liveNote(markdown, 'First'));
    log.send({ version: 0, steps: [{ stepType: 'replace', from: 10, to: 60 }], title: 'Second' });
    log.send({ version: 2, content: 'Other\n', title: 'Third' });
    const { version } = log.note;
    const then = log.states[0] ?? log.note;
    log.accept(restoreVersion(log.note, then));
    expect(shown(log.note)).toMatchObject({ title: 'First', content: markdown });
    expect(log.note.version).toBeGreaterThan(version);
    expect(log.rows.at(-1)).toMatchObject({ version: log.note.version, delta: log.note.version });
    expect(JSON.parse(log.rows.at(-1)?.step ?? '')).toMatchObject({ stepType: 'docAttr', value: 'First' });
  });

  test('is nothing when nothing differs, and a title alone when that does', () => {
    const { note } = new NoteLog(liveNote('text\n', 'Title'));
    expect(restoreVersion(note, liveNote('text\n', 'Title'))).toEqual({ note, steps: [] });
    const { steps } = restoreVersion(note, liveNote('text\n', 'Other'));
    expect(steps).toEqual([{ step: { stepType: 'docAttr', attr: 'title', value: 'Other' }, splices: null }]);
  });
});
