// What the markdown view makes of the bytes of others, and of those that are pasted.

import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replacementWithin, separatorOf, withLineEnds } from '../../../renderer/features/notes/source/edits.ts';
import { runs } from '../../support/property.ts';

/** What a view that was opened with the first text holds after others have made each of the next ones of it. */
function merged(opened: string, ...texts: readonly string[]): readonly string[] {
  const separator = separatorOf(opened);
  let state = EditorState.create({ doc: opened, extensions: EditorState.lineSeparator.of(separator) });
  return texts.map((text) => {
    const change = replacementWithin(state.sliceDoc(), text, separator);
    if (change !== null) ({ state } = state.update({ changes: { ...change, insert: state.toText(change.insert) } }));
    return state.sliceDoc();
  });
}

test('what others write keeps its bytes, whatever ends the lines there', () => {
  const text = 'one\r\ntwo\r\nthree\n';
  expect(merged('one\r\ntwo\r\n', text, `${text}four\r\n`, 'one\ntwo\r\n')).toEqual([text, `${text}four\r\n`, 'one\ntwo\r\n']);
  expect(merged('one\ntwo\n', 'one\r\ntwo\n')).toEqual(['one\r\ntwo\n']);
  const parts = fc.array(fc.constantFrom('a', 'b', '\r', '\n', '\r\n'), { maxLength: 12 }).map((each) => each.join(''));
  fc.assert(
    fc.property(parts, fc.array(parts, { maxLength: 4 }), fc.boolean(), (first, texts, isWindows) => {
      const opened = isWindows ? first.replaceAll(/\r\n?|\n/g, '\r\n') : first;
      expect(merged(opened, ...texts)).toEqual(texts);
    }),
    runs(4_000, 37),
  );
});

test('lines that are pasted end as those do that are typed, without what no note can hold', () => {
  expect(withLineEnds('a\nb\r\nc\rd\n', '\r\n')).toBe('a\r\nb\r\nc\r\nd\r\n');
  expect(withLineEnds('a\nb\r\nc\rd\n', '\n')).toBe('a\nb\nc\nd\n');
  expect(withLineEnds('a\0b\ud83dc😀', '\n')).toBe('abc😀');
});
