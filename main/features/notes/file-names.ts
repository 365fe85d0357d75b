// Which names of files came into a note with a change, and which left it.

import type { Node } from 'prosemirror-model';
import { changedChildren, withoutSharedEnds } from '../../contract/changed-children.ts';
import { embeddedNamesIn } from '../../contract/embedded-files.ts';
import { fileNamesIn } from '../../contract/file-names.ts';

interface NameChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** False for markdown that names no file: a character reference can stand for any part of a name. */
export const mayNameFiles = (markdown: string): boolean => /attachments|&|\[\\?\[/.test(markdown);

/** More characters than an embed has that is only partly looked at otherwise. */
const aroundChange = 3_100;

/**
 * Names in texts, addresses and sources, and those of embeds, whether they are those of files or not. Costs what the change has touched:
 * parts that are still the same objects are passed over.
 */
export function changedFileNames(before: Node, after: Node): NameChange {
  const former = new Set<string>();
  const present = new Set<string>();
  compare(before, after, former, present);
  const added = [...present].filter((name) => !former.has(name));
  const gone = [...former].filter((name) => !present.has(name));
  if (gone.length === 0) return { added, removed: gone };
  const left = new Set<string>();
  collect(after, left);
  return { added, removed: gone.filter((name) => !left.has(name)) };
}

function compare(before: Node, after: Node, former: Set<string>, present: Set<string>): void {
  if (before === after) return;
  if (before.isLeaf || after.isLeaf || before.type !== after.type) {
    collect(before, former);
    collect(after, present);
    return;
  }
  const { start, oldEnd, newEnd } = changedChildren(before, after);
  if (before.isTextblock) {
    addAll(embeddedNamesIn(textAround(before, start, oldEnd)), former);
    addAll(embeddedNamesIn(textAround(after, start, newEnd)), present);
  }
  if (oldEnd === newEnd) {
    for (let index = start; index < newEnd; index++) compare(before.child(index), after.child(index), former, present);
    return;
  }
  const [gone, come] = withoutSharedEnds(before.children.slice(start, oldEnd), after.children.slice(start, newEnd));
  for (const child of gone) collect(child, former);
  for (const child of come) collect(child, present);
}

/** The text of some children, and as much before and after as an embed can have. */
function textAround({ children }: Node, from: number, to: number): string {
  const sizeOf = (index: number): number => children[index]?.nodeSize ?? 0;
  let [first, end] = [from, to];
  for (let left = aroundChange; first > 0 && left > 0; left -= sizeOf(first)) first -= 1;
  for (let left = aroundChange; end < children.length && left > 0; left -= sizeOf(end - 1)) end += 1;
  return children
    .slice(first, end)
    .map(({ textContent }) => textContent)
    .join('');
}

function addAll(some: ReadonlySet<string>, names: Set<string>): void {
  for (const name of some) names.add(name);
}

function collect(node: Node, names: Set<string>): void {
  const look = (text: unknown): void => {
    // A picture that is in the note itself names nothing.
    if (typeof text !== 'string' || text.startsWith('data:')) return;
    addAll(fileNamesIn(text), names);
  };
  const lookAt = (each: Node): void => {
    const { text, attrs, marks } = each;
    look(text);
    look(attrs['src']);
    look(attrs['source']);
    if (typeof attrs['source'] === 'string') addAll(embeddedNamesIn(attrs['source']), names);
    if (each.isTextblock) addAll(embeddedNamesIn(each.textContent), names);
    for (const mark of marks) look(mark.attrs['href']);
  };
  lookAt(node);
  node.descendants(lookAt);
}
