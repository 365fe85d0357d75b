import type { Content, Named } from '../../storage/blobs.ts';
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
}

const columns = 'attachments.id, card_id AS cardId, filename, mime_type AS mimeType, size, sha256, created_at AS createdAt';

// The cards of a deleted column are no longer there for anyone.
const card =
  'FROM cards JOIN board_columns ON board_columns.id = cards.column_id AND deleted_at IS NULL WHERE cards.id = @cardId AND ' +
  'cards.user_id = @userId';

/** Ids are in the order of creation. The list of cards comes as JSON, so that one statement fits any number. */
export const attachmentSql = {
  cardVersion: `SELECT cards.version ${card}`,
  byId: `SELECT ${columns} FROM attachments WHERE id = @id AND card_id = @cardId AND user_id = @userId AND EXISTS (SELECT 1 ${card})`,
  ofCards: `SELECT ${columns} FROM json_each(@cardIds) AS card CROSS JOIN attachments ON card_id = card.value AND user_id = @userId
    ORDER BY card.key, attachments.id`,
  contentsOfCards:
    'SELECT DISTINCT sha256 FROM json_each(@cardIds) AS card CROSS JOIN attachments ON card_id = card.value AND user_id = @userId',
  insert: `
    INSERT INTO attachments (id, card_id, user_id, filename, mime_type, size, sha256, created_at)
    VALUES (@id, @cardId, @userId, @filename, @mimeType, @size, @sha256, @createdAt)`,
  remove: 'DELETE FROM attachments WHERE id = @id AND user_id = @userId',
  // Whose content it is does not matter here: equal ones are kept once for all users.
  isNamed: 'SELECT 1 FROM attachments WHERE sha256 = ? LIMIT 1',
  namedAfter: 'SELECT sha256, max(size) AS size FROM attachments WHERE sha256 > ? GROUP BY sha256 ORDER BY sha256 LIMIT ?',
} as const;

interface OfCards {
  readonly userId: string;
  readonly cardIds: string;
}

export class AttachmentStore implements Named {
  readonly #cardVersion;
  readonly #byId;
  readonly #ofCards;
  readonly #contentsOfCards;
  readonly #insert;
  readonly #remove;
  readonly #isNamed;
  readonly #namedAfter;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#cardVersion = database.prepare<{ userId: string; cardId: string }, { version: number }>(attachmentSql.cardVersion);
    this.#byId = database.prepare<{ userId: string; cardId: string; id: string }, StoredAttachment>(attachmentSql.byId);
    this.#ofCards = database.prepare<OfCards, StoredAttachment>(attachmentSql.ofCards);
    this.#contentsOfCards = database.prepare<OfCards, { sha256: string }>(attachmentSql.contentsOfCards);
    this.#insert = database.prepare<object>(attachmentSql.insert);
    this.#remove = database.prepare<{ userId: string; id: string }>(attachmentSql.remove);
    this.#isNamed = database.prepare<[string]>(attachmentSql.isNamed);
    this.#namedAfter = database.prepare<[string, number], Content>(attachmentSql.namedAfter);
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

  isNamed(sha256: string): boolean {
    return this.#isNamed.get(sha256) !== undefined;
  }

  namedAfter(sha256: string, limit: number): Content[] {
    return this.#namedAfter.all(sha256, limit);
  }
}
