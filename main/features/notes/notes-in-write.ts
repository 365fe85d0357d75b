// Notes as a batch reads them: inside its write, where nothing can be waited for.

import type { NoteDelta } from '../../contract/note-delta.ts';
import type { NoteListQuery } from '../../contract/note-list.ts';
import type { Note, NoteList, NoteQuery } from '../../contract/notes.ts';
import { AppError, invalid, notFound } from '../../lib/app-error.ts';
import { toInstant } from '../../lib/clock.ts';
import type { ContentStore } from './content-store.ts';
import { excerptOf } from './excerpt.ts';
import { isOfSteps } from './delta/apply.ts';
import type { NoteCache } from './note-cache.ts';
import type { NoteChanges } from './note-changes.ts';
import { NoteParser, parsedAtOnce } from './note-parser.ts';
import type { NoteKey, NoteStore, StoredNote } from './note-store.ts';
import type { NoteListStore } from './note-list-store.ts';
import { noteFilter, orderOf } from './note-filter.ts';
import { summary } from './note-lists.ts';
import { changesText, unprepared, type PreparedChange } from './notes.ts';
import { attributesReply } from './attribute-changes.ts';

interface NotesInWriteOptions {
  readonly store: NoteStore;
  readonly lists: NoteListStore;
  readonly contents: ContentStore;
  readonly cache: NoteCache;
  readonly changes: NoteChanges;
}

/** The longest list that is read all at once. */
const maxListLength = 1_000;

const tooLarge = (): AppError => new AppError('too_large', 'This note is too large to be read in a batch');

export class NotesInWrite {
  readonly #options: NotesInWriteOptions;

  constructor(options: NotesInWriteOptions) {
    this.#options = options;
  }

  /**
   * As `Notes.read`. Throws 404, `stale_version` or `history_gone` for `since`, and `too_large` for a note that takes long to be read or
   * written.
   */
  read(userId: string, id: string, { include, since }: NoteQuery): Note {
    const { contents, changes } = this.#options;
    const key = { userId, id };
    const row = contents.maybeNote(key);
    if (row === null) throw notFound('note');
    const isWritten = row.contentVersion === row.version;
    const doc = include === 'doc' ? { doc: this.#document(key, row) } : {};
    return {
      id,
      title: row.title,
      ...attributesReply(row),
      content: isWritten ? row.content : this.#content(key, row),
      version: row.version,
      createdAt: toInstant(row.createdAt),
      updatedAt: toInstant(row.updatedAt),
      ...doc,
      ...(since === undefined ? {} : changes.missed(key, row, since)),
    };
  }

  /** As `NoteLists.list`, without words to search for. Throws 400 for those, and for a list that is too long. */
  list(userId: string, query: NoteListQuery): NoteList {
    const { lists } = this.#options;
    const { q, include, limit, offset = 0 } = query;
    if (q !== undefined && q !== '') throw invalid({ path: 'q', message: 'is not possible in a batch' });
    const filter = noteFilter(query);
    const total = lists.total(userId, filter);
    if (Math.min(limit ?? total, total - offset) > maxListLength)
      throw invalid({ path: 'limit', message: `must be at most ${maxListLength} in a batch` });
    const rows = lists.list(userId, filter, orderOf(query), { limit, offset }, total);
    const items = rows.map((row) => {
      const content = include === 'content' ? this.read(userId, row.id, {}).content : null;
      if (row.flushedVersion === row.version) return { ...summary(row), ...(content === null ? {} : { content }) };
      const text = content ?? this.read(userId, row.id, {}).content;
      return { ...summary(row), excerpt: excerptOf(text), ...(content === null ? {} : { content }) };
    });
    return { items, total, limit: limit ?? null, offset };
  }

  /** As `Notes.prepareChange`, of a note that is small or in memory. Throws 404 and `too_large`. */
  prepareChange(userId: string, id: string, delta: NoteDelta): PreparedChange {
    const key = { userId, id };
    if (!changesText(delta)) return unprepared;
    const row = this.#options.store.maybeNote(key);
    if (row === null) throw notFound('note');
    this.#source(key, row);
    const note = this.#options.cache.getOrLoad(userId, row);
    const needsContent = !isOfSteps(delta) || note.sizeAtMost === undefined;
    if (needsContent && note.source.maybeContent(parsedAtOnce) === null) throw tooLarge();
    return { note, preparsed: null, rewrite: null, stepped: null };
  }

  #document(key: NoteKey, row: StoredNote): NonNullable<Note['doc']> {
    const { doc } = this.#source(key, row);
    if (doc.content.size > parsedAtOnce) throw tooLarge();
    return doc.toJSON() as NonNullable<Note['doc']>;
  }

  #content(key: NoteKey, row: StoredNote): string {
    const content = this.#source(key, row).maybeContent(parsedAtOnce);
    if (content === null) throw tooLarge();
    return content;
  }

  #source(key: NoteKey, row: StoredNote): ReturnType<NoteCache['getOrLoad']>['source'] {
    const { cache, contents } = this.#options;
    const cached = cache.getCached(row);
    if (cached === null && !NoteParser.isSmall(contents.maybeCurrent(key)?.content ?? '')) throw tooLarge();
    return (cached ?? cache.getOrLoad(key.userId, row)).source;
  }
}
