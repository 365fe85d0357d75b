// An address in angle brackets leads where it says, also after it was changed.

import { closeHistory, history, redo, undo } from 'prosemirror-history';
import { EditorState, type Command, type Transaction } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { parseNodes } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { readSteps } from '../../../main/features/notes/delta/read-step.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { definitionsPlugin } from '../../../renderer/features/notes/editor/definitions.ts';
import { replaceLink } from '../../../renderer/features/notes/editor/link-state.ts';

const { nodes } = noteSchema;

/** Behind some text, the last time that it occurs. */
function placeBehind({ doc }: EditorState, behind: string): number {
  let at = -1;
  doc.descendants((node, place) => {
    if (node.isText && node.text?.includes(behind) === true) at = place + node.text.indexOf(behind) + behind.length;
  });
  return at;
}

/** The markdown after letters were typed behind some text; with `from`, as others have typed them. */
function typed(markdown: string, behind: string, letters: string, from?: 'others'): string {
  const source = NoteSource.parse(markdown, 'Note');
  const state = EditorState.create({ doc: nodes.doc.create(source.doc.attrs, source.doc.content), plugins: [definitionsPlugin()] });
  const tr = state.tr.insertText(letters, placeBehind(state, behind));
  if (from === 'others') tr.setMeta('rebased', 0);
  return source.advance(state.apply(tr).doc).content();
}

describe('an address in angle brackets', () => {
  test.each([
    ['that is typed in', 'See <https://a.org/b> there\n', 'a.o', 'x', 'See <https://a.oxrg/b> there\n'],
    ['of mail', '<me@a.org>\n', 'me', 'x', '<mex@a.org>\n'],
    ['with letters that are encoded', '- <https://a.org/b>\n', 'org/', 'ä', '- <https://a.org/äb>\n'],
    ['in bold', '**<https://a.org>**\n', 'https:', '/', '**<https:///a.org>**\n'],
    ['with more encoded than need be', 'a <xref:b%2Ac> e\n', 'xref:b', 'y', 'a <xref:by%2Ac> e\n'],
    ['behind what is encoded', '<xref:b%2Ac>\n', 'xref:b*', 'y', '<xref:b%2Ayc>\n'],
    ['with what would be encoded anyway', 'see <xref:a.b%601> e\n', 'xref:a', 'y', 'see <xref:ay.b%601> e\n'],
    ['that is none any more', '<https://a.org>\n', 'https', ' ', '[https ://a.org](https://a.org)\n'],
  ])('%s', (_, markdown, behind, letters, expected) => {
    expect(typed(markdown, behind, letters)).toBe(expected);
  });

  test('keeps its bytes when a letter is typed elsewhere in its block', () => {
    expect(typed('- see <xref:a.b%2A>\n- here\n', 'her', 'x')).toBe('- see <xref:a.b%2A>\n- herxe\n');
    expect(typed('see <https://a.org/Foo_%28bar%29> <me@a.org> here\n', 'her', 'x')).toBe(
      'see <https://a.org/Foo_%28bar%29> <me@a.org> herxe\n',
    );
  });

  test('stays where it led when others change its text, who say for themselves where it leads', () => {
    expect(typed('<https://a.org>\n', 'a.o', 'x', 'others')).toBe('[https://a.oxrg](https://a.org)\n');
  });

  test('is told from a link with a text of its own', () => {
    expect(typed('[https://a.org](https://a.org)\n', 'a.o', 'x')).toBe('[https://a.oxrg](https://a.org)\n');
    expect(parseNodes('<https://a.org>', {})[0]?.firstChild?.marks[0]?.attrs['ref']).toBe('<>');
  });
});

/** Typed, undone and redone twice: each step as the service reads it. Gives the document after the first time and after the last. */
function toAndFro(markdown: string, behind: string, change: (tr: Transaction, at: number) => Transaction): readonly string[] {
  const source = NoteSource.parse(markdown, 'Note');
  let state = EditorState.create({
    doc: nodes.doc.create(source.doc.attrs, source.doc.content),
    plugins: [history(), definitionsPlugin()],
  });
  let stored = state.doc;
  const dispatch = (tr: Transaction): void => {
    const { state: next, transactions } = state.applyTransaction(tr);
    state = next;
    for (const { steps } of transactions)
      for (const step of readSteps(steps.map((each) => each.toJSON() as unknown))) stored = step.apply(stored).doc ?? stored;
  };
  const press = (command: Command): void => {
    expect(command(state, dispatch)).toBe(true);
  };
  dispatch(closeHistory(change(state.tr, placeBehind(state, behind))));
  const first = state.doc;
  for (const command of [undo, redo, undo, redo]) press(command);
  expect(stored.eq(state.doc)).toBe(true);
  return [first, state.doc].map((doc) => JSON.stringify(doc.toJSON()));
}

describe('the steps of a link that follows', () => {
  test.each([
    ['an address in angle brackets', 'Go <https://x.example/a> now.\n', 'x.exam'],
    ['a link that names a definition', 'See [it][m] and [**that** one][m].\n\n[m]: https://x.example/a\n', 'x.example/a'],
    ['a picture and a link', '![alt][m] and [t][m]\n\n[m]: https://x.example/a\n', 'x.example/a'],
  ])('can be read when they are undone and redone: %s', (_, markdown, behind) => {
    const [first, last] = toAndFro(markdown, behind, (tr, at) => tr.insertText('b', at));
    expect(last).toBe(first);
    const [gone, again] = toAndFro(markdown, behind, (tr, at) => tr.delete(at - 1, at));
    expect(again).toBe(gone);
  });

  test('can be read where a link takes the place of others', () => {
    const markdown = 'See [this](https://a.org) and [that](https://b.org) there\n';
    const [first, last] = toAndFro(markdown, 'See ', (tr, at) => replaceLink(tr, at, at + 13, { href: 'https://c.org' }));
    expect(first).toContain('https://c.org');
    expect(last).toBe(first);
  });
});
