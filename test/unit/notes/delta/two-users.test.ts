// Two users write in one note and undo at random, each in a half of it. Once both have taken back all they did, the note has its old bytes.

import { history, redo, undo } from 'prosemirror-history';
import type { Command } from 'prosemirror-state';
import type { Node } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { seeded, times } from '../../../support/property.ts';
import { corpus } from '../source/corpus.ts';
import { liveNote, NoteLog } from './note-log.ts';
import { Dice } from './random-change.ts';
import { StockClient } from './stock-client.ts';

const middle = 'The middle of the note.';

const isInPair = (block: Node, offset: number): boolean =>
  /[\uDC00-\uDFFF]/.test(block.textBetween(offset, Math.min(offset + 1, block.content.size)));

class User {
  readonly #client: StockClient;
  readonly #log: NoteLog;
  readonly #dice: Dice;
  readonly #half: 'first' | 'second';

  constructor(log: NoteLog, dice: Dice, half: 'first' | 'second') {
    this.#client = new StockClient(log.note.source.doc, log.note.version, half, [history({ newGroupDelay: 0 })]);
    this.#log = log;
    this.#dice = dice;
    this.#half = half;
  }

  act(): void {
    const kind = this.#dice.below(10);
    if (kind < 5) this.#client.change((tr) => this.#change(tr));
    else if (kind === 5) this.#run(redo);
    else if (kind < 8) this.#run(undo);
    else this.sync();
  }

  undoAll(): void {
    this.sync();
    while (this.#run(undo));
    this.sync();
  }

  /** Sends what is to be sent; what is out of date is sent again upon what others have done. */
  sync(): void {
    for (;;) {
      this.#client.receive(this.#log.since(this.#client.version));
      const delta = this.#client.maybeDelta();
      if (delta === null) return;
      this.#log.send(delta);
    }
  }

  #run(command: Command): boolean {
    return command(this.#client.state, (tr) => {
      this.#client.state = this.#client.state.apply(tr);
    });
  }

  #change(tr: Transform): void {
    const places: number[] = [];
    const blocks: number[] = [];
    let isMine = this.#half === 'first';
    tr.doc.forEach((block, at) => {
      if (block.textContent === middle) isMine = !isMine;
      else if (isMine) {
        blocks.push(at);
        tr.doc.nodesBetween(at, at + block.nodeSize, (node, place) => {
          if (node.isTextblock)
            for (let offset = 0; offset <= node.content.size; offset++) if (!isInPair(node, offset)) places.push(place + 1 + offset);
        });
      }
    });
    const kind = this.#dice.below(6);
    if (kind === 0 && blocks.length > 1) {
      const at = this.#dice.pick(blocks);
      tr.delete(at, at + (tr.doc.nodeAt(at)?.nodeSize ?? 0));
      return;
    }
    if (places.length === 0) return;
    const at = this.#dice.pick(places);
    const { parent, parentOffset } = tr.doc.resolve(at);
    const end = Math.min(parentOffset + this.#dice.below(5), parent.content.size);
    const to = at - parentOffset + (isInPair(parent, end) ? end - 1 : end);
    if (kind === 1 && parent.type.name === 'paragraph') tr.split(at);
    else if (kind === 2 && parent.type.spec.marks !== '') tr.addMark(at, to, noteSchema.marks.strong.create());
    else if (kind === 3) tr.delete(at, to);
    else
      tr.insert(
        at,
        noteSchema.text(this.#dice.pick(['x', '*', ' y', '1. ', '`']), parent.type.spec.marks === '' ? [] : tr.doc.resolve(at).marks()),
      );
  }
}

test('both take back all that they did, in any order: the old bytes', () => {
  const dice = new Dice(seeded(17));
  const notes = corpus.filter((content) => content !== '' && !content.startsWith('\uFEFF') && !content.startsWith('---'));
  let [changes, rounds, back] = [0, 0, 0];
  for (let round = 0; round < times(40, 3_000); round++) {
    const half = (): string => `${dice.pick(notes)}\n\n${dice.pick(notes)}`;
    const content = `${half()}\n\n${middle}\n\n${half()}`;
    const log = new NoteLog(liveNote(content));
    if (!log.note.source.doc.children.some(({ textContent }) => textContent === middle)) continue;
    const before = log.note.source.doc;
    const users = [new User(log, dice, 'first'), new User(log, dice, 'second')];
    for (let step = 0; step < 20; step++) dice.pick(users).act();
    for (const user of dice.below(2) === 0 ? users : users.toReversed()) user.undoAll();
    for (const user of users) user.sync();
    changes += log.note.version;
    rounds += 1;
    // Now and then prosemirror-history loses a step that it moves over those of another user.
    if (!log.note.source.doc.eq(before)) continue;
    back += 1;
    expect(log.note.source.content(), `round ${round}`).toBe(content);
  }
  expect(back / rounds).toBeGreaterThan(0.8);
  expect(changes).toBeGreaterThan(times(400, 30_000));
});

test('two users take back equal blocks that they have deleted, the first one first: each has its own bytes', () => {
  const content = 'Same\n====\n\nfirst\n\n# Same\n\nsecond\n\n#  Same\n\nthird\n';
  const log = new NoteLog(liveNote(content));
  const send = (change: (tr: Transform) => void): void => {
    const tr = new Transform(log.note.source.doc);
    change(tr);
    log.send({ version: log.note.version, clientID: 'a', steps: tr.steps.map((step) => step.toJSON()) });
  };
  const heading = log.note.source.doc.child(2);
  const placeOf = (index: number): number => log.note.source.doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const remove = (index: number): void => send((tr) => tr.delete(placeOf(index), placeOf(index + 1)));
  const bring = (index: number): void => send((tr) => tr.insert(placeOf(index), heading));
  remove(2);
  // A block that came after that and went again is none of those above it.
  send((tr) => tr.insert(0, noteSchema.nodes.paragraph.create(null, noteSchema.text('new'))));
  remove(0);
  remove(0);
  remove(2);
  expect(log.note.source.content()).toBe('first\n\nsecond\n\nthird\n');
  bring(1);
  expect(log.note.source.content()).toBe('first\n\n# Same\n\nsecond\n\nthird\n');
  bring(0);
  bring(4);
  expect(log.note.source.content()).toBe(content);
});
