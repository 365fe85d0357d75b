// Stale steps with `rebase`: each row is what another did meanwhile, a stale step, and what the note says then; null for a conflict.

import { Fragment, Slice } from 'prosemirror-model';
import {
  AddMarkStep,
  AddNodeMarkStep,
  AttrStep,
  DocAttrStep,
  RemoveMarkStep,
  ReplaceStep,
  Transform,
  type Step,
} from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { liveNote, NoteLog, refusal } from './note-log.ts';

const { nodes, marks } = noteSchema;
const insert = (at: number, text: string): Step => new ReplaceStep(at, at, new Slice(Fragment.from(noteSchema.text(text)), 0, 0));
const remove = (from: number, to: number): Step => new ReplaceStep(from, to, Slice.empty);
const replace = (from: number, to: number, text: string): Step =>
  new ReplaceStep(from, to, new Slice(Fragment.from(noteSchema.text(text)), 0, 0));
const split = (at: number): Step =>
  new ReplaceStep(at, at, new Slice(Fragment.from([nodes.paragraph.create(), nodes.paragraph.create()]), 1, 1));
const add = (from: number, to: number, mark = marks.em.create()): Step => new AddMarkStep(from, to, mark);
const take = (from: number, to: number, mark = marks.em.create()): Step => new RemoveMarkStep(from, to, mark);
const link = (href: string) => marks.link.create({ href });
const set = (pos: number, attr: string, value: unknown): Step => new AttrStep(pos, attr, value);
const title = (value: string): Step => new DocAttrStep('title', value);
const heading = (level: number): Step => {
  const { steps } = new Transform(liveNote(start).source.doc).setBlockType(1, 1, nodes.heading, { level });
  if (steps[0] === undefined || steps.length > 1) throw new Error('One step was expected');
  return steps[0];
};

/**
 * Positions: a paragraph from 0 ('abcdef' from 1 to 7), a list from 8 to 17 (item at 9, its text from 11 to 14), a paragraph with an
 * image at 18.
 */
const start = 'abcdef\n\n- [ ] ghi\n\n![i](i.png)\n';
const json = (steps: readonly Step[]): object[] => steps.map((step) => step.toJSON() as object);

type Row = [what: string, others: Step[], own: Step[], result: string | null];

const fitting: Row[] = [
  ['an insertion after another', [insert(1, 'XY')], [insert(4, 'o')], 'XYabcodef'],
  ['an insertion at the place of another goes after it', [insert(4, 'X')], [insert(4, 'o')], 'abcXodef'],
  ['an insertion before a deletion', [remove(4, 6)], [insert(4, 'o')], 'abcof'],
  ['an insertion after a replacement', [replace(2, 4, 'X')], [insert(4, 'o')], 'aXodef'],
  ['a deletion before what was inserted at its end', [insert(4, 'X')], [remove(2, 4)], 'aXdef'],
  ['a deletion after what was inserted at its start', [insert(2, 'X')], [remove(2, 4)], 'aXdef'],
  ['a replacement between two others', [replace(1, 2, 'XX'), replace(6, 7, 'Y')], [replace(2, 5, 'o')], 'XXoYf'],
  ['several steps upon each other', [insert(1, 'X')], [insert(1, 'one '), insert(5, 'two '), remove(2, 4)], 'Xo two abcdef'],
  ['undoing what the delta itself did', [insert(3, 'X')], [insert(5, 'o'), remove(5, 6)], 'abXcdef'],
  ['a deletion of what the delta itself inserted in part', [insert(1, 'X')], [insert(4, 'opq'), remove(5, 6)], 'Xabcoqdef'],
  ['emphasis on what others prolonged elsewhere', [insert(1, 'X'), insert(8, 'Y')], [add(2, 4)], 'Xa*bc*defY'],
  ['emphasis of which others removed a part', [remove(3, 5)], [add(2, 6)], 'a*be*f'],
  ['emphasis beside other emphasis', [add(2, 4, marks.strong.create())], [add(5, 7)], 'a**bc**d*ef*'],
  ['emphasis that others set as well', [add(2, 4)], [add(2, 4)], 'a*bc*def'],
  ['a check mark', [insert(11, 'X')], [set(9, 'checked', true)], '- [x] Xghi'],
  ['the same check mark', [set(9, 'checked', true)], [set(9, 'checked', true)], '- [x] ghi'],
  ['a heading of what others typed in', [insert(3, 'X')], [heading(2)], '## abXcdef'],
  ['a split of what others typed in', [insert(2, 'X')], [split(4)], 'aXbc\n\ndef'],
  ['a title', [insert(2, 'X')], [title('New')], 'aXbcdef'],
  ['marks of a picture', [insert(1, 'X')], [new AddNodeMarkStep(18, marks.em.create())], '*![i](i.png)*'],
];

const conflicts: Row[] = [
  ['a deletion in which others inserted', [insert(3, 'X')], [remove(2, 5)], null],
  ['a replacement in which others inserted', [insert(3, 'X')], [replace(2, 5, 'o')], null],
  ['a deletion in which others replaced by as much', [replace(3, 4, 'X')], [remove(2, 5)], null],
  ['a deletion of just what others replaced by as much', [replace(2, 5, 'XYZ')], [remove(2, 5)], null],
  ['a deletion that shares its end with a replacement', [replace(4, 7, 'X')], [remove(2, 5)], null],
  ['a deletion that shares its start with a replacement', [replace(1, 3, 'X')], [remove(2, 5)], null],
  ['a replacement in which others removed', [remove(3, 4)], [replace(2, 5, 'bcdo')], null],
  ['a replacement of which others removed the end', [remove(4, 6)], [replace(2, 5, 'bcdo')], null],
  ['a replacement of which others removed the start', [remove(1, 3)], [replace(2, 5, 'bcdo')], null],
  ['a replacement of what others removed', [remove(1, 7)], [replace(2, 5, 'o')], null],
  ['an insertion into what others removed', [remove(2, 5)], [insert(3, 'o')], null],
  ['an insertion into what others replaced', [replace(2, 5, 'XYZ')], [insert(3, 'o')], null],
  [
    'a deletion in which others inserted and removed it again, and then inserted',
    [insert(3, 'X'), remove(3, 4), insert(4, 'Y')],
    [remove(2, 6)],
    null,
  ],
  ['a deletion around what the delta itself inserted where others did', [insert(4, 'X')], [insert(4, 'o'), remove(3, 5)], null],
  ['a deletion of what others set in emphasis', [add(3, 5)], [remove(2, 4)], null],
  ['a replacement of what others took emphasis from', [take(3, 5)], [replace(2, 4, 'o')], null],
  ['a deletion of an item that others checked', [set(9, 'checked', true)], [remove(8, 17)], null],
  ['emphasis over what others inserted', [insert(3, 'X')], [add(2, 5)], null],
  ['emphasis over what others replaced in part', [replace(4, 7, 'X')], [add(2, 7)], null],
  ['emphasis of what others removed', [remove(1, 7)], [add(2, 5)], null],
  ['emphasis that others take', [take(1, 3)], [add(2, 5)], null],
  ['a link over another', [add(1, 3, link('x'))], [add(2, 5, link('o'))], null],
  ['a check mark of another value', [set(9, 'checked', true)], [set(9, 'checked', null)], null],
  ['a check mark of an item that is gone', [remove(8, 17)], [set(9, 'checked', true)], null],
  ['a heading of another level', [heading(3)], [heading(2)], null],
  ['a heading of what others split', [split(4)], [heading(2)], null],
  ['another title', [title('Other')], [title('New')], null],
  ['marks of a picture that is gone', [remove(18, 19)], [new AddNodeMarkStep(18, marks.em.create())], null],
  ['other marks of a picture', [new AddNodeMarkStep(18, link('x'))], [new AddNodeMarkStep(18, link('o'))], null],
  ['steps of which only the second conflicts', [insert(3, 'X')], [insert(7, 'o'), remove(2, 5)], null],
];

test.each(fitting)('%s fits', (_, others, own, result) => {
  const log = new NoteLog(liveNote(start));
  log.send({ version: 0, clientID: 'x', steps: json(others) });
  const answer = log.send({ version: 0, clientID: 'o', rebase: true, steps: json(own) });
  expect(log.note.source.content()).toContain(result);
  expect(log.note.version).toBe(others.length + own.length);
  expect(answer.clientIDs).toEqual([...others.map(() => 'x'), ...own.map(() => 'o')]);
});

test.each(conflicts)('%s is a conflict', (_, others, own) => {
  const log = new NoteLog(liveNote(start));
  const answer = log.send({ version: 0, clientID: 'x', steps: json(others) });
  const { note } = log;
  const { code, extra } = refusal(() => log.send({ version: 0, rebase: true, steps: json(own), title: 'Never' }));
  expect(code).toBe('edit_conflict');
  expect(extra).toEqual({ index: own.length - 1, version: others.length, steps: json(answer.steps), clientIDs: answer.clientIDs });
  expect(log.note).toBe(note);
});

describe('rebase', () => {
  test('changes nothing for steps of the current version', () => {
    const log = new NoteLog(liveNote(start));
    log.send({ version: 0, rebase: true, steps: json([insert(1, 'o')]) });
    expect(refusal(() => log.send({ version: 1, rebase: true, steps: json([insert(900, 'o')]) })).code).toBe('step_failed');
  });

  test('makes a conflict of steps that no longer apply, or no longer make a note', () => {
    const log = new NoteLog(liveNote('- a\n'));
    log.send({ version: 0, steps: json([insert(3, 'X')]) });
    expect(refusal(() => log.send({ version: 0, rebase: true, steps: json([insert(900, 'o')]) }))).toMatchObject({
      code: 'edit_conflict',
      extra: { index: 0, version: 1 },
    });
    const empty = { stepType: 'replace', from: 0, to: 0, slice: { content: [{ type: 'bullet_list' }] } };
    expect(refusal(() => log.send({ version: 0, rebase: true, steps: [empty] }))).toMatchObject({
      code: 'edit_conflict',
      extra: { index: 0, version: 1 },
    });
  });

  test('moves marks that were set together, or none of them', () => {
    const parts = [take(1, 3).toJSON(), add(5, 7).toJSON()] as object[];
    const markSet = { stepType: 'markSet', steps: parts };
    const fits = new NoteLog(liveNote(start));
    fits.send({ version: 0, steps: json([insert(4, 'XX')]) });
    fits.send({ version: 0, rebase: true, steps: [markSet, { stepType: 'markSet', steps: [] }] });
    expect(fits.note.source.content()).toContain('abcXXd*ef*');
    const fails = new NoteLog(liveNote(start));
    fails.send({ version: 0, steps: json([remove(4, 7)]) });
    expect(refusal(() => fails.send({ version: 0, rebase: true, steps: [markSet] }))).toMatchObject({
      code: 'edit_conflict',
      extra: { index: 0 },
    });
  });

  test('takes a title along', () => {
    const log = new NoteLog(liveNote(start));
    log.send({ version: 0, steps: json([insert(1, 'X')]), title: 'Theirs' });
    log.send({ version: 0, rebase: true, steps: json([insert(2, 'o')]), title: 'Mine' });
    expect(log.note.version).toBe(4);
    expect(log.note.source.doc.attrs['title']).toBe('Mine');
  });
});
