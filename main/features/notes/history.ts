// The versions of a note: what each delta left, and bringing one of them back.

import {
  historyPage,
  type HistoryQuery,
  type NoteDeltaReply,
  type NoteHistory,
  type NoteThen,
  type NoteVersion,
  type RestoreNote,
} from '../../contract/notes.ts';
import { AppError, invalid, notFound, RetryableConflict } from '../../lib/app-error.ts';
import { toInstant } from '../../lib/clock.ts';
import type { Precondition } from '../../lib/precondition.ts';
import type { ContentStore, StoredContent } from './content-store.ts';
import { prepareRestoring, restoreVersion } from './delta/outcome.ts';
import type { LiveNote, NoteOutcome } from './live-note.ts';
import type { NoteCache } from './note-cache.ts';
import { historyGone, type NoteChanges } from './note-changes.ts';
import type { NoteLoader } from './note-loader.ts';
import { parsedAtOnce, type NoteParser } from './note-parser.ts';
import type { NoteKey, NoteStore, StoredNote } from './note-store.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import type { DeltaMark, StepStore } from './step-store.ts';

interface HistoryOptions {
  readonly store: NoteStore;
  readonly contents: ContentStore;
  readonly steps: StepStore;
  readonly loader: NoteLoader;
  readonly cache: NoteCache;
  readonly parser: NoteParser;
  readonly changes: NoteChanges;
  /** The name of a user; null if there is no such user. */
  readonly usernameOf: (userId: string) => string | null;
}

/** The note at the version to restore, and what restoring it comes to if the note is still `current`. Of a large note both take long. */
export interface PreparedVersion {
  readonly current: LiveNote;
  readonly former: LiveNote;
  readonly outcome: NoteOutcome;
}

export class History {
  readonly #options: HistoryOptions;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /**
   * Newest first, one for each delta, and at the end the note as it was made, or as far back as the history goes. Throws 404,
   * `unavailable`.
   */
  async list(userId: string, id: string, { limit = historyPage.default, offset = 0 }: HistoryQuery): Promise<NoteHistory> {
    const { steps } = this.#options;
    const key = { userId, id };
    const row = this.#note(key);
    const deltas = steps.countDeltas(key, row.firstVersion);
    const marks = steps.deltas(key, row.firstVersion, { limit, offset });
    if (offset <= deltas && offset + limit > deltas) marks.push(this.#first(key, row));
    const items: NoteVersion[] = [];
    for await (const [mark, note] of this.#replayed(key, marks.toReversed())) items.unshift(this.#entry(mark, note));
    return { items, total: deltas + 1, limit, offset };
  }

  /** Throws 404 for a version that no delta has led to, `history_gone`, `unavailable`. */
  async read(userId: string, id: string, version: string): Promise<NoteThen> {
    const key = { userId, id };
    const row = this.#note(key);
    const mark = /^(?:0|[1-9]\d{0,14})$/.test(version) ? this.#maybeMark(key, row, Number(version)) : null;
    if (mark === null) throw notFound('version');
    const then = await this.#noteAt(key, mark.version);
    return { id, ...this.#entry(mark, then), content: then.source.content() };
  }

  /**
   * Before restoring: all that takes long, in slices. Throws 404, `stale_version` for a version to come, `history_gone`, 400 for one that
   * no delta has led to. `comesBack`: the note can be in the trash, and comes back from there before it is restored.
   */
  async prepareRestore(userId: string, id: string, { version }: RestoreNote, { comesBack = false } = {}): Promise<PreparedVersion> {
    const key = { userId, id };
    const trashed = comesBack ? this.#options.store.maybeTrashed(key) : null;
    const row = trashed ?? this.#note(key);
    if (version > row.version)
      throw new AppError('stale_version', `The note is at version ${row.version}`, { extra: { version: row.version } });
    const mark = this.#maybeMark(key, row, version);
    if (mark === null) throw invalid({ path: 'version', message: 'is not a version that the history lists' });
    const former = await this.#noteAt(key, version);
    const current = trashed === null ? await this.#options.cache.fetchWritten(key) : await this.#noteAt(key, trashed.version);
    if (current === null) throw notFound('note');
    const outcome = await prepareRestoring(current, former);
    return { current, former, outcome: { ...outcome, texts: [current.source.content(), former.source.content()] } };
  }

  /**
   * Makes the note what it was, as a change like any other. Throws 404, 412, and `RetryableConflict` if the note was changed since and is
   * too large to be compared at once.
   */
  restore(userId: string, id: string, precondition: Precondition, { current, former, outcome }: PreparedVersion): NoteDeltaReply {
    const { cache, changes } = this.#options;
    const key = { userId, id };
    const row = this.#note(key);
    precondition.check(row.version);
    const isCurrent = current.version === row.version;
    if (!isCurrent && Math.max(current.source.doc.content.size, former.source.doc.content.size) > parsedAtOnce) {
      throw new RetryableConflict('The note is being changed, and too large to be restored in between');
    }
    const before = isCurrent ? current : cache.getOrLoad(userId, row);
    const result = isCurrent ? outcome : restoreVersion(before, former);
    return changes.accept(
      key,
      row,
      { text: { before, outcome: result }, attributes: null },
      { since: null, clientID: null, deltaId: null },
    );
  }

  #note(key: NoteKey): StoredNote {
    const row = this.#options.store.maybeNote(key);
    if (row === null) throw notFound('note');
    return row;
  }

  /** Null if no delta has led to this version. Throws `history_gone`. */
  #maybeMark(key: NoteKey, row: StoredNote, version: number): DeltaMark | null {
    if (version < row.firstVersion) throw historyGone(row);
    return version === row.firstVersion ? this.#first(key, row) : this.#options.steps.maybeDelta(key, version);
  }

  /** The oldest version that can be reached. Of an older history the last step was kept for this. */
  #first(key: NoteKey, { firstVersion, createdAt }: StoredNote): DeltaMark {
    return (
      this.#options.steps.maybeDelta(key, firstVersion) ?? { version: firstVersion, at: createdAt, author: key.userId, clientID: null }
    );
  }

  #entry({ version, at, author, clientID }: DeltaMark, { source }: LiveNote): NoteVersion {
    return {
      version,
      at: toInstant(at),
      author: this.#options.usernameOf(author),
      clientID,
      title: String(source.doc.attrs['title']),
      size: Buffer.byteLength(source.content()),
    };
  }

  async #noteAt(key: NoteKey, version: number): Promise<LiveNote> {
    for await (const [, note] of this.#replayed(key, [{ version }])) return note;
    throw notFound('version');
  }

  /** The note at each of these versions, which are in ascending order. Throws `history_gone` if one is removed meanwhile. */
  async *#replayed<Mark extends { readonly version: number }>(
    key: NoteKey,
    marks: readonly Mark[],
  ): AsyncGenerator<readonly [Mark, LiveNote]> {
    const { loader, parser } = this.#options;
    const scheduler = new CooperativeScheduler();
    let note: LiveNote | null = null;
    for (const mark of marks) {
      note = await loader.bringTo(key, note ?? (await loader.parse(this.#nearest(key, mark.version))), mark.version);
      if (note.version !== mark.version) throw historyGone(this.#note(key));
      await parser.prewrite(note.source);
      yield [mark, note];
      await scheduler.yieldIfDue();
    }
  }

  /** What was written out last before or at a version. */
  #nearest(key: NoteKey, version: number): StoredContent {
    const { contents } = this.#options;
    const current = contents.maybeCurrentMark(key);
    const nearest = current !== null && current.textVersion <= version ? contents.maybeCurrent(key) : contents.maybeSnapshot(key, version);
    if (nearest === null) throw historyGone(this.#note(key));
    return { ...nearest, version: Math.min(nearest.version, version) };
  }
}
