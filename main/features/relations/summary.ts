// What the index holds of a text: each tag and each target once. Pure.

import type { Node } from 'prosemirror-model';
import { changedChildren } from '../../contract/changed-children.ts';
import { nameKeyOf, type NamingLink } from '../../contract/link-titles.ts';
import {
  foldName,
  mentionParts,
  mentionsIn,
  parentTags,
  splitTarget,
  type LinkedType,
  type LinkMention,
  type Mention,
} from '../../contract/mentions.ts';
import { runAtOnce } from '../../lib/cooperative-scheduler.ts';
import { aroundChange } from './around-change.ts';
import { frontMatterMentions } from './front-matter.ts';

export interface TagEntry {
  /** The same for all ways of writing it. */
  readonly tag: string;
  /** As first written. */
  readonly shown: string;
  /** Null where it is only the parent of another. */
  readonly isOwn: boolean;
}

/** A link of a text: to a record that it names, or to the note of a title or a path. */
export interface LinkEntry {
  /** The same for all links that lead to one place. */
  readonly target: string;
  readonly toType: LinkedType;
  readonly toId: string | null;
  /** As written, with its section; of a link of markdown its address, decoded. Null where a record is named. */
  readonly title: string | null;
  readonly titleKey: string | null;
  /** Of the title without its section; null where it has none. */
  readonly baseKey: string | null;
  /** Of the title at the end of a path; null where it can only be a title. */
  readonly nameKey: string | null;
}

export interface TextSummary {
  readonly tags: ReadonlyMap<string, TagEntry>;
  readonly links: ReadonlyMap<string, LinkEntry>;
}

/** Of one text that many are indexed: the first ones. */
const maxOfText = { tags: 1_000, links: 1_000 } as const;

/** By what the index knows a link that names a note. */
function linkTarget({ target, isFile }: Omit<NamingLink, 'folder'>): string {
  return isFile ? `](${target}` : `[[${target}`;
}

/** By what the index knows where a mention leads. */
export function mentionTarget(mention: LinkMention): string {
  if (mention.kind === 'record') return `${mention.type}/${mention.id}`;
  return linkTarget({ target: mention.target, isFile: mention.kind === 'file' });
}

/** What a link says of the note that it names; `title` and `target` as the index has them. */
export function namingLink(title: string, target: string, folder: string): NamingLink {
  return { target: title, isFile: target.startsWith(']('), folder };
}

class Summary implements TextSummary {
  readonly tags = new Map<string, TagEntry>();
  readonly links = new Map<string, LinkEntry>();
  readonly #self: string | null;

  constructor(self: string | null) {
    this.#self = self;
  }

  add(mention: Mention): void {
    if (mention.kind === 'tag') this.addTag(mention.tag);
    else if (mention.kind === 'record') this.#addRecord(mention.type, mention.id);
    else if (mention.kind === 'file') this.#addNamed(mention.target, true);
    else this.#addTitle(mention.target);
  }

  addTag(shown: string): void {
    const tag = foldName(shown);
    const standing = this.tags.get(tag);
    if (standing?.isOwn === true) return;
    if (standing === undefined && this.tags.size >= maxOfText.tags) return;
    this.tags.set(tag, { tag, shown: standing?.shown ?? shown, isOwn: true });
    for (const parent of parentTags(shown)) {
      const key = foldName(parent);
      if (!this.tags.has(key) && this.tags.size < maxOfText.tags) this.tags.set(key, { tag: key, shown: parent, isOwn: false });
    }
  }

  #addRecord(toType: LinkedType, toId: string): void {
    this.#add({ target: `${toType}/${toId}`, toType, toId, title: null, titleKey: null, baseKey: null, nameKey: null });
  }

  #addTitle(title: string): void {
    if (splitTarget(title).title !== '') this.#addNamed(title, false);
    // A section of the text itself.
    else if (this.#self !== null) this.#addRecord('note', this.#self);
  }

  #addNamed(title: string, isFile: boolean): void {
    const { title: base, section } = splitTarget(title);
    const baseKey = section === null ? null : foldName(base);
    const keys = { titleKey: foldName(title), baseKey, nameKey: nameKeyOf(title) };
    this.#add({ target: linkTarget({ target: title, isFile }), toType: 'note', toId: null, title, ...keys });
  }

  #add(link: LinkEntry): void {
    if (!this.links.has(link.target) && this.links.size < maxOfText.links) this.links.set(link.target, link);
  }
}

const isFrontMatter = (block: Node | undefined): block is Node => block?.type.name === 'frontmatter';

/**
 * The tags and links of a text in blocks; `self` is the note that it is of, null for another record. Null while front matter cannot be read
 * (see `loadYaml`).
 */
export function textSummary(blocks: readonly Node[], self: string | null): TextSummary | null {
  return runAtOnce(summarizing(blocks, self));
}

/** What `textSummary` gives. Yields between parts of texts. */
export function* summarizing(blocks: readonly Node[], self: string | null): Generator<void, TextSummary | null> {
  const summary = new Summary(self);
  const [first] = blocks;
  if (isFrontMatter(first)) {
    const told = frontMatterMentions(first.textContent);
    if (told === null) return null;
    for (const { tag } of told.tags) summary.addTag(tag);
    for (const mention of told.links) summary.add(mention);
  }
  for (const block of blocks) {
    for (const mentions of mentionParts(block)) {
      for (const mention of mentions) summary.add(mention);
      yield;
    }
  }
  return summary;
}

const name = (mention: Mention): string => (mention.kind === 'tag' ? `#${mention.tag}` : mentionTarget(mention));

const frontMatterOf = (block: Node | undefined): string => (isFrontMatter(block) ? block.textContent : '');

/** A write looks at this much, in positions of ProseMirror, before and after a change together: that takes a few milliseconds. */
const maxSize = 128 * 1024;

/** Whether what these nodes say takes too long to be read inside a write. */
export function areLarge(nodes: readonly Node[]): boolean {
  let size = 0;
  return nodes.some(({ nodeSize }) => (size += nodeSize) > maxSize);
}

/** Texts of a textblock that a write looks at when they were changed at once. */
const maxTexts = 10_000;

/** Whether the texts of the one that gave way to those of the other are too many to be put together in a short time. */
function manyDiffer(before: Node, after: Node): boolean {
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  return oldEnd - start + newEnd - start > maxTexts;
}

function addNames(nodes: readonly Node[], names: string[]): void {
  for (const node of nodes) for (const mention of mentionsIn(node)) names.push(name(mention));
}

/** A shorter text is remembered, or read in no time. */
const isLong = ({ childCount, content }: Node): boolean => childCount > 1_000 || content.size > 16_000;

/**
 * What is said in the parts in which two nodes differ, before and after. Parts that are the same objects are not looked at. False where the
 * parts are too large for that.
 */
function addDifferent(before: Node, after: Node, was: string[], is: string[]): boolean {
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  const [olds, news] = [before.children, after.children];
  const [old, made] = [olds[start], news[start]];
  const isOne = oldEnd === start + 1 && newEnd === start + 1 && old !== undefined && made !== undefined;
  const isText = isOne && old.isTextblock && made.isTextblock && old.type.spec.code !== true && made.type.spec.code !== true;
  if (isOne && !old.isTextblock && !made.isTextblock) return addDifferent(old, made, was, is);
  if (isText && (isLong(old) || isLong(made))) {
    if (manyDiffer(old, made)) return false;
    const [former, present] = aroundChange(old, made);
    if (areLarge([former, present])) return false;
    addNames([former], was);
    addNames([present], is);
    return true;
  }
  const [former, present] = [olds.slice(start, oldEnd), news.slice(start, newEnd)];
  if (areLarge([...former, ...present])) return false;
  addNames(former, was);
  addNames(present, is);
  return true;
}

/** Whether a change has left all tags and links as they were; null where it is too large to be looked at inside a write. */
export function saysTheSame(before: Node, after: Node): boolean | null {
  if (before.content === after.content) return true;
  if (frontMatterOf(before.firstChild ?? undefined) !== frontMatterOf(after.firstChild ?? undefined)) return false;
  const [was, is]: [string[], string[]] = [[], []];
  if (!addDifferent(before, after, was, is)) return null;
  return was.length === is.length && was.every((each, index) => each === is[index]);
}
