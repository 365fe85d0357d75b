import { expect, test } from 'vitest';
import { AppError } from '../../../../main/lib/app-error.ts';
import { applyDelta } from '../../../../main/features/notes/delta/apply.ts';
import { replay } from '../../../../main/features/notes/delta/replay.ts';
import type { LiveNote } from '../../../../main/features/notes/live-note.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { full } from '../../../support/tiers.ts';
import { liveNote } from './note-log.ts';
import { mutated } from './mutation.ts';
import { Dice, randomSteps } from './random-change.ts';
import { expectSound } from './sound.ts';
import { seeded, times } from '../../../support/property.ts';

const markdown = `---
key: value
---

# Title 😀

Some *text* with **strong _nested_**, [a link](https://example.org/ "t"), ![alt](a.png) and \`code\`.
A second line\\
and a third.

- one
- [x] two
  1. three
  2. four

> quoted

\`\`\`js
let a = 1;
\`\`\`

| a | b |
|---|--:|
| 1 | 2 |

<div>raw</div>
`;

/** What a step that was made wrong may be answered with. */
const refusals = new Set(['invalid_step', 'step_failed', 'invalid_document', 'too_large']);
const mutants = 5;
const steps = times(2_000, 200_000);
const history = { after: () => [] };

interface Tally {
  readonly codes: Map<string, number>;
  accepted: number;
}

function attempt(note: LiveNote, step: unknown, tally: Tally): LiveNote {
  try {
    const { note: after, steps: applied } = applyDelta(note, { version: note.version, steps: [step] }, history);
    tally.accepted++;
    expectSound(after.source.doc);
    const rows = applied.map((each, index) => ({
      version: note.version + index + 1,
      delta: after.version,
      step: JSON.stringify(each.step),
      splices: each.splices,
      clientID: null,
    }));
    const again = replay(note, rows);
    expect(again.source.doc.eq(after.source.doc)).toBe(true);
    if (tally.accepted % 20 === 0) {
      parseMarkdown(after.source.content());
      expect(again.source.content()).toBe(after.source.content());
    }
    return after;
  } catch (error) {
    if (!(error instanceof AppError) || !refusals.has(error.code))
      throw new Error(`Not refused as it should be: ${JSON.stringify(step).slice(0, 2000)}`, { cause: error });
    tally.codes.set(error.code, (tally.codes.get(error.code) ?? 0) + 1);
    return note;
  }
}

test('steps made wrong are refused by code or leave a sound document, and never do anything else', { ...full, timeout: 240_000 }, () => {
  const dice = new Dice(seeded(20_260_301));
  const tally: Tally = { codes: new Map(), accepted: 0 };
  const start = liveNote(markdown);
  let note = start;
  let other = JSON.stringify(randomSteps(note.source.doc, dice)[0]);
  for (let count = 0; count < steps; count += mutants) {
    const before = note;
    const whole = JSON.stringify(before.source.doc);
    const step = JSON.stringify(dice.pick(randomSteps(before.source.doc, dice)));
    for (let each = 0; each < mutants; each++) {
      const after = attempt(before, JSON.parse(mutated(step, other, before.source.doc.content.size, dice)), tally);
      if (after !== before) note = after;
    }
    expect(JSON.stringify(before.source.doc)).toBe(whole);
    other = step;
    if (note.source.doc.content.size > 1500 || dice.below(200) === 0) note = start;
  }
  // It was a fair try of each outcome.
  expect(tally.accepted).toBeGreaterThan(steps / 10);
  for (const code of ['invalid_step', 'step_failed', 'invalid_document']) expect(tally.codes.get(code), code).toBeGreaterThan(steps / 50);
});
