import { describe, expect, test } from 'vitest';
import { escapeHtml, snippetParts, snippetText } from '../../../main/contract/html-text.ts';

describe('snippets', () => {
  test('marks are the only markup, everything else is text', () => {
    expect(snippetParts('a &lt;b&gt; <mark>hit &amp; run</mark> <script>x</script>')).toEqual([
      { text: 'a <b> ', marked: false },
      { text: 'hit & run', marked: true },
      { text: ' <script>x</script>', marked: false },
    ]);
  });

  test.each([
    ['far off in a long text <mark>hit</mark> more', '…a long text |hit| more'],
    ['near <mark>hit</mark>', 'near |hit'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaa<mark>hit</mark>', '…aaaaaaaaaaaaa|hit'],
    ['a text without anything found in it', 'a text without anything found in it'],
  ])('with little room %j begins shortly before the first mark', (html, shown) => {
    expect(
      snippetParts(html, 13)
        .map(({ text }) => text)
        .join('|'),
    ).toBe(shown);
  });

  test('what was escaped twice is shown escaped once', () => {
    expect(snippetParts('&amp;lt;')).toEqual([{ text: '&lt;', marked: false }]);
  });

  test('as text they are the parts one after the other', () => {
    const html = 'a &lt;b&gt; <mark>hit &amp; run</mark> &amp;lt; &quot;it&#39;s&quot;';
    expect(snippetText(html)).toBe('a <b> hit & run &lt; "it\'s"');
    expect(snippetText(escapeHtml('<mark>&amp;</mark>'))).toBe('<mark>&amp;</mark>');
  });
});
