import type { Database } from '../../storage/database.ts';

/** What is known of a file attached to a card; `createdAt` in milliseconds since the epoch. */
export interface StoredAttachment {
  readonly id: string;
  readonly cardId: string;
  readonly filename: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: number;
  /** Why what it says could not be read; absent of a new one. */
  readonly textError?: string | null;
}

const columns = `files.id, owner_id AS cardId, filename, mime_type AS mimeType, size, sha256, created_at AS createdAt,
  (SELECT error FROM file_texts WHERE file_id = files.id) AS textError`;
/** Of the row of a file that is found by its id or its card: whose it is. With the plus, all files of the user are not walked for it. */
const ofCard = "owner_type = 'card' AND +user_id = @userId";

// The cards of a deleted column are in no answer any more.
const card =
  'FROM cards JOIN board_columns ON board_columns.id = cards.column_id AND deleted_at IS NULL WHERE cards.id = @cardId AND ' +
  'cards.user_id = @userId';

/** Ids are in the order of creation. The list of cards comes as JSON, so that one statement fits any number. */
const attachmentSql = {
  cardVersion: `SELECT cards.version ${card}`,
  byId: `SELECT ${columns} FROM files WHERE id = @id AND owner_id = @cardId AND ${ofCard} AND EXISTS (SELECT 1 ${card})`,
  ofCards: `SELECT ${columns} FROM json_each(@cardIds) AS card CROSS JOIN files ON owner_id = card.value AND ${ofCard}
    ORDER BY card.key, files.id`,
  contentsOfCards: `SELECT DISTINCT sha256 FROM json_each(@cardIds) AS card CROSS JOIN files ON owner_id = card.value AND ${ofCard}`,
  insert: `
    INSERT INTO files (id, owner_type, owner_id, user_id, filename, mime_type, size, sha256, created_at)
    VALUES (@id, 'card', @cardId, @userId, @filename, @mimeType, @size, @sha256, @createdAt)`,
  remove: `DELETE FROM files WHERE id = @id AND ${ofCard}`,
} as const;

interface OfCards {
  readonly userId: string;
  readonly cardIds: string;
}

export class AttachmentStore {
  readonly #cardVersion;
  readonly #byId;
  readonly #ofCards;
  readonly #contentsOfCards;
  readonly #insert;
  readonly #remove;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#cardVersion = database.prepare<{ userId: string; cardId: string }, { version: number }>(attachmentSql.cardVersion);
    this.#byId = database.prepare<{ userId: string; cardId: string; id: string }, StoredAttachment>(attachmentSql.byId);
    this.#ofCards = database.prepare<OfCards, StoredAttachment>(attachmentSql.ofCards);
    this.#contentsOfCards = database.prepare<OfCards, { sha256: string }>(attachmentSql.contentsOfCards);
    this.#insert = database.prepare<object>(attachmentSql.insert);
    this.#remove = database.prepare<{ userId: string; id: string }>(attachmentSql.remove);
  }

  /** Null if the user has no such card. */
  maybeCardVersion(userId: string, cardId: string): number | null {
    return this.#cardVersion.get({ userId, cardId })?.version ?? null;
  }

  /** Null unless this very card of the user has such an attachment. */
  maybeAttachment(userId: string, cardId: string, id: string): StoredAttachment | null {
    return this.#byId.get({ userId, cardId, id }) ?? null;
  }

  /** Those of all these cards, card by card, oldest first. */
  ofCards(userId: string, cardIds: readonly string[]): StoredAttachment[] {
    return this.#ofCards.all({ userId, cardIds: JSON.stringify(cardIds) });
  }

  /** The hashes of what is attached to these cards. */
  contentsOfCards(userId: string, cardIds: readonly string[]): string[] {
    return this.#contentsOfCards.all({ userId, cardIds: JSON.stringify(cardIds) }).map(({ sha256 }) => sha256);
  }

  insert(userId: string, attachment: StoredAttachment): void {
    this.#insert.run({ ...attachment, userId });
  }

  remove(userId: string, id: string): void {
    this.#remove.run({ userId, id });
  }
}
