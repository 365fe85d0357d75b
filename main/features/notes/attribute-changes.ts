// Changes of what a note is besides its text: in which notebook, pinned, archived. They are steps of its history, which leave the
// document as it is. To be called inside a write.

import { attributeNames, type AskedAttributes } from '../../contract/note-delta.ts';
import { invalid } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import { replacedFields, type FormerFields } from '../../lib/record-kinds.ts';
import type { ContentStore } from './content-store.ts';
import type { NewStep } from './live-note.ts';
import type { NoteCache } from './note-cache.ts';
import type { NoteKey, NoteStore, StoredAttributes, StoredNote } from './note-store.ts';
import type { StepStore } from './step-store.ts';

interface AttributeChangesOptions {
  readonly store: NoteStore;
  readonly contents: ContentStore;
  readonly steps: StepStore;
  readonly cache: NoteCache;
  readonly record: RecordChange;
  readonly clock: Clock;
  /** Whether the user has this notebook. */
  readonly hasNotebook: (userId: string, id: string) => boolean;
  /** Told of the user of each note that is archived. */
  readonly mayArchive: (userId: string) => void;
  /** Told of each note whose history may have to be cut. */
  readonly markDirty: (key: NoteKey) => void;
}

/** A note as a change has left it, and the steps that tell of the change. */
interface ChangedAttributes {
  readonly row: StoredNote;
  readonly steps: readonly NewStep[];
}

export class AttributeChanges {
  readonly #options: AttributeChangesOptions;

  constructor(options: AttributeChangesOptions) {
    this.#options = options;
  }

  /** What a note is to be after this. Throws 400 for a notebook that the user does not have. */
  asked(userId: string, { notebookId, isPinned, isArchived }: AskedAttributes, now: StoredAttributes = unsorted): StoredAttributes {
    if (typeof notebookId === 'string' && notebookId !== now.notebookId && !this.#options.hasNotebook(userId, notebookId))
      throw invalid({ path: 'notebookId', message: 'is not the id of a notebook' });
    return {
      notebookId: notebookId === undefined ? now.notebookId : notebookId,
      isPinned: isPinned === undefined ? now.isPinned : isPinned ? 1 : 0,
      isArchived: isArchived === undefined ? now.isArchived : isArchived ? 1 : 0,
    };
  }

  /** Stores them, where they are others than those of the row. */
  store(key: NoteKey, row: StoredNote, next: StoredAttributes, clientID: string | number | null = null): ChangedAttributes {
    const changed = attributeNames.filter((name) => row[name] !== next[name]);
    if (changed.length === 0) return { row, steps: [] };
    const { store, contents, steps, cache, record, clock } = this.#options;
    const [was, is] = [attributesReply(row), attributesReply(next)];
    const added = changed.map((name) => ({ step: attributeStep(name, is[name]), splices: null }));
    const at = clock();
    const size = steps.append(key, row.version, added, { at, author: key.userId, clientID });
    const version = row.version + added.length;
    const after: StoredNote = {
      ...row,
      ...next,
      version,
      stepBytes: row.stepBytes + size,
      updatedAt: at,
      flushedVersion: row.flushedVersion === row.version ? version : row.flushedVersion,
      indexedVersion: row.indexedVersion === row.version ? version : row.indexedVersion,
    };
    store.changeAttributes(key, after);
    if (next.isArchived === 1) this.#options.mayArchive(key.userId);
    // What is written of the text stays as it is, and is of this version too.
    if (row.flushedVersion === row.version) contents.carryOn(key, row.version, after);
    cache.carryOn(key.id, row.version, version);
    record({ userId: key.userId, type: 'note', action: 'updated', id: key.id, version, before: replacedFields(was, is, attributeNames) });
    return { row: after, steps: added };
  }

  /** Gives a note attributes that it had; its version, null where it is gone. A notebook that is gone counts as none. */
  giveBack(userId: string, { id, fields }: FormerFields): number | null {
    const key = { userId, id };
    const row = this.#options.store.maybeNote(key);
    if (row === null) return null;
    const { notebookId, ...flags } = fields as AskedAttributes;
    const isThere = typeof notebookId !== 'string' || this.#options.hasNotebook(userId, notebookId);
    const asked = notebookId === undefined ? flags : { ...flags, notebookId: isThere ? notebookId : null };
    return this.#stored(key, row, this.asked(userId, asked, row)).version;
  }

  /** Whether a notebook has more notes than `limit`. */
  areMore(userId: string, notebookId: string, limit: number): boolean {
    return this.#options.store.hasMore({ userId, notebookId }, limit);
  }

  /** Notes of a notebook, `limit` at most, come into another one, or into none, as by `store`; how many they were. */
  moveSome(userId: string, notebookId: string, to: string | null, limit: number): number {
    const { store, contents, steps, cache, record, clock } = this.#options;
    const moved = store.inNotebook({ userId, notebookId }, limit);
    const notes = { userId, ids: JSON.stringify(moved.map(({ id }) => id)) };
    const at = clock();
    const stepSize = steps.appendToEach(notes, attributeStep('notebookId', to), { at, author: userId });
    contents.carryOnEach(notes, stepSize);
    store.moveEach(notes, to, { stepSize, at });
    for (const { id, version } of moved) {
      cache.carryOn(id, version, version + 1);
      record({ userId, type: 'note', action: 'updated', id, version: version + 1, before: { notebookId } });
    }
    return moved.length;
  }

  /** The same of all notes of it; those in the trash without a trace: gives their ids. */
  moveAll(userId: string, notebookId: string, to: string | null): string[] {
    this.moveSome(userId, notebookId, to, -1);
    return this.#options.store.moveTrashed({ userId, notebookId }, to);
  }

  /** Notes in the trash that `moveAll` has moved to `from` belong to their notebook again. */
  moveTrashedBack(userId: string, notebookId: string, ids: readonly string[], from: string | null): void {
    this.#options.store.moveTrashedBack({ userId, notebookId }, ids, from);
  }

  #stored(key: NoteKey, row: StoredNote, next: StoredAttributes): StoredNote {
    const { row: after } = this.store(key, row, next);
    if (after !== row) this.#options.markDirty(key);
    return after;
  }
}

const attributeStep = (attr: string, value: unknown): object => ({ stepType: 'docAttr', attr, value });

const unsorted: StoredAttributes = { notebookId: null, isPinned: 0, isArchived: 0 };

/** As a reply tells of them. */
export function attributesReply({ notebookId, isPinned, isArchived }: StoredAttributes): {
  readonly notebookId: string | null;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
} {
  return { notebookId, isPinned: isPinned === 1, isArchived: isArchived === 1 };
}
