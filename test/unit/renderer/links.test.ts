import type { EditorView } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { mentionsInText, type Mention } from '../../../main/contract/mentions.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { completionOf, offer } from '../../../renderer/features/notes/editor/completion.ts';
import { headingOptions, noteOptions } from '../../../renderer/features/notes/links/completions.ts';
import { headingNamed } from '../../../renderer/features/notes/links/section-heading.ts';
import { keepWords, renamedIn, searchFor, tagsOf, toggled, withWords, wordsOf } from '../../../renderer/features/notes/tags/tag-address.ts';
import { standingOf, targetsIn } from '../../../renderer/ui/links/link-targets.ts';
import { TypedEditor } from './typed-keys.ts';

const there = (id: string, title: string, ...targets: string[]) =>
  ({ kind: 'text', type: 'note', id, title, exists: true, targets, addresses: [] as string[], linkId: null }) as const;
const nothing = (id: string | null, title: string) => ({ ...there('', title), id, exists: false });

describe('where links lead', () => {
  const targets = targetsIn({
    outgoing: [
      there('1', 'Garden'),
      there('2', 'garden'),
      there('3', 'C#'),
      there('4', 'Log', 'Home/Log#May', 'log.md'),
      there('5', 'Log', 'Work/Log'),
      nothing(null, 'Nobody#Part'),
      nothing(null, 'Sea/Log'),
      nothing('9', '9'),
    ],
  });
  const stateOf = (text: string): string => {
    const [mention] = mentionsInText(text) as readonly Exclude<Mention, { readonly kind: 'tag' }>[];
    if (mention === undefined) throw new Error(`There is no link in ${text}`);
    const standing = standingOf(mention, targets);
    return standing.state === 'there' ? standing.id : standing.state;
  };

  test.each([
    ['[[Garden]]', '1'],
    ['[[garden#Beds|x]]', '2'],
    ['[[GARDEN]]', '1'],
    ['[[c#]]', '3'],
    ['[[nobody#part]]', 'nothing'],
    ['[[Nobody]]', 'unknown'],
    ['[[Home/Log#May|x]]', '4'],
    ['[[log.md]]', '4'],
    ['[[Work/Log]]', '5'],
    ['[[sea/Log]]', 'nothing'],
    ['[[Work/Log#May]]', 'unknown'],
    ['daybook://note/1', '1'],
    ['daybook://note/9', 'nothing'],
    ['daybook://card/1', 'unknown'],
  ])('%s is %s', (text, expected) => {
    expect(stateOf(text)).toBe(expected);
  });
});

test('a link of markdown to a file leads where the service has told of this very address', () => {
  const targets = targetsIn({
    outgoing: [
      { ...there('6', 'Other note'), addresses: ['../Other note.md#x y'] },
      { ...nothing(null, 'gone.md'), addresses: ['gone.md'] },
    ],
  });
  const stateOf = (target: string): string => standingOf({ kind: 'file', from: 0, to: 1, target }, targets).state;
  expect(['../Other note.md#x y', 'gone.md', 'Other note.md'].map(stateOf)).toEqual(['there', 'nothing', 'unknown']);
});

test('a section is the heading of this text, else that of which an address is made so', () => {
  const headings = ['Week 1', 'What’s *new*, in 2026?', 'week-1', '✨', ''];
  const named = (section: string): number => headingNamed(headings, section);
  expect(['week 1', 'week-1', 'Part#whats-new-in-2026', 'none', '', '-'].map(named)).toEqual([0, 2, 1, -1, -1, -1]);
});

test('titles are offered best first, and by their address where brackets cannot tell them', () => {
  const notes = ['My garden', 'Garden plan', 'Garden', 'Begarden', 'Twin', 'Twin', 'A [garden]'].map((title, index) => ({
    id: String(index),
    title,
    notebookId: null,
  }));
  const texts = (typed: string): string[] => noteOptions(notes, typed, new Map()).map(({ text, href }) => href ?? text);
  expect(texts('garden')).toEqual(['[[Garden]]', '[[Garden plan]]', '[[My garden]]', 'daybook://note/6', '[[Begarden]]']);
  expect(texts('twin')).toEqual(['daybook://note/4', 'daybook://note/5']);
  expect(texts('new one')).toEqual(['[[new one]]']);
  expect(texts('a]b')).toEqual([]);
});

test('notes of the same title are told apart by their notebooks, and a path that is typed finds them', () => {
  const paths = new Map([
    ['a', 'Areas'],
    ['ah', 'Areas/Home'],
    ['x', 'C#/[x]'],
  ]);
  const notes = [
    ['Plan', 'ah'],
    ['Plan', 'a'],
    ['Plan', null],
    ['Planet', 'x'],
    ['PLAN', 'x'],
    ['TCP/IP', 'a'],
  ].map(([title, notebookId], index) => ({ id: String(index), title: title ?? '', notebookId: notebookId ?? null }));
  const options = (typed: string): string[] =>
    noteOptions(notes, typed, paths).map(({ text, href, detail = '' }) => `${href ?? text} ${detail}`.trim());
  expect(options('plan')).toEqual([
    '[[Areas/Home/Plan]] Areas/Home',
    '[[Areas/Plan]] Areas',
    'daybook://note/2 one of several',
    'daybook://note/4 C#/[x]',
    '[[Planet]]',
  ]);
  expect(options('home/pl')).toEqual(['[[Areas/Home/Plan]] Areas/Home', '[[home/pl]] New note']);
  expect(options('areas/plan')).toEqual(['[[Areas/Plan]] Areas']);
  expect(options('tcp/i')).toEqual(['[[TCP/IP]] Areas', '[[tcp/i]] New note']);
});

test('headings of a note are offered after its title and #, those that brackets can tell', () => {
  const headings = ['Beds', 'Old beds', 'Tools', 'Beds', 'A [list]', 'C#', ''].map((text) => ({ text }));
  const texts = (target: string): string[] => headingOptions(headings, target).map(({ text }) => text);
  expect(texts('Garden#be')).toEqual(['[[Garden#Beds]]', '[[Garden#Old beds]]']);
  expect(texts('#TOO')).toEqual(['[[#Tools]]']);
  expect(texts('Garden#')).toEqual(['[[Garden#Beds]]', '[[Garden#Tools]]', '[[Garden#Old beds]]']);
  expect(texts('Garden#nothing')).toEqual([]);
});

test('until what is offered for the last letter comes, Enter takes nothing that does not fit it', () => {
  const written = (typed: string, offered: readonly string[], last: string): string => {
    const editor = new TypedEditor(noteSchema.nodes.doc.create(null, noteSchema.nodes.paragraph.create()));
    editor.write(typed);
    const open = completionOf(editor.state);
    if (open === null) throw new Error('Nothing is completed');
    const options = offered.map((text) => ({ id: text, label: text, text: open.kind === 'tag' ? text : `[[Garden#${text}]]` }));
    offer(editor as unknown as EditorView, open, options);
    editor.write(`${last}\n`);
    return editor.state.doc.textBetween(0, editor.state.doc.content.size, '|');
  };
  expect(written('[[Garden#be', ['Beans', 'Berries'], 'r')).toBe('[[Garden#Berries]]');
  expect(written('[[Garden#be', ['Beans', 'Berries'], '')).toBe('[[Garden#Beans]]');
  expect(written('#ga', ['#garden', '#gas'], 's')).toBe('#gas');
  expect(written('#ga', ['#garden'], 's')).toBe('#gas|');
});

test('tags of the address are each once, whatever their case, and can be taken away', () => {
  expect(tagsOf('tag=a%2Fb&tag=Home&tag=home&x=1')).toEqual(['a/b', 'home']);
  expect(toggled(['a/b', 'home'], 'HOME')).toEqual(['a/b']);
  expect(searchFor(toggled(['a/b'], 'ü'))).toBe('?tag=a%2Fb&tag=%C3%BC');
  expect(searchFor([])).toBe('');
});

test('tags of the address get the new name of one that is renamed, and of one above them', () => {
  const tags = ['home', 'Garden/Beds/2', 'gardens'];
  expect(renamedIn(tags, 'garden/beds', 'x')).toEqual(['home', 'x/2', 'gardens']);
  expect(renamedIn(tags, 'garden', 'a/b')).toEqual(['home', 'a/b/Beds/2', 'gardens']);
  expect(renamedIn(tags, 'HOME', 'house')).toEqual(['house', 'Garden/Beds/2', 'gardens']);
  expect(renamedIn(tags, 'garden/beds/2/x', 'house')).toEqual(tags);
});

test.each([
  ['/notes/b', '/notes/b?q=red+beans'],
  ['/notes/b?tag=x&find=beans#Part', '/notes/b?tag=x&find=beans&q=red+beans#Part'],
  ['/notes', '/notes?q=red+beans'],
  ['/notes?q=peas', '/notes?q=peas'],
  [`/notes/a${withWords('?tag=x&q=red+beans', '')}`, '/notes/a?tag=x'],
  ['/boards/Home', '/boards/Home'],
])('the words that the notes are searched for stay in the address on the way to %s', (to, expected) => {
  expect(keepWords(to, '?q=red+beans')).toBe(expected);
  expect(wordsOf('?tag=x&q=red+beans')).toBe('red beans');
});
