// The tags of all notes, and how many notes have each.

import { relationLimits } from '../../contract/limits.ts';
import type { TagList, TagQuery } from '../../contract/links.ts';
import { CooperativeScheduler, runAtOnce } from '../../lib/cooperative-scheduler.ts';
import type { CountedTag, TagStore } from './tag-store.ts';

/** Reads tags of one moment; see `Database.snapshot`. */
interface TagReader extends Disposable {
  readonly store: TagStore;
}

interface TagsOptions {
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
  list(userId: string, page: TagQuery): TagList | Promise<TagList> {
    const { store } = this.#options;
    return store.areMany(userId) ? this.#listMany(userId, page) : runAtOnce(countedTags(store, userId, page));
  }

  async #listMany(userId: string, page: TagQuery): Promise<TagList> {
    using reader = this.#options.openReader();
    return await new CooperativeScheduler().run(countedTags(reader.store, userId, page));
  }
}

function* countedTags(store: TagStore, userId: string, page: TagQuery): Generator<void, TagList> {
  const tags = new Map<string, CountedTag>();
  for (const part of store.parts(userId)) {
    for (const tag of part) tags.set(tag.folded, mergedTag(tags.get(tag.folded), tag));
    yield;
  }
  const { limit = relationLimits.tags, offset = 0 } = page;
  const some = [...tags.values()].slice(offset, offset + limit);
  return { items: some.map(({ shown, notes }) => ({ tag: shown, notes })), total: tags.size, limit, offset };
}

/** Of some notes and of others that have the same tag. */
function mergedTag(some: CountedTag | undefined, others: CountedTag): CountedTag {
  if (some === undefined) return others;
  return { ...(some.oldest < others.oldest ? some : others), notes: some.notes + others.notes };
}
