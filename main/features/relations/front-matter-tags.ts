// The tags that front matter tells: `tags:` with a list, or with a text of names between commas or blanks. The library is loaded with the
// first note that needs it.

import type { isMap, isScalar, isSeq, parseDocument, Scalar } from 'yaml';
import { isTag } from '../../contract/mentions.ts';

/** A tag, and where its name stands in the front matter, without a `#` before it. */
interface FrontMatterTag {
  readonly tag: string;
  readonly from: number;
  readonly to: number;
}

/** Longer front matter tells no tags: reading it would hold others up. */
const maxLength = 8 * 1024;

interface Yaml {
  readonly isMap: typeof isMap;
  readonly isScalar: typeof isScalar;
  readonly isSeq: typeof isSeq;
  readonly parseDocument: typeof parseDocument;
}

let library: Yaml | null = null;

/** To be called before `frontMatterTags` where something can be waited for. */
export async function loadYaml(): Promise<void> {
  library ??= await import('yaml');
}

/** Whether front matter can tell tags, by its letters alone. */
export function mayTellTags(text: string): boolean {
  return text.length <= maxLength && /tags/i.test(text);
}

/** In their order; null while the library is not loaded. None of front matter that is no YAML. */
export function frontMatterTags(text: string): readonly FrontMatterTag[] | null {
  if (!mayTellTags(text)) return [];
  if (library === null) return null;
  const { isMap, isScalar, isSeq, parseDocument } = library;
  // Every value as the text that it is.
  const { contents } = parseDocument(text, { schema: 'failsafe', strict: false, uniqueKeys: false, logLevel: 'silent' });
  if (!isMap(contents)) return [];
  const told = contents.items.find(({ key }) => isScalar(key) && String(key.value).toLowerCase() === 'tags')?.value;
  const scalars = isSeq(told) ? told.items.filter((item) => isScalar(item)) : isScalar(told) ? [told] : [];
  return scalars.flatMap((scalar) => namesIn(scalar, text, isSeq(told)));
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
