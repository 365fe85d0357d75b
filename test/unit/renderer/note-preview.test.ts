import { describe, expect, test } from 'vitest';
import { previewHtml } from '../../../renderer/features/notes/links/preview-html.ts';

describe('the preview of a note', () => {
  test.each([
    ['front matter is left out', '---\ntags: [a]\n---\n\nText', '<p>Text</p>'],
    ['links by title show what they are called', '[[A]] [[B#C|d]] ![[e.png]]', '<p>A d e.png</p>'],
    ['links are text', '[x](https://a.example) <https://b.example>', null],
    ['pictures are their descriptions', '![hut <b>](https://a.example/x.png)', '<p><span class="preview-picture">hut &lt;b&gt;</span></p>'],
    ['headings are text', '# A\n', '<p class="preview-heading">A</p>'],
    [
      'tasks have their boxes',
      '- [ ] a\n- [x] b [ ] c',
      '<ul>\n<li class="preview-task">☐ a</li>\n<li class="preview-task">☑ b [ ] c</li>\n</ul>',
    ],
    ['HTML is text', '<img src=x onerror="y()">', '<p>&lt;img src=x onerror=&quot;y()&quot;&gt;</p>'],
    ['tables have no styles', '| a |\n| -: |\n| b |', null],
    ['nothing is nothing', '---\na: 1\n---\n\n', ''],
  ])('%s', (_name, content, html) => {
    const made = previewHtml(content);
    if (html !== null) expect(made).toBe(html);
    expect(made).not.toMatch(/<(?:a|img|script|iframe|h\d)\b|href=|style=/);
  });

  test('a section begins at its heading, whatever its case; an unknown one is the beginning', () => {
    const content = 'Start\n\n```\n# tools\n```\n\n## Tools *now*\n\nSpade\n';
    // As addresses of markdown say it.
    expect(previewHtml(content, 'tools-now')).toBe(previewHtml(content, 'Tools now'));
    expect(previewHtml(content, 'tools now')).toMatch(/^<p class="preview-heading">Tools <em>now<\/em><\/p>\s?<p>Spade<\/p>$/);
    expect(previewHtml(content, 'Beds')).toMatch(/^<p>Start/);
  });

  test('a long note is cut, between whole characters', () => {
    expect(previewHtml(`${'a'.repeat(1_199)}😀${'b'.repeat(1_000_000)}`).length).toBeLessThan(1_300);
    expect(previewHtml('a\n\n'.repeat(1_000)).match(/<p>/g)).toHaveLength(7);
  });
});
