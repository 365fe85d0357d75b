// Keeps the index of tags and links: in the write that changes a text, by what the change has touched. Nothing here is called by a read.

import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'prosemirror-model';
import { foldName, type LinkedType } from '../../contract/mentions.ts';
import { markdownIn, type NoteWatcher, type RecordText } from '../../lib/text-watchers.ts';
import { loadYaml, mayMention } from './front-matter.ts';
import { areLarge, saysTheSame, textSummary, type TagEntry, type TextSummary } from './summary.ts';
import type { TextKey, TextStore } from './text-store.ts';

interface TextIndexOptions {
  readonly store: TextStore;
  /** The blocks of markdown that is small; null for what takes long to be read. */
  readonly maybeParse: (markdown: string) => readonly Node[] | null;
  /** Called inside a write that has left texts to be read. */
  readonly leftUnread: () => void;
}

/** A description without any of these holds no link; a character reference can stand for the others. */
const mayLink = /\[|&|daybook:/i;

/** How many descriptions of one event are read in the write. */
const parsedAtOnce = 20;

export class TextIndex implements NoteWatcher {
  readonly #options: TextIndexOptions;

  constructor(options: TextIndexOptions) {
    this.#options = options;
  }

  /** Null where there is nothing to wait for. */
  prepare([first]: readonly Node[]): Promise<void> | null {
    return first?.type.name === 'frontmatter' && mayMention(first.textContent) ? loadYaml() : null;
  }

  /** A new note; null where its text could not be read in the write. A large one is left to be read, too. */
  created(userId: string, id: string, blocks: readonly Node[] | null): void {
    this.#take({ userId, type: 'note', id }, blocks === null ? null : maybeSummary(blocks, id), true);
  }

  /** A note after a change of its text or title. */
  changed(userId: string, id: string, before: Node, after: Node): void {
    const { store } = this.#options;
    const title = String(after.attrs['title']);
    if (title !== before.attrs['title']) store.setTitle({ userId, id }, foldName(title));
    const isSame = saysTheSame(before, after);
    // One that is not in the index yet is read as it is then.
    if (isSame === true || store.isUnread(id)) return;
    this.#take({ userId, type: 'note', id }, isSame === null ? null : maybeSummary(after.children, id), false);
  }

  /** A note that has come back from the trash. */
  restored(userId: string, id: string): void {
    if (this.#options.store.takeUp({ userId, id })) this.#options.leftUnread();
  }

  /** The description of a card or an event, and those of occurrences that have another. */
  described(type: LinkedType, userId: string, id: string, before: RecordText | null, after: RecordText): void {
    const [was, is] = [before === null ? [] : markdownIn(before), markdownIn(after)];
    if (isDeepStrictEqual(was, is) || ![...was, ...is].some((text) => mayLink.test(text))) return;
    if (before !== null && this.#options.store.isUnread(id)) return;
    const blocks = this.#maybeBlocks(is.filter((text) => mayLink.test(text)));
    const summary = blocks === null ? null : textSummary(blocks, null);
    this.#take({ userId, type, id }, summary === null ? null : { ...summary, tags: noTags }, before === null);
  }

  /** The text as the index is to hold it from now on. */
  replace(key: TextKey, { tags, links }: TextSummary): void {
    const { store } = this.#options;
    if (key.type === 'note') {
      const known = store.tagsOf(key);
      store.dropTags(
        key,
        [...known.keys()].filter((tag) => !tags.has(tag)),
      );
      store.putTags(
        key,
        [...tags.values()].filter((tag) => !isSame(tag, known.get(tag.tag))),
      );
    }
    const known = store.linksOf(key);
    store.dropLinks(
      key,
      [...known.keys()].filter((target) => !links.has(target)),
    );
    store.putLinks(
      key,
      [...links.values()].filter(({ target }) => !known.has(target)),
    );
  }

  /** Null for what takes long to be read. */
  #maybeBlocks(texts: readonly string[]): Node[] | null {
    if (texts.length > parsedAtOnce) return null;
    const parsed = texts.map((text) => this.#options.maybeParse(text));
    return parsed.every((blocks) => blocks !== null) ? parsed.flat() : null;
  }

  /** Null: the text is left to be read. `isNew`: the index knows nothing of the record. */
  #take(key: TextKey, summary: TextSummary | null, isNew: boolean): void {
    const { store, leftUnread } = this.#options;
    if (summary === null) {
      store.addUnread(key);
      leftUnread();
    } else if (isNew) {
      store.putTags(key, [...summary.tags.values()]);
      store.putLinks(key, [...summary.links.values()]);
    } else this.replace(key, summary);
  }
}

/** Null where the text takes too long to be read in a write. */
const maybeSummary = (blocks: readonly Node[], id: string): TextSummary | null => (areLarge(blocks) ? null : textSummary(blocks, id));

const noTags: TextSummary['tags'] = new Map();

const isSame = (a: TagEntry, b: TagEntry | undefined): boolean => a.shown === b?.shown && a.isOwn === b.isOwn;
