// What a rename changes in a document: names of tags and titles in links, and nothing around them. Pure; what takes long yields in between.

import { Fragment, Slice, type Mark, type Node } from 'prosemirror-model';
import { AddMarkStep, ReplaceStep, type Step } from 'prosemirror-transform';
import { writeTitle } from '../../contract/footnote-text.ts';
import { titleInTarget } from '../../contract/link-titles.ts';
import { normalHref } from '../../contract/markdown/serialize/link-source.ts';
import { foldName, mentionParts, noteFileOf, splitTarget, type FileMention, type TitleMention } from '../../contract/mentions.ts';
import { withEdits } from './edited-document.ts';
import { frontMatterEdits, frontMatterMentions } from './front-matter.ts';
import { mentionTarget } from './summary.ts';

/** A stretch of text within one textblock, and what comes in its place. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A text of a link, or the end of a line in it, that stays and leads elsewhere. */
interface LinkEdit {
  readonly from: number;
  readonly to: number;
  readonly link: Mark;
}

export type DocumentEdit = TextEdit | LinkEdit;

/** More edits than this become one step from the first to the last, */
const maxSteps = 100;
/** and so do fewer in a document of very many texts, all of which each step would copy: edits times texts. */
const maxCopied = 100_000;

/** What renaming a tag, and with it those below it, changes. Front matter is left out while it cannot be read (see `loadYaml`). */
export function* tagEdits(doc: Node, from: string, to: string): Generator<void, TextEdit[]> {
  const renamed = renamedPart(from);
  const edits: TextEdit[] = [];
  const add = (tag: string, start: number): void => {
    const part = renamed(tag);
    if (part !== null && part !== to) edits.push({ from: start, to: start + part.length, text: to });
  };
  const { firstChild: first } = doc;
  if (first?.type.name === 'frontmatter')
    for (const { tag, from: at } of frontMatterMentions(first.textContent)?.tags ?? []) add(tag, 1 + at);
  for (const mentions of mentionParts(doc)) {
    for (const mention of mentions) if (mention.kind === 'tag') add(mention.tag, mention.from + 1);
    yield;
  }
  return edits;
}

/** The part of a tag that is the renamed one or one that holds it; null if it is neither. */
function renamedPart(from: string): (tag: string) => string | null {
  const depth = from.split('/').length;
  const key = foldName(from);
  return (tag) => {
    const part = tag.split('/').slice(0, depth).join('/');
    return foldName(part) === key ? part : null;
  };
}

/**
 * What follows for links that name a note, those of `targets` as the index has them, when that note gets another title. As for tags, front
 * matter is left out while it cannot be read. `tellLoss` is called for each link that cannot say that title, or not with its section.
 */
export function* titleEdits(
  doc: Node,
  { targets, from, to, tellLoss }: { targets: ReadonlySet<string>; from: readonly string[]; to: string; tellLoss: () => void },
): Generator<void, DocumentEdit[]> {
  const next: NextTitle = { title: to, tellLoss };
  const edits: DocumentEdit[] = [];
  const keys = new Set(from.map(foldName));
  const { firstChild: first } = doc;
  if (first?.type.name === 'frontmatter') {
    const targetOf = (mention: TitleMention): string | null =>
      targets.has(mentionTarget(mention)) ? newTarget(mention, keys, next) : null;
    for (const edit of frontMatterEdits(first.textContent, targetOf)) edits.push({ ...edit, from: 1 + edit.from, to: 1 + edit.to });
  }
  for (const mentions of mentionParts(doc)) {
    for (const mention of mentions) {
      if (mention.kind === 'tag' || mention.kind === 'record' || !targets.has(mentionTarget(mention))) continue;
      const edit = mention.kind === 'title' ? titleEdit(doc, mention, keys, next) : addressEdit(doc, mention, keys, next);
      if (edit !== null) edits.push(edit);
    }
    yield;
  }
  return edits;
}

interface NextTitle {
  readonly title: string;
  readonly tellLoss: () => void;
}

/** Null where it says the title already, or cannot. */
function titleEdit(doc: Node, mention: TitleMention, keys: ReadonlySet<string>, next: NextTitle): TextEdit | null {
  const { from, to, target } = mention;
  const span = renamedSpan(mention, keys, next);
  const link = doc.textBetween(from, to, '', ' ');
  const isSource = doc.resolve(from).parent.type.name === 'raw_block';
  const source = isSource ? (/^\[\[([^|\]]*)/.exec(link)?.[1]?.trim() ?? '') : target;
  const start = from + link.indexOf(source, 2);
  if (span === null) return null;
  if (start < from) {
    next.tellLoss();
    return null;
  }
  if (!isSource) return { from: start + span.at, to: start + span.to, text: next.title };
  // In a footnote, which is kept as markdown, what the title says must not become code, HTML or a formula.
  return { from: start, to: start + source.length, text: writeTitle(target.slice(0, span.at) + next.title + target.slice(span.to)) };
}

/** What a link is to say; null where it says the title already, or cannot. */
function newTarget(mention: TitleMention, keys: ReadonlySet<string>, next: NextTitle): string | null {
  const span = renamedSpan(mention, keys, next);
  return span === null ? null : mention.target.slice(0, span.at) + next.title + mention.target.slice(span.to);
}

/** Which part of a target the title comes in the place of; null where it says the title already, or cannot. */
function renamedSpan(
  { target }: TitleMention,
  keys: ReadonlySet<string>,
  { title: next, tellLoss }: NextTitle,
): { readonly at: number; readonly to: number } | null {
  const written = titleInTarget(target, keys);
  if (written === null || written.title === next) return null;
  const end = written.at + written.title.length;
  // With a slash it would be one more folder of a path: then it comes in the place of that. With a # before a section it would end there.
  const spans = [
    ...(next.includes('/') && written.isInPath ? [] : [{ at: written.at, to: end }]),
    { at: 0, to: Math.max(end, splitTarget(target).title.length) },
    { at: 0, to: target.length },
  ];
  const span = spans.find(({ at, to }) => says(target.slice(0, at) + next + target.slice(to), next)) ?? null;
  if (span === null || (hasSection(target.slice(end)) && !hasSection(target.slice(span.to)))) tellLoss();
  return span;
}

/** Whether what follows a title names a section. */
const hasSection = (rest: string): boolean => /#./s.test(rest);

/** Whether a link to this target can mean a note of this title. */
const says = (target: string, title: string): boolean => titleInTarget(target, new Set([foldName(title)])) !== null;

/** The text of a link of markdown stays; its address says the title, with `.md` where it did. */
function addressEdit(
  doc: Node,
  { from, to, target }: FileMention,
  keys: ReadonlySet<string>,
  { title: next, tellLoss }: NextTitle,
): DocumentEdit | null {
  const node = doc.nodeAt(from);
  const link = node?.marks.find(({ type }) => type.name === 'link');
  // In a footnote the address itself stands there.
  const written = link === undefined ? doc.textBetween(from, to) : String(link.attrs['href']);
  const [, folder = '', name = '', extension = '', section = ''] = /^([^?#]*\/)?([^?#/]*?)(\.md)?([?#].*)?$/i.exec(written) ?? [];
  if (node === null || name === '' || titleInTarget(target, keys) === null) return null;
  const letters = next.replace(/[%?#/\\]/g, encodeURIComponent);
  // What follows a dot would be taken for an extension.
  const encoded = extension === '' ? letters.replaceAll('.', '%2E') : letters;
  // At the beginning of an address it could be taken for a scheme.
  const first = encoded.replaceAll(':', '%3A');
  const inFolder = `${folder}${folder === '' ? first : encoded}${extension}`;
  const ways = [`${inFolder}${section}`, `${first}${extension}${section}`, inFolder, `./${encoded}${extension}`];
  const href = ways.map(normalHref).find((way) => way !== null && says(noteFileOf(way) ?? '', next)) ?? null;
  if (href === null || (hasSection(section) && !hasSection(href))) tellLoss();
  if (href === null || href === written) return null;
  if (link === undefined) return { from, to, text: href };
  return { from, to, link: link.type.create({ ...link.attrs, href, ref: null }) };
}

/** The steps that make the edits, which are in order and apart from each other. */
export function* editSteps(doc: Node, edits: readonly DocumentEdit[]): Generator<void, Step[]> {
  const [first] = edits;
  const last = edits.at(-1);
  if (first === undefined || last === undefined) return [];
  if (edits.length <= maxSteps && edits.length * partsOf(doc) <= maxCopied)
    // From the last on: none moves the place of another.
    return wholeLinks(edits)
      .toReversed()
      .map((edit) => {
        const { from, to } = edit;
        if ('link' in edit) return new AddMarkStep(from, to, edit.link);
        const slice = new Slice(Fragment.from(doc.type.schema.text(edit.text, doc.nodeAt(from)?.marks ?? [])), 0, 0);
        return new ReplaceStep(from, to, slice);
      });
  const after = yield* withEdits(doc, edits);
  const end = last.to + after.content.size - doc.content.size;
  return [new ReplaceStep(first.from, last.to, after.slice(first.from, end))];
}

/** The parts of a link in one: it is one link at all times. */
function wholeLinks(edits: readonly DocumentEdit[]): DocumentEdit[] {
  const whole: DocumentEdit[] = [];
  for (const edit of edits) {
    const last = whole.at(-1);
    const isMore = last !== undefined && 'link' in last && 'link' in edit && last.to === edit.from && last.link.eq(edit.link);
    if (isMore) whole[whole.length - 1] = { ...last, to: edit.to };
    else whole.push(edit);
  }
  return whole;
}

/** The number of blocks, and of texts and items right in them. */
function partsOf(doc: Node): number {
  return doc.children.reduce((sum, { childCount }) => sum + 1 + childCount, 0);
}
