// The labels of link definitions and footnotes in what is pasted: where the note has the same for something else, they get others. Else
// what is pasted would lead elsewhere, or what stands there already. Links by labels that say nothing there carry their address.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { namedDefinition, referencesOf } from '../../../../main/contract/markdown/definitions.ts';
import type { References } from '../../../../main/contract/markdown/references.ts';
import { autolinkSource, linkAddress } from '../../../../main/contract/markdown/serialize/link-source.ts';
import { tokenizer } from '../../../../main/contract/markdown/tokenizer.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { footnoteLabel } from './footnotes.ts';

const { nodes, marks } = noteSchema;

/** New labels, by those that were pasted. Those of links are as markdown-it compares them. */
interface Renames {
  readonly links: ReadonlyMap<string, string>;
  readonly footnotes: ReadonlyMap<string, string>;
}

const keyOf = (label: string): string => tokenizer.utils.normalizeReference(label);

const definitionStart = /^( {0,3}\[)((?:[^\\[\]]|\\.)+)(?=\]:)/gm;
const footnoteSign = /\[\^([^\s[\]]{1,200})\]/g;

/**
 * Tells for one label after another the first of `label-2`, `label-3` and so on that is free; for a number, the first number above it and
 * above those told before, so that thousands are not each looked for through the others.
 */
function freeLabels(isTaken: (label: string) => boolean): (label: string) => string {
  let highest = 0;
  return (label) => {
    const isNumber = /^\d{1,9}$/.test(label);
    for (let count = isNumber ? Math.max(Number(label), highest) + 1 : 2; ; count++) {
      const next = isNumber ? String(count) : `${label}-${count}`;
      if (isTaken(next)) continue;
      if (isNumber) highest = count;
      return next;
    }
  };
}

const isDefinition = ({ type, attrs, textContent }: Node): boolean =>
  type === nodes.raw_block && attrs['kind'] === 'definition' && textContent.includes(']:');

function linkRenames(pasted: Node, doc: Node): Map<string, string> {
  const renames = new Map<string, string>();
  const sources: string[] = [];
  pasted.descendants((node) => {
    if (isDefinition(node)) sources.push(node.textContent);
    return !node.isTextblock;
  });
  if (sources.length === 0) return renames;
  const [own, others] = [referencesOf(pasted), referencesOf(doc)];
  const given = new Set<string>();
  const isTaken = (label: string): boolean =>
    namedDefinition(label, own) !== null || namedDefinition(label, others) !== null || given.has(keyOf(label));
  const freeLabel = freeLabels(isTaken);
  for (const [, , label = ''] of sources.flatMap((source) => [...source.matchAll(definitionStart)])) {
    const [is, was] = [namedDefinition(label, own), namedDefinition(label, others)];
    if (is === null || was === null || (is.href === was.href && is.title === was.title) || renames.has(keyOf(label))) continue;
    const next = freeLabel(label);
    given.add(keyOf(next));
    renames.set(keyOf(label), next);
  }
  return renames;
}

/** The footnotes of a document by their labels, with their source; an empty one for those that are only referred to. */
function footnotesOf(doc: Node): Map<string, string> {
  const found = new Map<string, string>();
  doc.descendants((node) => {
    const { type, attrs, textContent } = node;
    const isText = type === nodes.raw_block && attrs['kind'] === 'footnote';
    if (!isText && (type !== nodes.raw_inline || attrs['kind'] !== 'footnote')) return true;
    const label = footnoteLabel(isText ? textContent : String(attrs['source']));
    if (label !== null && (isText || !found.has(label))) found.set(label, isText ? textContent : '');
    return false;
  });
  return found;
}

function footnoteRenames(pasted: Node, doc: Node): Map<string, string> {
  const renames = new Map<string, string>();
  const own = footnotesOf(pasted);
  if ([...own.values()].every((source) => source === '')) return renames;
  const others = footnotesOf(doc);
  const given = new Set<string>();
  const freeLabel = freeLabels((label) => own.has(label) || others.has(label) || given.has(label));
  for (const [label, source] of own) {
    const other = others.get(label) ?? '';
    if (source === '' || other === '' || source === other) continue;
    const next = freeLabel(label);
    given.add(next);
    renames.set(label, next);
  }
  return renames;
}

const signed = (source: string, { footnotes }: Renames): string =>
  source.replace(footnoteSign, (sign, label: string) => (footnotes.has(label) ? `[^${footnotes.get(label)}]` : sign));

const named = /\[((?:[^\\[\]]|\\.)+)\](?:\[\])?(?![[(:])/g;

/** Source with the new labels of what it names as `[text][label]`, `[label][]` or `[label]`. */
const renamedSource = (source: string, { links }: Renames): string =>
  source.replace(named, (all, label: string, at: number) => {
    const next = links.get(keyOf(label));
    if (next === undefined) return all;
    return source[at - 1] === ']' ? `[${next}]` : `[${label}][${next}]`;
  });

/** The attributes of a link or a picture, with the new label of what it names. */
function refAttrs(attrs: Node['attrs'], { links }: Renames): Node['attrs'] | null {
  const ref: unknown = attrs['ref'];
  const next = typeof ref === 'string' && ref !== '<>' ? links.get(keyOf(ref.replace(/\[\]$/, ''))) : undefined;
  return next === undefined ? null : { ...attrs, ref: next };
}

function renamedNode(node: Node, renames: Renames): Node {
  if (node.type === nodes.raw_block) {
    const source = isDefinition(node)
      ? node.textContent.replace(definitionStart, (all, open: string, label: string) => {
          const next = renames.links.get(keyOf(label));
          return next === undefined ? all : open + next;
        })
      : node.attrs['kind'] === 'footnote'
        ? renamedSource(signed(node.textContent, renames), renames)
        : node.textContent;
    return source === node.textContent ? node : node.copy(Fragment.from(noteSchema.text(source)));
  }
  const link = marks.link.isInSet(node.marks);
  const linkAttrs = link === undefined ? null : refAttrs(link.attrs, renames);
  const set = linkAttrs === null ? node.marks : marks.link.create(linkAttrs).addToSet(node.marks);
  if (node.type === nodes.raw_inline && (node.attrs['kind'] === 'footnote' || node.attrs['kind'] === 'link')) {
    const source = renamedSource(signed(String(node.attrs['source']), renames), renames);
    return nodes.raw_inline.create({ ...node.attrs, source }, null, set);
  }
  if (node.type === nodes.image) return nodes.image.create(refAttrs(node.attrs, renames) ?? node.attrs, null, set);
  return node.isText ? node.mark(set) : node.copy(renamed(node.content, renames)).mark(set);
}

const renamed = (content: Fragment, renames: Renames): Fragment =>
  Fragment.fromArray(content.content.map((node) => renamedNode(node, renames)));

/** What comes into a document, with labels that mean nothing else there. */
export function withFreeLabels(slice: Slice, doc: Node): Slice {
  const pasted = nodes.doc.create(null, slice.content);
  const renames = { links: linkRenames(pasted, doc), footnotes: footnoteRenames(pasted, doc) };
  if (renames.links.size + renames.footnotes.size === 0) return slice;
  return new Slice(renamed(slice.content, renames), slice.openStart, slice.openEnd);
}

/** Whether a link or a picture can be written by what its `ref` says. */
type IsWritable = (attrs: Node['attrs'], text: string) => boolean;

function withoutRef(node: Node, isWritable: IsWritable): Node {
  const { attrs, type } = node;
  if (type === nodes.image && attrs['ref'] !== null && !isWritable(attrs, ''))
    return type.create({ ...attrs, ref: null }, null, node.marks);
  if (!node.isText) return node.childCount === 0 ? node : node.copy(withoutRefs(node.content, isWritable));
  const link = marks.link.isInSet(node.marks);
  if (link === undefined || link.attrs['ref'] === null || isWritable(link.attrs, node.text ?? '')) return node;
  return node.mark(marks.link.create({ ...link.attrs, ref: null }).addToSet(node.marks));
}

const withoutRefs = (content: Fragment, isWritable: IsWritable): Fragment =>
  Fragment.fromArray(content.content.map((node) => withoutRef(node, isWritable)));

/**
 * What comes into a document from the clipboard, which can say anything: its links name only definitions that lead where they do, of the
 * document or their own, and only those in angle brackets are there that say their address.
 */
export function withKnownRefs({ content, openStart, openEnd }: Slice, doc: Node): Slice {
  let known: readonly References[] | undefined;
  const isWritable: IsWritable = (attrs, text) => {
    const { href, title, ref } = linkAddress(attrs);
    if (ref === null || ref === '<>') return autolinkSource(text, { href, title, ref }) !== null;
    // Most of what is pasted names none: the document is not read for that.
    known ??= [doc, nodes.doc.create(null, content)].map(referencesOf);
    const definition = known.map((references) => namedDefinition(ref, references)).find((found) => found !== null);
    return definition?.href === href && definition.title === (title ?? '');
  };
  return new Slice(withoutRefs(content, isWritable), openStart, openEnd);
}
