// Rebasing at random, held against prosemirror-collab: what is accepted is what a client of its own would make of it.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { AppError } from '../../../../main/lib/app-error.ts';
import { liveNote, NoteLog } from './note-log.ts';
import { Dice, randomSteps } from './random-change.ts';
import { expectSound } from './sound.ts';
import { StockClient } from './stock-client.ts';
import { runs } from '../../../support/property.ts';

const start = '# abc def\n\nghi *jkl* mno\n\n- pqr\n- [x] stu\n\n> vwx\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n| c | d |\n';
/** Letters that only those write who change the note meanwhile. */
const theirs = '①②③④⑤⑥⑦⑧';

function textPosition(log: NoteLog, dice: Dice): number | null {
  const places: number[] = [];
  log.note.source.doc.descendants((node, pos) => {
    if (node.isText) for (let offset = 0; offset <= node.nodeSize; offset++) places.push(pos + offset);
  });
  return places.length === 0 ? null : dice.pick(places);
}

function changeMeanwhile(log: NoteLog, dice: Dice): void {
  for (const letter of theirs.slice(0, 1 + dice.below(8))) {
    const at = textPosition(log, dice);
    const text = noteSchema.text(letter);
    if (at !== null && !/[\uDC00-\uDFFF]/.test(log.note.source.doc.textBetween(at, Math.min(at + 1, log.note.source.doc.content.size)))) {
      log.send({
        version: log.note.version,
        clientID: 'other',
        steps: [{ stepType: 'replace', from: at, to: at, slice: { content: [text.toJSON()] } }],
      });
    }
    if (dice.below(3) === 0) log.send({ version: log.note.version, clientID: 'other', steps: randomSteps(log.note.source.doc, dice) });
  }
}

const lettersOf = (log: NoteLog): string[] => (log.note.source.doc.textContent.match(/[①-⑧]/g) ?? []).toSorted();

test('an accepted rebase loses nothing that others wrote, and gives what prosemirror-collab does', () => {
  const tally = { accepted: 0, conflicts: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const dice = new Dice(seed);
      const log = new NoteLog(liveNote(start));
      const client = new StockClient(log.note.source.doc, 0, 'own');
      for (let count = 1 + dice.below(3); count > 0; count--) {
        client.change((tr) => {
          for (const step of randomSteps(tr.doc, dice)) tr.step(step);
        });
      }
      const delta = client.maybeDelta();
      changeMeanwhile(log, dice);
      const { note } = log;
      const before = lettersOf(log);
      client.receive(log.since(0));
      try {
        log.send({ ...delta, rebase: true });
        tally.accepted++;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'edit_conflict') throw error;
        tally.conflicts++;
        expect(log.note).toBe(note);
        return;
      }
      expectSound(log.note.source.doc);
      expect(lettersOf(log)).toEqual(before);
      expect(log.note.source.doc.toJSON()).toEqual(client.state.doc.toJSON());
    }),
    runs(200, 7),
  );
  expect(tally.accepted).toBeGreaterThan(20);
  expect(tally.conflicts).toBeGreaterThan(10);
});
