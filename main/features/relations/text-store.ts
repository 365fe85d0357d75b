// The SQL of the index of tags and links. Every statement names the user, so that another user's record is one that never was.

import { nameKeysFor } from '../../contract/link-titles.ts';
import { foldName, type LinkedType } from '../../contract/mentions.ts';
import type { RecordText } from '../../lib/text-watchers.ts';
import type { Database } from '../../storage/database.ts';
import type { LinkEntry, TagEntry } from './summary.ts';

/** A record that has a text. */
export interface TextKey {
  readonly userId: string;
  readonly type: LinkedType;
  readonly id: string;
}

/** A text that links to something, and what it says of that. */
export interface LinkSource {
  readonly type: LinkedType;
  readonly id: string;
  readonly target: string;
  /** As written, with its section; of a link of markdown its address, decoded. Null where it names a record. */
  readonly title: string | null;
}

/** The statements, to be explained in tests. */
export const textSql = {
  // Parents of a tag have rows of their own.
  tagged: 'SELECT note_id FROM note_tags WHERE user_id = @userId AND tag = @tag',
  ofRecord: `
    SELECT from_type AS type, from_id AS id, target, title FROM text_links
    WHERE user_id = @userId AND to_id = @id AND to_type = @type`,
  ofTitle: `
    SELECT from_type AS type, from_id AS id, target, title FROM text_links WHERE user_id = @userId AND title_key = @key
    UNION ALL
    SELECT from_type AS type, from_id AS id, target, title FROM text_links WHERE user_id = @userId AND base_key = @key
    UNION ALL
    SELECT from_type AS type, from_id AS id, target, title FROM text_links
    WHERE user_id = @userId AND name_key IN (@nameKey, @plainKey) AND title_key <> @key AND base_key IS NOT @key`,
} as const;

type Source = Pick<TextKey, 'userId' | 'id'>;

interface OfTitle {
  readonly userId: string;
  readonly key: string;
  readonly nameKey: string;
  readonly plainKey: string;
}

interface Description extends Pick<RecordText, 'description' | 'ownDescriptions'> {
  readonly version: number;
}

/** Those of the occurrences of an event that have another, as JSON. */
const ownDescriptions = `(SELECT json_group_array(fields ->> 'description') FROM event_overrides
  WHERE series_id = events.id AND fields ->> 'description' IS NOT NULL)`;

const linkColumns = 'target, to_type AS toType, to_id AS toId, title, title_key AS titleKey, base_key AS baseKey, name_key AS nameKey';

export class TextStore {
  readonly #tagged;
  readonly #tagsOf;
  readonly #putTags;
  readonly #dropTags;
  readonly #linksOf;
  readonly #putLinks;
  readonly #dropLinks;
  readonly #ofRecord;
  readonly #ofTitle;
  readonly #setTitle;
  readonly #isUnread;
  readonly #addUnread;
  readonly #removeUnread;
  readonly #unread;
  readonly #sweep;
  readonly #lastRow;
  readonly #describe;
  readonly #putOff;
  readonly #takeUp;

  constructor(database: Database) {
    this.#tagged = database.prepare<{ userId: string; tag: string }, string>(textSql.tagged).pluck();
    this.#tagsOf = database.prepare<Source, Omit<TagEntry, 'isOwn'> & { isOwn: 0 | 1 }>(
      'SELECT tag, shown, is_own AS isOwn FROM note_tags WHERE note_id = @id AND user_id = @userId',
    );
    this.#putTags = database.prepare<Source & { tags: string }>(`
      INSERT INTO note_tags (note_id, user_id, tag, shown, is_own)
      SELECT @id, @userId, value ->> 'tag', value ->> 'shown', value ->> 'isOwn' FROM json_each(@tags) WHERE true
      ON CONFLICT (note_id, tag) DO UPDATE SET shown = excluded.shown, is_own = excluded.is_own`);
    this.#dropTags = database.prepare<Source & { tags: string }>(
      'DELETE FROM note_tags WHERE note_id = @id AND user_id = @userId AND tag IN (SELECT value FROM json_each(@tags))',
    );
    // With the plus, all links of the user are not walked for those of one text.
    this.#linksOf = database.prepare<Source, LinkEntry>(`SELECT ${linkColumns} FROM text_links WHERE from_id = @id AND +user_id = @userId`);
    this.#putLinks = database.prepare<TextKey & { links: string }>(`
      INSERT INTO text_links (from_type, from_id, user_id, target, to_type, to_id, title, title_key, base_key, name_key)
      SELECT @type, @id, @userId, value ->> 'target', value ->> 'toType', value ->> 'toId', value ->> 'title', value ->> 'titleKey',
        value ->> 'baseKey', value ->> 'nameKey' FROM json_each(@links) WHERE true
      ON CONFLICT (from_id, target) DO NOTHING`);
    this.#dropLinks = database.prepare<Source & { targets: string }>(
      'DELETE FROM text_links WHERE from_id = @id AND +user_id = @userId AND target IN (SELECT value FROM json_each(@targets))',
    );
    this.#ofRecord = database.prepare<TextKey, LinkSource>(textSql.ofRecord);
    this.#ofTitle = database.prepare<OfTitle, LinkSource>(textSql.ofTitle);
    this.#setTitle = database.prepare<Source & { key: string }>('UPDATE notes SET title_key = @key WHERE id = @id AND user_id = @userId');
    this.#isUnread = database.prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM unread_texts WHERE record_id = ?)').pluck();
    this.#addUnread = database.prepare<TextKey>(
      'INSERT INTO unread_texts (record_id, type, user_id) VALUES (@id, @type, @userId) ON CONFLICT (record_id) DO NOTHING',
    );
    this.#removeUnread = database.prepare<[string]>('DELETE FROM unread_texts WHERE record_id = ?');
    this.#unread = database.prepare<[number], TextKey>(
      'SELECT record_id AS id, type, user_id AS userId FROM unread_texts ORDER BY rowid LIMIT ?',
    );
    this.#sweep = database.prepare<{ after: number; until: number }>(`
      DELETE FROM text_links WHERE rowid > @after AND rowid <= @until AND NOT CASE from_type
        WHEN 'note' THEN EXISTS (SELECT 1 FROM notes WHERE notes.id = from_id)
        WHEN 'card' THEN EXISTS (SELECT 1 FROM cards WHERE cards.id = from_id)
        ELSE EXISTS (SELECT 1 FROM events WHERE events.id = from_id) OR EXISTS (SELECT 1 FROM trash WHERE record_id = from_id) END`);
    this.#lastRow = database.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM text_links').pluck();
    const describe = (table: 'cards' | 'events', own: string) =>
      database.prepare<Source, Omit<Description, 'ownDescriptions'> & { own: string }>(
        `SELECT version, description, ${own} AS own FROM ${table} WHERE id = @id AND user_id = @userId`,
      );
    this.#describe = { card: describe('cards', "'[]'"), event: describe('events', ownDescriptions) };
    this.#putOff = database.prepare<Source>(
      'UPDATE notes SET title_key = NULL WHERE id = @id AND user_id = @userId AND trashed_at IS NOT NULL',
    );
    this.#takeUp = database.prepare<Source>(`
      INSERT INTO unread_texts (record_id, type, user_id)
      SELECT id, 'note', user_id FROM notes WHERE id = @id AND user_id = @userId AND title_key IS NULL
      ON CONFLICT (record_id) DO NOTHING`);
  }

  /** The notes with this tag, or one below it; the folded tag is given. Those in the trash are among them. */
  tagged(userId: string, tag: string): string[] {
    return this.#tagged.all({ userId, tag });
  }

  tagsOf({ userId, id }: Source): Map<string, TagEntry> {
    return new Map(this.#tagsOf.all({ userId, id }).map((row) => [row.tag, { ...row, isOwn: row.isOwn === 1 }]));
  }

  putTags({ userId, id }: Source, tags: readonly TagEntry[]): void {
    if (tags.length > 0) this.#putTags.run({ userId, id, tags: JSON.stringify(tags) });
  }

  dropTags({ userId, id }: Source, tags: readonly string[]): void {
    if (tags.length > 0) this.#dropTags.run({ userId, id, tags: JSON.stringify(tags) });
  }

  linksOf({ userId, id }: Source): Map<string, LinkEntry> {
    return new Map(this.#linksOf.all({ userId, id }).map((row) => [row.target, row]));
  }

  putLinks({ userId, type, id }: TextKey, links: readonly LinkEntry[]): void {
    if (links.length > 0) this.#putLinks.run({ userId, type, id, links: JSON.stringify(links) });
  }

  dropLinks({ userId, id }: Source, targets: readonly string[]): void {
    if (targets.length > 0) this.#dropLinks.run({ userId, id, targets: JSON.stringify(targets) });
  }

  /** Texts that name the record, the user's own. */
  linksTo({ userId, type, id }: TextKey): LinkSource[] {
    return this.#ofRecord.all({ userId, type, id });
  }

  /** Texts that may name a note of this title: a link with a section tells of both, one by a path of the title at its end. */
  linksToTitle(userId: string, title: string): LinkSource[] {
    const [nameKey, plainKey] = nameKeysFor(title);
    return this.#ofTitle.all({ userId, key: foldName(title), nameKey, plainKey });
  }

  setTitle({ userId, id }: Source, key: string): void {
    this.#setTitle.run({ userId, id, key });
  }

  isUnread(id: string): boolean {
    return this.#isUnread.get(id) === 1;
  }

  addUnread({ userId, type, id }: TextKey): void {
    this.#addUnread.run({ userId, type, id });
  }

  removeUnread(id: string): void {
    this.#removeUnread.run(id);
  }

  unread(limit: number): TextKey[] {
    return this.#unread.all(limit);
  }

  /** A note in the trash is read once it comes back. */
  putOff({ userId, id }: Source): void {
    this.#putOff.run({ userId, id });
  }

  /** A note that has come back from the trash; whether it is to be read. */
  takeUp({ userId, id }: Source): boolean {
    return this.#takeUp.run({ userId, id }).changes > 0;
  }

  /** Of a card, also of one in the trash, or an event. */
  maybeDescription(type: 'card' | 'event', { userId, id }: Source): Description | null {
    const found = this.#describe[type].get({ userId, id });
    if (found === undefined) return null;
    const { version, description, own } = found;
    return { version, description, ownDescriptions: JSON.parse(own) as string[] };
  }

  /** The newest row that `sweep` can look at. */
  lastRow(): number {
    return this.#lastRow.get() ?? 0;
  }

  /** Removes the links of records that are gone, among the rows after one up to another. */
  sweep(after: number, until: number): void {
    this.#sweep.run({ after, until });
  }
}
