// The notebooks of a user as a tree. Pure.

import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { StoredNotebook } from './notebook-store.ts';

export class NotebookTree<Each extends StoredNotebook = StoredNotebook> {
  readonly #byId: ReadonlyMap<string, Each>;
  readonly #children: ReadonlyMap<string | null, readonly Each[]>;

  /** `all`: those of the same parent in their order. One whose parent is gone is at the top. */
  constructor(all: readonly Each[]) {
    this.#byId = new Map(all.map((notebook) => [notebook.id, notebook]));
    this.#children = Map.groupBy(all, ({ parentId }) => (parentId !== null && this.#byId.has(parentId) ? parentId : null));
  }

  get size(): number {
    return this.#byId.size;
  }

  maybe(id: string): Each | null {
    return this.#byId.get(id) ?? null;
  }

  childrenOf(parentId: string | null): readonly Each[] {
    return this.#children.get(parentId) ?? [];
  }

  positionOf({ id, parentId }: Pick<StoredNotebook, 'id' | 'parentId'>): number {
    return this.childrenOf(parentId !== null && this.#byId.has(parentId) ? parentId : null).findIndex((each) => each.id === id);
  }

  /** Each followed by those in it. */
  *inOrder(parentId: string | null = null): Generator<Each> {
    for (const notebook of this.childrenOf(parentId)) {
      yield notebook;
      yield* this.inOrder(notebook.id);
    }
  }

  /** Whether the one notebook is the other, or lies in it. */
  liesIn(id: string | null, outer: string): boolean {
    for (let at = id; at !== null; at = this.#byId.get(at)?.parentId ?? null) if (at === outer) return true;
    return false;
  }

  /** How many notebooks a notebook lies in, itself counted; 0 for null. */
  depthOf(id: string | null): number {
    let depth = 0;
    for (let at = id; at !== null; at = this.#byId.get(at)?.parentId ?? null) depth += 1;
    return depth;
  }

  /** How many levels it has, its own counted. */
  heightOf(id: string): number {
    return 1 + Math.max(0, ...this.childrenOf(id).map((child) => this.heightOf(child.id)));
  }

  /** `count` keys, the first of which is at this place among those of the parent but `moving`; at the end without a place. */
  keysAt(parentId: string | null, position = Infinity, moving: string | null = null, count = 1): string[] {
    const others = this.childrenOf(parentId).filter(({ id }) => id !== moving);
    const before = position === 0 ? null : (others[Math.min(position, others.length) - 1]?.orderKey ?? null);
    const after = others.find(({ orderKey }) => before === null || orderKey > before)?.orderKey ?? null;
    return count === 1 ? [generateKeyBetween(before, after)] : generateNKeysBetween(before, after, count);
  }

  /** A key that this notebook had: itself where it is free in the parent, else one right behind the notebook that has it now. */
  freeKey(parentId: string | null, key: string, id: string): string {
    const others = this.childrenOf(parentId).filter((each) => each.id !== id);
    if (others.every(({ orderKey }) => orderKey !== key)) return key;
    return generateKeyBetween(key, others.find(({ orderKey }) => orderKey > key)?.orderKey ?? null);
  }
}
