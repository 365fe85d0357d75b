// Forty clients of three kinds on one note, all of them behind most of the time: in the end all hold the same, and nothing
// that was accepted is lost or there twice.

import { Transform, type Step } from 'prosemirror-transform';
import type { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { AppError } from '../../../../main/lib/app-error.ts';
import { replay } from '../../../../main/features/notes/delta/replay.ts';
import { liveNote, NoteLog } from './note-log.ts';
import { Dice } from './random-change.ts';
import { expectSound } from './sound.ts';
import { StockClient } from './stock-client.ts';
import { seeded, times } from '../../../support/property.ts';

/** What each change brings, no two of them alike. */
class Markers {
  #next = 0;
  readonly accepted = new Set<string>();

  make(): string {
    return `⟨${++this.#next}⟩`;
  }

  /** Notes those in what was sent and accepted. */
  accept(sent: unknown): void {
    for (const [marker] of JSON.stringify(sent).matchAll(/⟨\d+⟩/g)) this.accepted.add(marker);
  }
}

interface Client {
  /** Does one thing: changes, sends or catches up. */
  act(): void;
  /** Catches up for good; whatever is still to be sent is sent. */
  finish(): void;
  agrees(): boolean;
}

interface World {
  readonly log: NoteLog;
  readonly dice: Dice;
  readonly markers: Markers;
}

/** Positions in text that are not inside of a marker. */
function places(doc: Node): number[] {
  const found: number[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return;
    const text = node.textBetween(0, node.content.size, undefined, ' ');
    let isInside = false;
    for (let offset = 0; offset <= text.length; offset++) {
      if (!isInside) found.push(pos + 1 + offset);
      if (text[offset] === '⟨') isInside = true;
      if (text[offset] === '⟩') isInside = false;
    }
  });
  return found;
}

/** One insertion of a marker, now and then with a change that takes no marker away as far as its maker can see. */
function change(tr: Transform, { dice, markers }: World, longestDeletion: number): void {
  tr.insert(dice.pick(places(tr.doc)), noteSchema.text(markers.make()));
  const kind = dice.below(6);
  const at = dice.pick(places(tr.doc));
  const to = Math.min(at + 1 + dice.below(longestDeletion), tr.doc.content.size);
  if (kind === 0 && tr.doc.resolve(at).sameParent(tr.doc.resolve(to)) && !/[⟨⟩]/.test(tr.doc.textBetween(at, to))) tr.delete(at, to);
  if (kind === 1 && tr.doc.resolve(at).parent.type.name === 'paragraph') tr.split(at);
  if (kind === 2) tr.addMark(at, to, noteSchema.marks.em.create());
}

function refusedAs(error: unknown, ...codes: string[]): AppError {
  if (error instanceof AppError && codes.includes(error.code)) return error;
  throw error;
}

function stock(world: World, id: number): Client {
  const { log, dice, markers } = world;
  const client = new StockClient(log.note.source.doc, log.note.version, id);
  const receive = (): void => {
    client.receive(log.since(client.version));
  };
  const send = (): void => {
    const delta = client.maybeDelta();
    if (delta === null) return;
    try {
      log.send(delta);
      markers.accept(delta.steps);
    } catch (error) {
      refusedAs(error, 'stale_version');
    }
    receive();
  };
  return {
    act: () => {
      dice.pick([send, receive, () => client.change((tr) => change(tr, world, 1)), () => client.change((tr) => change(tr, world, 1))])();
    },
    finish: () => {
      receive();
      send();
    },
    agrees: () => client.maybeDelta() === null && client.version === log.note.version && client.state.doc.eq(log.note.source.doc),
  };
}

function rebasing(world: World, id: string): Client {
  const { log, dice, markers } = world;
  let { version } = log.note;
  let { doc } = log.note.source;
  const receive = (steps: readonly Step[]): void => {
    for (const step of steps) doc = step.apply(doc).doc ?? doc;
    version += steps.length;
  };
  const catchUp = (): void => receive(log.since(version).steps);
  const send = (): void => {
    const tr = new Transform(doc);
    for (let count = 1 + dice.below(3); count > 0; count--) change(tr, world, 12);
    try {
      receive(log.send({ version, clientID: id, rebase: true, steps: tr.steps }).steps);
      markers.accept(tr.steps);
    } catch (error) {
      const { extra } = refusedAs(error, 'edit_conflict');
      expect(extra['steps']).toHaveLength(log.note.version - version);
      catchUp();
    }
  };
  return {
    act: () => (dice.below(4) === 0 ? catchUp() : send()),
    finish: catchUp,
    agrees: () => version === log.note.version && doc.eq(log.note.source.doc),
  };
}

function editing({ log, dice, markers }: World): Client {
  let content = log.note.source.content();
  const read = (): void => {
    content = log.note.source.content();
  };
  const send = (): void => {
    const word = dice.pick(content.match(/w\d{3}(?=\W)/g) ?? ['nothing']);
    const edits =
      dice.below(4) === 0
        ? [{ append: `\n${markers.make()}\n` }]
        : [{ oldText: word, newText: dice.pick([`${word} ${markers.make()}`, markers.make()]) }];
    try {
      log.send({ edits });
      markers.accept(edits);
    } catch (error) {
      refusedAs(error, 'edit_conflict', 'edit_ambiguous');
    }
  };
  return { act: () => (dice.below(3) === 0 ? read() : send()), finish: read, agrees: () => content === log.note.source.content() };
}

const words = (from: number): string => Array.from({ length: 12 }, (_, index) => `w${String(from + index).padStart(3, '0')}`).join(' ');
const markdown = `# ${words(0)}\n\n${words(12)}\n${words(24)}\n\n- ${words(36)}\n- ${words(48)}\n\n> ${words(60)}\n\n\`\`\`\n${words(72)}\n\`\`\`\n\n${words(84)}\n`;

test.each(Array.from({ length: times(1, 12) }, (_, index) => seeded(1) + index))(
  '8 stock, 16 rebasing and 16 editing clients end with the same note and lose nothing (seed %i)',
  (seed) => {
    const log = new NoteLog(liveNote(markdown));
    const world: World = { log, dice: new Dice(seed), markers: new Markers() };
    const clients = [
      ...Array.from({ length: 8 }, (_, index) => stock(world, index + 1)),
      ...Array.from({ length: 16 }, (_, index) => rebasing(world, `r${index}`)),
      ...Array.from({ length: 16 }, () => editing(world)),
    ];
    // Stock clients need more turns for a change: theirs, one to send it, and often one to try again.
    const turns = [...clients, ...clients.slice(0, 8), ...clients.slice(0, 8), ...clients.slice(0, 8)];
    for (let turn = 0; turn < 64 * times(6, 12); turn++) world.dice.pick(turns).act();
    for (const client of clients) client.finish();
    for (const client of clients) client.finish();
    expect(clients.map((client) => client.agrees())).toEqual(clients.map(() => true));
    const { doc } = log.note.source;
    expectSound(doc);
    const there = [...doc.textBetween(0, doc.content.size, '\n').matchAll(/⟨\d+⟩/g)].map(([marker]) => marker);
    expect(there.toSorted()).toEqual([...world.markers.accepted].toSorted());
    expect(there.length).toBeGreaterThan(times(75, 150));
    const again = replay(liveNote(markdown), log.rows);
    expect(again.source.doc.toJSON()).toEqual(doc.toJSON());
    expect(again.source.content()).toBe(log.note.source.content());
  },
);
