import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../main/features/notes/markdown/plain-text.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { documentOf } from './round-trip.ts';

describe('plainText', () => {
  it.for<[string, string, string]>([
    ['marks', '# A *b* **c** ~~d~~ `e`\n', 'A b c d e'],
    ['texts of links and images, not their addresses', '[a](/b "c") ![d](/e) <https://f.org> [g][h]\n\n[h]: /i\n', 'a d https://f.org g'],
    ['line ends', 'a\nb\\\nc\n', 'a\nb\nc'],
    ['blocks', '- a\n- [x] b\n\n> c\n\n```js\nd\n```\n\n***\n\ne\n', 'a\nb\nc\nd\ne'],
    ['tables', '| a | b |\n|---|---|\n| c | |\n', 'a\nb\nc'],
    ['html', '<div class="a">b</div>\n\nc <i>d</i>\n\n<!-- e -->\n', 'b\nc d'],
    ['html that is cut off', '<!-- a\n<b\n', ''],
    ['formulas and footnotes', 'a $x$[^1]\n\n$$\ny\n$$\n\n[^1]: note\n', 'a x\ny\nnote'],
    ['front matter', '---\ntitle: t\n---\n\na\n', 'title: t\na'],
    ['escapes', '\\*a\\* &amp; b\n', '*a* & b'],
    ['nothing', '', ''],
  ])('leaves out markup: %s', ([, markdown, expected]) => {
    expect(plainText(documentOf(parseMarkdown(markdown)))).toBe(expected);
  });
});
