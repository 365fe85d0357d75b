// Plain text that is pasted into a note, by what the note is afterwards.

import { describe, expect, test } from 'vitest';
import { editorAt } from './typed-keys.ts';

function pasted(markdown: string, ...texts: readonly string[]): string {
  const editor = editorAt(markdown);
  for (const text of texts) editor.paste(text);
  editor.write('X');
  return editor.markdown;
}

describe('an address that is pasted', () => {
  test.each([
    ['into the text of a link', '[he‸re](http://a)\n', '[he](http://a)<https://b.example/>X[re](http://a)\n'],
    ['at the end of a link', '[here](http://a)‸\n', '[here](http://a)<https://b.example/>X\n'],
    ['at the start of a link', '‸[here](http://a)\n', '<https://b.example/>X[here](http://a)\n'],
    ['into bold text', '**bo‸ld**\n', '**bo<https://b.example/>Xld**\n'],
    ['into an address', '<https://a.ex‸ample/>\n', '<https://a.ex><https://b.example/>X[ample/](https://a.example/)\n'],
  ])('%s is a link of its own', (_, markdown, expected) => {
    expect(pasted(markdown, 'https://b.example/')).toBe(expected);
  });
});
