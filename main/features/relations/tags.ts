// The tags of all notes, and how many notes have each.

import { relationLimits, type TagList } from '../../contract/links.ts';
import { CooperativeScheduler, runAtOnce } from '../../lib/cooperative-scheduler.ts';
import type { CountedTag, TagStore } from './tag-store.ts';

/** Reads tags of one moment; see `Database.snapshot`. */
export interface TagReader extends Disposable {
  readonly store: TagStore;
}

export interface TagsOptions {
  readonly store: TagStore;
  /** For tags that are too many to be counted in one go. */
  readonly openReader: () => TagReader;
}

export class Tags {
  readonly #options: TagsOptions;

  constructor(options: TagsOptions) {
    this.#options = options;
  }

  /** By name; of very many notes counted in slices, between which others get their turn. */
  list(userId: string): TagList | Promise<TagList> {
    const { store } = this.#options;
    return store.areMany(userId) ? this.#listMany(userId) : runAtOnce(counted(store, userId));
  }

  async #listMany(userId: string): Promise<TagList> {
    using reader = this.#options.openReader();
    return await new CooperativeScheduler().run(counted(reader.store, userId));
  }
}

function* counted(store: TagStore, userId: string): Generator<void, TagList> {
  const tags = new Map<string, CountedTag>();
  for (const part of store.parts(userId)) {
    for (const tag of part) tags.set(tag.folded, together(tags.get(tag.folded), tag));
    if (tags.size > relationLimits.tags) break;
    yield;
  }
  const first = [...tags.values()].slice(0, relationLimits.tags);
  return { items: first.map(({ shown, notes }) => ({ tag: shown, notes })) };
}

/** Of some notes and of others that have the same tag. */
function together(some: CountedTag | undefined, others: CountedTag): CountedTag {
  if (some === undefined) return others;
  return { ...(some.oldest < others.oldest ? some : others), notes: some.notes + others.notes };
}
