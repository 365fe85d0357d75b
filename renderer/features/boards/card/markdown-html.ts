// Markdown to HTML that can be put into the page: no HTML of the author's own, no scripts, nothing that is fetched.

import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

markdown.renderer.rules['image'] = (tokens, index) => {
  const token = tokens[index];
  const { escapeHtml } = markdown.utils;
  const source = String(token?.attrGet('src') ?? '');
  return `<a href="${escapeHtml(source)}" target="_blank" rel="noopener noreferrer">${escapeHtml(token?.content || source)}</a>`;
};

markdown.renderer.rules['link_open'] = (tokens, index, options, _environment, renderer) => {
  tokens[index]?.attrSet('target', '_blank');
  tokens[index]?.attrSet('rel', 'noopener noreferrer');
  return renderer.renderToken(tokens, index, options);
};

export function markdownToHtml(text: string): string {
  return markdown.render(text);
}
