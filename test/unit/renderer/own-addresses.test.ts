// An address in angle brackets leads where it says, also after it was changed.

import { EditorState } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { parseNodes } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { NoteSource } from '../../../main/features/notes/note-source.ts';
import { definitionsPlugin } from '../../../renderer/features/notes/editor/definitions.ts';

const { nodes } = noteSchema;

/** The markdown after letters were typed behind some text; with `from`, as others have typed them. */
function typed(markdown: string, behind: string, letters: string, from?: 'others'): string {
  const source = NoteSource.parse(markdown, 'Note');
  const state = EditorState.create({ doc: nodes.doc.create(source.doc.attrs, source.doc.content), plugins: [definitionsPlugin()] });
  let at = -1;
  state.doc.descendants((node, place) => {
    if (node.isText && node.text?.includes(behind) === true) at = place + node.text.indexOf(behind) + behind.length;
  });
  const tr = state.tr.insertText(letters, at);
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
