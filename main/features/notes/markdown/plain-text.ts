// What a note says, without markup.

import type { Node } from 'prosemirror-model';
import { mentionsInText } from '../../../contract/mentions.ts';

/** HTML without its comments and tags. */
function htmlText(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let open = html.indexOf('<!--'); open >= 0; open = html.indexOf('<!--', from)) {
    const close = html.indexOf('-->', open);
    parts.push(html.slice(from, open));
    from = close < 0 ? html.length : close + 3;
  }
  parts.push(html.slice(from));
  return parts
    .join(' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
}

function withoutDollars(formula: string): string {
  let end = formula.length;
  while (formula.endsWith('$', end)) end -= 1;
  return formula.slice(0, end).replace(/^\$+/, '').trim();
}

/** `[[Title|shown]]` as it is read; what it embeds has its name. */
function withoutBrackets(text: string): string {
  if (!text.includes('[[')) return text;
  let read = '';
  let at = 0;
  for (const mention of mentionsInText(text)) {
    if (mention.kind !== 'title') continue;
    const { from, to, target, shown } = mention;
    read += text.slice(at, text.charAt(from - 1) === '!' ? from - 1 : from) + (shown === null || shown === '' ? target : shown);
    at = to;
  }
  return read + text.slice(at);
}

function leafText(node: Node): string {
  switch (node.type.name) {
    case 'text': {
      const text = node.text ?? '';
      return node.marks.some(({ type }) => type.spec.code === true) ? text : withoutBrackets(text);
    }
    case 'image':
      return String(node.attrs['alt']);
    case 'raw_inline':
      return node.attrs['kind'] === 'math' ? withoutDollars(String(node.attrs['source'])) : '';
    case 'hard_break':
    case 'soft_break':
      return '\n';
    default:
      return '';
  }
}

function rawBlockText(node: Node): string {
  switch (node.attrs['kind']) {
    case 'html':
      return htmlText(node.textContent);
    case 'definition':
      return '';
    case 'footnote':
      return node.textContent.replace(/^ {0,3}\[\^[^\]]*\]:[ \t]*/, '');
    case 'math':
      return withoutDollars(node.textContent.trim());
    default:
      return node.textContent;
  }
}

function collect(node: Node, into: string[]): void {
  if (node.type.name === 'raw_block') into.push(rawBlockText(node), '\n');
  else if (node.isTextblock) {
    node.forEach((child) => into.push(node.type.spec.code === true ? (child.text ?? '') : leafText(child)));
    into.push('\n');
  } else if (node.isInline) into.push(leafText(node));
  else node.forEach((child) => collect(child, into));
}

/**
 * Text without markup, for excerpts: texts of links and images, code, table cells, front matter without its fences; no HTML
 * tags, no addresses. Each block with text ends a line.
 */
export function plainText(node: Node): string {
  const parts: string[] = [];
  collect(node, parts);
  return parts
    .join('')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n|\n$/g, '');
}
