// The first lines of a note as HTML to look at: no HTML of its own, nothing that is fetched, nothing that can be clicked or focused. Pure.

import MarkdownIt, { type Token } from 'markdown-it';
import { headingNamed } from './section-heading.ts';

/** How many characters of a note are shown at most, and in how many lines. */
const maxShown = { characters: 1_200, lines: 14 } as const;
/** Within how many characters a section is looked for. */
const lookedThrough = 256 * 1024;

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true });
const { escapeHtml } = markdown.utils;
const { rules } = markdown.renderer;

const contentOf = (tokens: readonly Token[], index: number): string => tokens[index]?.content ?? '';

rules['link_open'] = () => '<span class="preview-link">';
rules['link_close'] = () => '</span>';
rules['image'] = (tokens, index) => `<span class="preview-picture">${escapeHtml(contentOf(tokens, index))}</span>`;
// No headings: those of the page are its own.
rules['heading_open'] = () => '<p class="preview-heading">';
rules['heading_close'] = () => '</p>';
// Their alignment would be an inline style, which the page does not allow.
rules['th_open'] = () => '<th>';
rules['td_open'] = () => '<td>';
const box = /^\[([ xX])\] /;
// The box of a task stands in the place of the bullet.
rules['list_item_open'] = (tokens, index) => (box.test(contentOf(tokens, index + 2)) ? '<li class="preview-task">' : '<li>');
rules['text'] = (tokens, index) => {
  const text = index === 0 ? contentOf(tokens, index).replace(box, (_, sign) => (sign === ' ' ? '☐ ' : '☑ ')) : contentOf(tokens, index);
  return escapeHtml(text.replace(/!?\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/g, (_, target: string, shown?: string) => shown || target));
};

/** Without front matter, which says nothing in the first lines. */
const textOf = (content: string): string =>
  content.replace(/^\uFEFF?---[ \t]*\r?\n(?:[^\n]*\n){0,500}?---[ \t]*(?:\r?\n|$)/, '').trimStart();

/** From the heading of this name on; all of it where there is none. */
function fromSection(text: string, section: string): string {
  const tokens = markdown.parse(text.slice(0, lookedThrough), {});
  const headings = [...tokens.entries()].filter(([, { type }]) => type === 'heading_open');
  const names = headings.map(([index]) => tokens[index + 1]?.children?.map(({ content }) => content).join('') ?? '');
  const line = headings[headingNamed(names, section)]?.[1].map?.[0];
  return line === undefined
    ? text
    : text
        .split(/\r\n|\r|\n/)
        .slice(line)
        .join('\n');
}

/** The beginning of a note, or of one of its sections; '' where it has no text. */
export function previewHtml(content: string, section: string | null = null): string {
  const text = section === null ? textOf(content) : fromSection(textOf(content), section);
  const lines = text.slice(0, maxShown.characters).split(/\r\n|\r|\n/);
  // What was cut off in the middle of a line is told by dots, what stands below by the card's edge.
  if (text.length > maxShown.characters) lines.push(`${lines.pop()?.toWellFormed() ?? ''}…`);
  return markdown.render(lines.slice(0, maxShown.lines).join('\n')).trim();
}
