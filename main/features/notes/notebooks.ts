// The rules of notebooks. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import {
  notebookLimits,
  type CreateNotebook,
  type Notebook,
  type NotebookList,
  type NotebookQuery,
  type UpdateNotebook,
} from '../../contract/notebooks.ts';
import { generateNKeysBetween } from 'fractional-indexing';
import { AppError, inPart, invalid, notFound } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Attribute, Change, ChangeOrigin, RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { importedTimes, type Imported } from '../../lib/imported-record.ts';
import type { Precondition } from '../../lib/precondition.ts';
import { replacedFields, type FormerFields } from '../../lib/record-kinds.ts';
import type { CountedNotebook, NotebookStore, StoredNotebook } from './notebook-store.ts';
import { NotebookTree } from './notebook-tree.ts';

interface NotebooksOptions {
  readonly store: NotebookStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly attribute: Attribute;
  /** Runs work inside a write of its own. */
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly notes: {
    /** Whether a notebook has more notes than `limit`. */
    areMore(userId: string, notebookId: string, limit: number): boolean;
    /** Moves `limit` notes of a notebook at most into another one, or into none; how many they were. */
    moveSome(userId: string, notebookId: string, to: string | null, limit: number): number;
    /** Moves all notes of a notebook into another one, or into none; the ids of those that are in the trash. */
    moveAll(userId: string, notebookId: string, to: string | null): string[];
    /** Notes in the trash that `moveAll` has moved to `from` belong to their notebook again. */
    moveTrashedBack(userId: string, notebookId: string, ids: readonly string[], from: string | null): void;
  };
}

/** What undoing the deletion of a notebook takes. */
interface RemovedNotebook extends StoredNotebook {
  /** Notes in the trash, which have come to its parent. */
  readonly trashedNotes: readonly string[];
}

const ownFields = ['name', 'parentId', 'orderKey', 'isTemplates'] as const;

/** How many notes one write moves where a notebook is deleted. With more, its notes leave it before that, by several writes. */
const movedAtOnce = 100;

/** Keys grow where notebooks are put between the same two again and again: all of the same parent then get new ones. */
const maxKeyLength = 48;

export class Notebooks {
  readonly #options: NotebooksOptions;

  constructor(options: NotebooksOptions) {
    this.#options = options;
  }

  /** Each followed by those in it. */
  list(userId: string, { limit, offset = 0 }: NotebookQuery): NotebookList {
    const tree = new NotebookTree(this.#options.store.counted(userId));
    const all = [...tree.inOrder()];
    const items = all.slice(offset, limit === undefined ? undefined : offset + limit).map((notebook) => toReply(notebook, tree));
    return { items, total: all.length, limit: limit ?? null, offset };
  }

  /** Throws 404. */
  read(userId: string, id: string): Notebook {
    const tree = this.#tree(userId);
    return toReply({ ...existing(tree, id), noteCount: this.#options.store.noteCount(userId, id) }, tree);
  }

  /**
   * `as`: what one brings along that comes in from elsewhere. Throws 400 for a parent that is none, 409 where there are as many as there
   * may be.
   */
  create(userId: string, { name, parentId = null, position, isTemplates = false }: CreateNotebook, as: Imported = {}): Notebook {
    const { store, clock, newId } = this.#options;
    const tree = this.#tree(userId);
    if (tree.size >= notebookLimits.notebooks) throw new AppError('conflict', `There can be at most ${notebookLimits.notebooks} notebooks`);
    checkParent(tree, parentId, 1);
    const id = as.id ?? newId();
    const [orderKey = ''] = tree.keysAt(parentId, position);
    const own = { id, name, parentId, orderKey, isTemplates: isTemplates ? 1 : 0 } as const;
    store.insert(userId, { ...own, version: 1, ...importedTimes(as, clock()) });
    this.#record(userId, 'created', { id, version: 1 });
    this.#shorten(userId, orderKey, parentId);
    return this.read(userId, id);
  }

  /** If that changes nothing, neither version nor feed grows. Throws 404, 412, 400 for a circle and a parent that is none, 409. */
  update(userId: string, id: string, asked: UpdateNotebook, precondition: Precondition): Notebook {
    const tree = this.#tree(userId);
    const notebook = existing(tree, id);
    precondition.check(notebook.version);
    const { name = notebook.name, parentId = notebook.parentId, position, isTemplates = notebook.isTemplates === 1 } = asked;
    if (parentId !== notebook.parentId) {
      if (tree.liesIn(parentId, id))
        throw invalid({ path: 'parentId', message: 'must not be the notebook itself, or one that lies in it' });
      checkParent(tree, parentId, tree.heightOf(id));
    }
    const isThere =
      parentId === notebook.parentId &&
      (position === undefined || Math.min(position, tree.childrenOf(parentId).length - 1) === tree.positionOf(notebook));
    const orderKey = isThere ? notebook.orderKey : (tree.keysAt(parentId, position, id)[0] ?? notebook.orderKey);
    this.#change(userId, notebook, { ...notebook, name, parentId, orderKey, isTemplates: isTemplates ? 1 : 0 });
    this.#shorten(userId, orderKey, parentId);
    return this.read(userId, id);
  }

  /**
   * Before `remove`, of a notebook with very many notes: all others would wait for a write that moves all of them. What was moved before
   * `signal`, a fault, or a kill of the service stays moved. Gives the origin of these changes, with which `remove` goes on; null for any
   * other notebook. Throws 404, 412.
   */
  prepareRemoval(caller: Caller, id: string, precondition: Precondition, signal: AbortSignal): Promise<ChangeOrigin> | null {
    this.#checked(caller.userId, id, precondition);
    return this.#options.notes.areMore(caller.userId, id, movedAtOnce) ? this.#moveAhead(caller, id, precondition, signal) : null;
  }

  async #moveAhead(caller: Caller, id: string, precondition: Precondition, signal: AbortSignal): Promise<ChangeOrigin> {
    const { notes, write, attribute, newId } = this.#options;
    const { userId, actor, batchId = newId() } = caller;
    const origin = { actor, batchId };
    const moveSome = (): number => {
      const { parentId } = this.#checked(userId, id, precondition);
      return attribute(origin, () => notes.moveSome(userId, id, parentId, movedAtOnce));
    };
    let moved = 0;
    try {
      for (let last = movedAtOnce; last === movedAtOnce; moved += last) {
        signal.throwIfAborted();
        last = await write(moveSome);
      }
      return origin;
    } catch (error) {
      throw moved === 0 ? error : inPart(error, `${moved} notes have left the notebook; delete it again for the others`);
    }
  }

  /** What is in it moves to its parent; the notebooks in it take its place there. Throws 404, 412. */
  remove(userId: string, id: string, precondition: Precondition, begun: ChangeOrigin | null = null): undefined {
    const notebook = this.#checked(userId, id, precondition);
    if (begun === null) this.#remove(userId, notebook);
    else
      this.#options.attribute(begun, () => {
        this.#remove(userId, notebook);
      });
  }

  #checked(userId: string, id: string, precondition: Precondition): StoredNotebook {
    const notebook = existing(this.#tree(userId), id);
    precondition.check(notebook.version);
    return notebook;
  }

  /** Null if the user has no such notebook. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#tree(userId).maybe(id)?.version ?? null;
  }

  /**
   * Gives a notebook fields that it had; its version, null where it is gone. A parent that is gone, or lies in it by now, is passed over.
   */
  giveBack(userId: string, { id, fields }: FormerFields): number | null {
    const tree = this.#tree(userId);
    const notebook = tree.maybe(id);
    if (notebook === null) return null;
    const { name, parentId, orderKey, isTemplates } = { ...notebook, ...(fields as Partial<StoredNotebook>) };
    const isPossible = parentId === null || (tree.maybe(parentId) !== null && !tree.liesIn(parentId, id));
    const parent = isPossible ? parentId : notebook.parentId;
    const place = { parentId: parent, orderKey: tree.freeKey(parent, orderKey, id) };
    return this.#change(userId, notebook, { ...notebook, name, isTemplates, ...place }).version;
  }

  /** Makes a notebook again that was deleted: at the top, until `giveBack`. Its version; null where there are as many as there may be. */
  makeAgain(userId: string, { id, fields }: FormerFields): number | null {
    const { store, notes, clock } = this.#options;
    // What `#remove` has given.
    const { name, parentId = null, orderKey, isTemplates, version, createdAt, trashedNotes = [] } = fields as Partial<RemovedNotebook>;
    const tree = this.#tree(userId);
    if (tree.size >= notebookLimits.notebooks || name === undefined || orderKey === undefined) return null;
    const key = tree.freeKey(null, orderKey, id);
    const next = (version ?? 0) + 1;
    const now = clock();
    const times = { createdAt: createdAt ?? now, updatedAt: now };
    store.insert(userId, { id, name, parentId: null, orderKey: key, isTemplates: isTemplates ?? 0, version: next, ...times });
    notes.moveTrashedBack(userId, id, trashedNotes, parentId);
    this.#record(userId, 'created', { id, version: next });
    return next;
  }

  /** Takes back that a notebook was made; false if it is gone. */
  withdraw(userId: string, id: string): boolean {
    const notebook = this.#tree(userId).maybe(id);
    if (notebook === null) return false;
    this.#remove(userId, notebook);
    return true;
  }

  #remove(userId: string, notebook: StoredNotebook): void {
    const { store, notes } = this.#options;
    const tree = this.#tree(userId);
    const children = tree.childrenOf(notebook.id);
    const keys = tree.keysAt(notebook.parentId, tree.positionOf(notebook), notebook.id, children.length);
    for (const [index, child] of children.entries())
      this.#change(userId, child, { ...child, parentId: notebook.parentId, orderKey: keys[index] ?? child.orderKey });
    const trashedNotes = notes.moveAll(userId, notebook.id, notebook.parentId);
    store.remove(userId, notebook.id);
    this.#record(userId, 'deleted', notebook, { ...notebook, trashedNotes } satisfies RemovedNotebook);
  }

  #change(userId: string, notebook: StoredNotebook, changed: StoredNotebook): StoredNotebook {
    const before = replacedFields(notebook, changed, ownFields);
    if (Object.keys(before).length === 0) return notebook;
    const { store, clock } = this.#options;
    const { id, name, parentId, orderKey, isTemplates, version, createdAt } = changed;
    const next: StoredNotebook = { id, name, parentId, orderKey, isTemplates, version: version + 1, createdAt, updatedAt: clock() };
    store.update(userId, next);
    this.#record(userId, 'updated', next, before);
    return next;
  }

  /** Their order stays, so neither their versions grow nor does the feed tell. */
  #shorten(userId: string, orderKey: string, parentId: string | null): void {
    if (orderKey.length <= maxKeyLength) return;
    const siblings = this.#tree(userId).childrenOf(parentId);
    const keys = generateNKeysBetween(null, null, siblings.length);
    for (const [index, sibling] of siblings.entries())
      this.#options.store.update(userId, { ...sibling, orderKey: keys[index] ?? sibling.orderKey });
  }

  #tree(userId: string): NotebookTree {
    return new NotebookTree(this.#options.store.all(userId));
  }

  #record(
    userId: string,
    action: Change['action'],
    { id, version }: Pick<StoredNotebook, 'id' | 'version'>,
    before?: Change['before'],
  ): void {
    this.#options.record({ userId, type: 'notebook', action, id, version, before });
  }
}

function existing(tree: NotebookTree, id: string): StoredNotebook {
  const notebook = tree.maybe(id);
  if (notebook === null) throw notFound('notebook');
  return notebook;
}

/** `height`: of what is put there, in levels. */
function checkParent(tree: NotebookTree, parentId: string | null, height: number): void {
  if (parentId !== null && tree.maybe(parentId) === null) throw invalid({ path: 'parentId', message: 'is not the id of a notebook' });
  if (tree.depthOf(parentId) + height > notebookLimits.depth)
    throw new AppError('conflict', `Notebooks can lie in each other ${notebookLimits.depth} levels deep`);
}

function toReply(notebook: CountedNotebook, tree: NotebookTree): Notebook {
  const { id, name, parentId, isTemplates, noteCount, version, createdAt, updatedAt } = notebook;
  return {
    id,
    name,
    parentId,
    position: tree.positionOf(notebook),
    isTemplates: isTemplates === 1,
    noteCount,
    version,
    createdAt: toInstant(createdAt),
    updatedAt: toInstant(updatedAt),
  };
}
