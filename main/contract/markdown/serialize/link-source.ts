// Addresses, titles and labels of links as markdown.

import type { Mark } from 'prosemirror-model';
import { namedDefinition } from '../definitions.ts';
import { parserScope, type References } from '../references.ts';
import { tokenizer } from '../tokenizer.ts';

/** A link or an image, as far as it leads somewhere. */
export interface LinkAddress {
  readonly href: string;
  readonly title: string | null;
  readonly ref: string | null;
}

/** Most addresses: nothing in them to encode, and nowhere that a link may not lead. */
const ordinary = /^(?:https?:\/\/[a-z0-9.-]+(?=\/|$))?[\w./-]*(?:#[\w-]*)?$/;

/** The same address as markdown gives it back, or null when it may not be a link. */
export function normalHref(href: string): string | null {
  if (ordinary.test(href)) return href;
  const normal = tokenizer.normalizeLink(href);
  return tokenizer.validateLink(normal) ? normal : null;
}

export function linkAddress(attrs: Mark['attrs']): LinkAddress {
  return {
    href: String(attrs['href'] ?? attrs['src']),
    title: attrs['title'] === null || attrs['title'] === '' ? null : String(attrs['title']),
    ref: attrs['ref'] === null ? null : String(attrs['ref']),
  };
}

/**
 * Letters of other scripts in a relative address are written as such, as people type them; what was copied from elsewhere stays encoded.
 */
function readable(href: string): string {
  if (!href.includes('%') || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return href;
  const decoded = href.replace(/(?:%[89A-F][0-9A-F])+/gi, (bytes) => {
    try {
      const text = decodeURIComponent(bytes);
      return /^[\p{L}\p{N}\p{M}]+$/u.test(text) ? text : bytes;
    } catch {
      return bytes;
    }
  });
  return tokenizer.normalizeLink(decoded) === href ? decoded : href;
}

const escapable = /\\(?=[!-/:-@[-`{-~\r\n]|$)|&(?=#?\w+;)/g;

/** Parentheses pair up, and not too deeply for markdown. */
function isBalanced(href: string): boolean {
  let open = 0;
  for (const character of href) {
    if (character === '(') open++;
    else if (character === ')') open--;
    if (open < 0 || open > 30) return false;
  }
  return open === 0;
}

/** The address between the parentheses. `href` is normal. */
export function destination(href: string): string {
  const source = readable(href).replace(escapable, '\\$&');
  if (source === '' || /[\s<>]/.test(source))
    return `<${source.replace(/[<>]/g, '\\$&').replace(/\s/g, (blank) => encodeURIComponent(blank))}>`;
  return isBalanced(source) ? source : source.replace(/[()]/g, '\\$&');
}

export function titleSource(title: string | null): string {
  if (title === null) return '';
  const source = title.replace(escapable, '\\$&').replace(/\r/g, '&#13;').replace(/\n/g, '&#10;');
  return source.includes('"') && !source.includes("'") ? ` '${source}'` : ` "${source.replaceAll('"', '\\"')}"`;
}

/** `[label]` and `[label][]`, or the label of `[text][label]`. */
interface LinkLabel {
  readonly label: string;
  readonly collapsed: boolean;
}

const risky = /[\\`<$&[\]!^]/;

/** Whether `[x][label]` is the link that is meant. */
function parsesAs(label: string, target: LinkAddress, references: References): boolean {
  const token = tokenizer.parseInline(`[x][${label}]`, { references: parserScope(references) })[0]?.children?.[0];
  return (
    token?.type === 'link_open' &&
    token.attrGet('href') === target.href &&
    (token.attrGet('title') ?? null) === target.title &&
    token.markup.endsWith(`][${label}]`)
  );
}

/** Those that say something, without the blanks around them. */
const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The label of the definition that `target` names, if there is one that leads there. */
export function labelOf(target: LinkAddress, references: References, breaks: 'lines' | 'tags'): LinkLabel | null {
  if (target.ref === null || target.ref === '<>') return null;
  const collapsed = target.ref.endsWith('[]');
  const written = (collapsed ? target.ref.slice(0, -2) : target.ref).trim();
  const label = breaks === 'lines' ? linesOf(written).join('\n') : written.replace(/\s+/g, ' ');
  const definition = namedDefinition(label, references);
  if (definition === null || label.length > 900 || label === '') return null;
  if (definition.href !== target.href || definition.title !== (target.title ?? '')) return null;
  return !risky.test(label) || parsesAs(label, target, references) ? { label, collapsed } : null;
}

/** Where `<source>` leads; null if that is no link, or shows another text than `text`. */
function autolinkTarget(source: string, text: string): string | null {
  if (/[<>\s]/.test(source)) return null;
  const [open, shown, close] = tokenizer.parseInline(`<${source}>`, {})[0]?.children ?? [];
  return open?.markup === 'autolink' && shown?.content === text && close?.nesting === -1 ? String(open.attrGet('href')) : null;
}

/** What stands between the brackets for an address: that of mail names no scheme. */
const bracketed = (href: string): string => href.replace(/^mailto:/, '');

/** Whether `<text>`, or another source that shows the text, leads to `href`. */
export const showsAddress = (text: string, href: string): boolean =>
  text === href || [href, bracketed(href)].some((source) => tokenizer.normalizeLinkText(source) === text);

/**
 * Where an address in angle brackets that led to `href` leads once it shows `text`; null if it is no address any more. What is encoded in
 * it without need, as `%2A`, stays so outside of what was changed.
 */
export function followedHref(text: string, href: string): string | null {
  const anew = autolinkTarget(text, text);
  if (anew === null || !href.includes('%')) return anew;
  const pieces = bracketed(href).match(/(?:%[\da-f]{2})+|[^%]|%/gi) ?? [];
  const texts = pieces.map((piece) => (piece.length > 1 && piece.startsWith('%') ? tokenizer.normalizeLinkText(piece) : piece));
  let [start, from] = [0, 0];
  while (start < pieces.length && text.startsWith(texts[start] ?? '', from)) from += texts[start++]?.length ?? 0;
  let [end, to] = [pieces.length, text.length];
  while (end > start && to - (texts[end - 1]?.length ?? 0) >= from && text.endsWith(texts[end - 1] ?? '', to))
    to -= texts[--end]?.length ?? 0;
  return autolinkTarget(pieces.slice(0, start).join('') + text.slice(from, to) + pieces.slice(end).join(''), text) ?? anew;
}

const autolink = /^[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^<>\0-\x20]*$/;
const email = /^[^\s<>@]+@[^\s<>@]+$/;

/** What stands between `<` and `>` of a link that shows its own address; null if it cannot be written like that. */
export function autolinkSource(text: string, target: LinkAddress): string | null {
  if (target.ref !== '<>' || target.title !== null) return null;
  const fits = (source: string): boolean => {
    const href = autolink.test(source) ? source : email.test(source) ? `mailto:${source}` : null;
    if (href === null || tokenizer.normalizeLink(href) !== target.href) return false;
    const [open, shown] = tokenizer.parseInline(`<${source}>`, {})[0]?.children ?? [];
    return open?.markup === 'autolink' && shown?.content === text;
  };
  return [text, target.href, target.href.replace(/^mailto:/, '')].find(fits) ?? null;
}
