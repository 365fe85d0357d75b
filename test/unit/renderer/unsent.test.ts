import fc from 'fast-check';
import { collab, getVersion, receiveTransaction, sendableSteps } from 'prosemirror-collab';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import type { Step } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { newUnsent, noteOfUnsent, unsentName, type Unsent } from '../../../renderer/features/notes/session/kept-form.ts';
import { readUnsent, unsentJSON, withSteps, wordsIn } from '../../../renderer/features/notes/session/unsent.ts';
import { runs } from '../../support/property.ts';

const { nodes } = noteSchema;
const base = nodes.doc.create(null, [
  nodes.paragraph.create(null, noteSchema.text('the plan of today')),
  nodes.paragraph.create(null, noteSchema.text('and of tomorrow')),
]);
const stateOf = (doc: Node, version: number, clientID: string): EditorState =>
  EditorState.create({ doc, plugins: [collab({ version, clientID })] });
const unsentOf = (state: EditorState): readonly Step[] => sendableSteps(state)?.steps ?? [];

/** Through the browser's storage. */
const reloaded = (unsent: Unsent): Unsent => JSON.parse(JSON.stringify(unsent)) as Unsent;

/** Types a text at places of the document, or deletes beside them. */
const typing = fc.array(fc.record({ at: fc.nat(1_000), text: fc.constantFrom('a', 'bc', ' ', ''), deletes: fc.nat(2) }), { maxLength: 8 });
type Typing = readonly { readonly at: number; readonly text: string; readonly deletes: number }[];

function type(state: EditorState, typed: Typing): EditorState {
  let next = state;
  for (const { at, text, deletes } of typed) {
    const { tr } = next;
    const from = next.doc.resolve(at % next.doc.content.size);
    if (!from.parent.inlineContent) continue;
    const to = Math.min(from.pos + deletes, from.end());
    if (to > from.pos) tr.delete(from.pos, to);
    if (text !== '') tr.insertText(text, from.pos);
    next = next.apply(tr);
  }
  return next;
}

/** The service's log: the first `accepted` of the page's own steps, and then those of others. */
function logOf(
  own: readonly Step[],
  accepted: number,
  others: Typing,
): { readonly steps: readonly Step[]; readonly clientIDs: readonly string[]; readonly doc: Node } {
  const taken = own.slice(0, accepted);
  let doc = base;
  for (const step of taken) doc = step.apply(doc).doc ?? doc;
  const there = type(stateOf(doc, accepted, 'there'), others);
  const theirs = unsentOf(there);
  return { steps: [...taken, ...theirs], clientIDs: [...taken.map(() => 'page'), ...theirs.map(() => 'there')], doc: there.doc };
}

describe('steps of a note that the service does not have', () => {
  test('come back as they were, with the bytes that they stand for', () => {
    const state = type(stateOf(base, 7, 'page'), [
      { at: 3, text: 'bc', deletes: 1 },
      { at: 5, text: 'a', deletes: 0 },
    ]);
    const steps = unsentOf(state);
    const [last] = steps;
    if (last === undefined) throw new Error('nothing was typed');
    const beginning = { version: 7, confirmed: base, clientID: 'page', steps, key: null };
    const back = readUnsent(reloaded(unsentJSON({ ...beginning, given: { markdown: '*x*', first: null, last } })));
    const part = readUnsent(reloaded(unsentJSON({ ...beginning, given: { markdown: '*y*', first: last, last } })));
    expect(part.given).toEqual({ markdown: '*y*', first: part.steps[0], last: part.steps[0] });
    expect(withSteps(stateOf(back.confirmed, back.version, back.clientID), back.steps).doc.eq(state.doc)).toBe(true);
    expect(back.given).toEqual({ markdown: '*x*', first: null, last: back.steps[0] });
    expect([back.version, back.clientID, back.key]).toEqual([7, 'page', null]);
  });

  test('are sent once, wherever the page was left: those that were accepted before are not sent again, and the others lead to what the service then has', () => {
    fc.assert(
      fc.property(typing, typing, fc.nat(20), (mine, theirs, share) => {
        const before = type(stateOf(base, 0, 'page'), mine);
        const own = unsentOf(before);
        const accepted = share % (own.length + 1);
        const back = readUnsent(
          reloaded(unsentJSON({ version: 0, confirmed: base, clientID: 'page', steps: own, given: null, key: null })),
        );
        let state = withSteps(stateOf(back.confirmed, back.version, back.clientID), back.steps);
        const log = logOf(own, accepted, theirs);
        state = state.apply(receiveTransaction(state, log.steps, log.clientIDs));
        expect(getVersion(state)).toBe(log.steps.length);
        const rest = unsentOf(state);
        expect(rest.length).toBeLessThanOrEqual(own.length - accepted);
        let there = log.doc;
        for (const step of rest) there = step.apply(there).doc ?? there;
        expect(there.eq(state.doc)).toBe(true);
        if (log.steps.length === accepted) expect(there.eq(before.doc)).toBe(true);
      }),
      runs(300, 12),
    );
  });

  test('of a note that does not exist yet begin with the document that the service makes', () => {
    const back = readUnsent(reloaded(newUnsent('k', 'Untitled', null)));
    expect(back.confirmed.eq(nodes.doc.create({ title: 'Untitled' }, nodes.paragraph.create()))).toBe(true);
    expect([back.version, back.steps, back.key]).toEqual([0, [], 'k']);
  });

  test('that fit no note of today are refused whole, and their words can still be read', () => {
    const step = { stepType: 'replace', from: 900, to: 900, slice: { content: [{ type: 'text', text: 'far off' }] } };
    const unsent: Unsent = { version: 0, doc: base.toJSON() as unknown, clientID: 'page', steps: [step], given: null, key: null };
    expect(() => readUnsent(unsent)).toThrow(RangeError);
    expect(() => readUnsent({ ...unsent, steps: [{ stepType: 'unheard' }] })).toThrow(RangeError);
    expect(() => readUnsent('nonsense')).toThrow();
    expect(wordsIn(unsent)).toBe('the plan of today\nand of tomorrow\nfar off');
  });

  test('are kept under a name that tells the note', () => {
    expect(noteOfUnsent(unsentName('01ABC', 'win-1'))).toBe('01ABC');
    expect(noteOfUnsent('note/01ABC/source')).toBeNull();
  });
});
