// What a rename changes in a document: names of tags and titles in links, and nothing around them. Pure; what takes long yields in between.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { ReplaceStep, type Step } from 'prosemirror-transform';
import { titleIn } from '../../contract/link-titles.ts';
import { foldName, mentionParts, splitTarget } from '../../contract/mentions.ts';
import { withEdits } from './edited-document.ts';
import { frontMatterTags } from './front-matter-tags.ts';

/** A stretch of text within one textblock, and what comes in its place. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

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
  if (first?.type.name === 'frontmatter') for (const { tag, from: at } of frontMatterTags(first.textContent) ?? []) add(tag, 1 + at);
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

/** What follows for links by title, in the spellings of `targets`, when the note that they lead to gets another title. */
export function* titleEdits(
  doc: Node,
  { targets, from, to }: { targets: ReadonlySet<string>; from: readonly string[]; to: string },
): Generator<void, TextEdit[]> {
  const edits: TextEdit[] = [];
  const keys = new Set(from.map(foldName));
  // In a path it would be one more folder: then it comes in the place of the path.
  const isPath = to.includes('/');
  for (const mentions of mentionParts(doc)) {
    for (const mention of mentions) {
      if (mention.kind !== 'title' || !targets.has(mention.target)) continue;
      const { target } = mention;
      const written = titleIn(target, keys);
      const start = mention.from + doc.textBetween(mention.from, mention.to, '', ' ').indexOf(target, 2);
      if (written === null || start < mention.from || written.title === to) continue;
      const { at, title } = isPath && written.isInPath ? { at: 0, title: splitTarget(target).title } : written;
      edits.push({ from: start + at, to: start + at + title.length, text: to });
    }
    yield;
  }
  return edits;
}

/** The steps that make the edits, which are in order and apart from each other. */
export function* stepsFor(doc: Node, edits: readonly TextEdit[]): Generator<void, Step[]> {
  const [first] = edits;
  const last = edits.at(-1);
  if (first === undefined || last === undefined) return [];
  if (edits.length <= maxSteps && edits.length * partsOf(doc) <= maxCopied)
    // From the last on: none moves the place of another.
    return edits.toReversed().map(({ from, to, text }) => {
      const slice = new Slice(Fragment.from(doc.type.schema.text(text, doc.nodeAt(from)?.marks ?? [])), 0, 0);
      return new ReplaceStep(from, to, slice);
    });
  const after = yield* withEdits(doc, edits);
  const end = last.to + after.content.size - doc.content.size;
  return [new ReplaceStep(first.from, last.to, after.slice(first.from, end))];
}

/** The number of blocks, and of texts and items right in them. */
function partsOf(doc: Node): number {
  return doc.children.reduce((sum, { childCount }) => sum + 1 + childCount, 0);
}
