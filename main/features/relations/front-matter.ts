// What front matter says: tags, by `tags:` with a list, or with a text of names between commas or blanks; and links, which stand in the
// texts of any property, as in Obsidian. The library is loaded with the first note that needs it.

import type { isMap, isScalar, isSeq, parseDocument, Scalar } from 'yaml';
import { isTag, mentionsInText, type LinkMention, type TitleMention } from '../../contract/mentions.ts';

/** A tag, and where its name stands in the front matter, without a `#` before it. */
interface FrontMatterTag {
  readonly tag: string;
  readonly from: number;
  readonly to: number;
}

/** A text of a property, or one of those in it. */
interface PropertyText {
  /** Of the outermost property. */
  readonly name: string;
  /** As it is meant. */
  readonly value: string;
  readonly type: Scalar['type'];
  /** Where it is written, with its quotes. */
  readonly from: number;
  readonly to: number;
}

/** Characters of front matter, and what is to stand there. */
interface FrontMatterEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Positions of both are those in the front matter. */
interface FrontMatterMentions {
  readonly tags: readonly FrontMatterTag[];
  readonly links: readonly LinkMention[];
}

/** Longer front matter says nothing: reading it would hold others up. */
export const maxFrontMatter = 8 * 1024;

interface Yaml {
  readonly isMap: typeof isMap;
  readonly isScalar: typeof isScalar;
  readonly isSeq: typeof isSeq;
  readonly parseDocument: typeof parseDocument;
}

let library: Yaml | null = null;

/** To be called before front matter is read, where something can be waited for. */
export async function loadYaml(): Promise<void> {
  library ??= await import('yaml');
}

const mayLink = /\[\[|daybook:/i;

/** Whether front matter can say something, by its letters alone. */
export function mayMention(text: string): boolean {
  return text.length <= maxFrontMatter && (/tags/i.test(text) || mayLink.test(text));
}

/** In their order; null while the library is not loaded. Nothing of front matter that is no YAML. */
export function frontMatterMentions(text: string): FrontMatterMentions | null {
  if (!mayMention(text)) return { tags: [], links: [] };
  if (library === null) return null;
  const properties = propertiesIn(text, library);
  const told = properties.find(({ name }) => name.toLowerCase() === 'tags')?.value;
  const { isScalar, isSeq } = library;
  const scalars = isSeq(told) ? told.items.filter((item) => isScalar(item)) : isScalar(told) ? [told] : [];
  return {
    tags: scalars.flatMap((scalar) => namesIn(scalar, text, isSeq(told))),
    links: textsOf(properties, library).flatMap((property) => linksIn(property, text)),
  };
}

/** The texts of properties in which links may stand; none while the library is not loaded. */
export function propertyTexts(text: string): readonly PropertyText[] {
  if (library === null || !mayMention(text)) return [];
  return textsOf(propertiesIn(text, library), library);
}

/**
 * What follows where links by titles are to say something else: `targetOf` tells what, null for one that stays. All else keeps its bytes,
 * but where a text without quotes needs them now.
 */
export function frontMatterEdits(text: string, targetOf: (mention: TitleMention) => string | null): FrontMatterEdit[] {
  return propertyTexts(text).flatMap((property) => {
    const { type, from, to } = property;
    const edits = linksIn(property, text).flatMap((mention): FrontMatterEdit[] => {
      const next = mention.kind === 'title' ? targetOf(mention) : null;
      if (next === null) return [];
      const [, written = ''] = /^\[\[\s*([^|\]]*)/.exec(text.slice(mention.from, mention.to)) ?? [];
      const start = text.indexOf(written, mention.from + 2);
      return [{ from: start, to: start + written.trimEnd().length, text: encoded(next, type) }];
    });
    if (type !== 'PLAIN' || edits.length === 0) return edits;
    let plain = text.slice(from, to);
    for (const edit of edits.toReversed()) plain = plain.slice(0, edit.from - from) + edit.text + plain.slice(edit.to - from);
    // A colon would make it a property, and what follows a sign of number a comment.
    return /:\s|\s#/.test(plain) ? [{ from, to, text: `'${plain.replaceAll("'", "''")}'` }] : edits;
  });
}

interface Property {
  readonly name: string;
  readonly value: unknown;
}

function propertiesIn(text: string, { isMap, isScalar, parseDocument: parse }: Yaml): Property[] {
  // Every value as the text that it is.
  const { contents } = parse(text, { schema: 'failsafe', strict: false, uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  if (!isMap(contents)) return [];
  return contents.items.flatMap(({ key, value }) => (isScalar(key) ? [{ name: String(key.value), value }] : []));
}

/** Those in which links may stand, of lists, and of properties of properties, as well. What brackets without quotes make are lists. */
function textsOf(properties: readonly Property[], { isMap, isScalar, isSeq }: Yaml): PropertyText[] {
  const found: PropertyText[] = [];
  for (const { name, value: outermost } of properties) {
    const pending = [outermost];
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      if (isSeq(value)) pending.push(...value.items.toReversed());
      else if (isMap(value)) pending.push(...value.items.map((item) => item.value).toReversed());
      else if (isScalar(value) && value.range && mayLink.test(String(value.value)))
        found.push({ name, value: String(value.value), type: value.type, from: value.range[0], to: value.range[1] });
    }
  }
  return found;
}

function linksIn({ type, from, to }: PropertyText, text: string): LinkMention[] {
  const written = text.slice(from, to);
  // What stands behind the sign of a block is at most a comment.
  const start = type?.startsWith('BLOCK') === true ? written.indexOf('\n') + 1 || written.length : 0;
  // In all others the end of a line is a blank.
  const line = type === 'BLOCK_LITERAL' ? written.slice(start) : written.slice(start).replaceAll('\n', ' ');
  return mentionsInText(line).flatMap((mention): LinkMention[] => {
    const place = { from: from + start + mention.from, to: from + start + mention.to };
    if (mention.kind === 'record') return [{ ...mention, ...place }];
    if (mention.kind !== 'title') return [];
    const at = start + line.indexOf(mention.target, mention.from + 2);
    const target = decoded(written.slice(at, at + mention.target.length), type).trim();
    const [meant] = mentionsInText(`[[${target}]]`);
    return meant?.kind === 'title' && meant.target === target ? [{ ...mention, ...place, target }] : [];
  });
}

/** What a part of a text means that is written so. */
function decoded(written: string, type: PropertyText['type']): string {
  if (type === 'QUOTE_DOUBLE' && written.includes('\\')) return String(library?.parseDocument(`"${written}"`).toJS());
  const line = type === 'BLOCK_LITERAL' ? written : written.replace(/[ \t]*\n[ \t]*/g, ' ');
  return type === 'QUOTE_SINGLE' ? line.replaceAll("''", "'") : line;
}

/** How a part of a text is written. */
function encoded(meant: string, type: PropertyText['type']): string {
  if (type === 'QUOTE_DOUBLE') return JSON.stringify(meant).slice(1, -1);
  return type === 'QUOTE_SINGLE' ? meant.replaceAll("'", "''") : meant;
}

/** Each name by itself; one of a list can hold no blank, one of a text no comma either. */
function namesIn({ range }: Scalar, text: string, isWhole: boolean): FrontMatterTag[] {
  if (range === undefined || range === null) return [];
  const [from, to] = range;
  const source = text.slice(from, to);
  const names = isWhole ? [bareName(source)] : [...source.matchAll(/#?([^\s,"']+)/g)].map(nameOf);
  return names.flatMap(({ tag, index }) => (isTag(tag) ? [{ tag, from: from + index, to: from + index + tag.length }] : []));
}

interface Name {
  readonly tag: string;
  readonly index: number;
}

const nameOf = ({ 0: whole, 1: tag = '', index }: RegExpExecArray): Name => ({ tag, index: index + whole.indexOf(tag) });

const around = /["'\s]/;

/** Without the quotes and blanks around it. Not by one pattern, which would try each of many blanks in three places. */
function bareName(source: string): Name {
  let end = source.length;
  while (end > 0 && around.test(source.charAt(end - 1))) end -= 1;
  const index = /^["'\s]*#?/.exec(source.slice(0, end))?.[0].length ?? 0;
  return { tag: source.slice(index, end), index };
}
