// How the records of each kind are reached from their index, and which of them are shown. Pure: texts of SQL, which store.ts runs.

import type { SearchType } from '../../contract/search.ts';

/** A kind with its index. `entry` is the row of an entry in the index, `record` that of the record. */
export interface KindSql {
  readonly index: string;
  readonly entries: string;
  /** Whether the index has the beginnings of words, those of one and two letters at least. */
  readonly hasPrefixes: boolean;
  /** From an entry to its record, and from that on to `place`, its column. */
  readonly fromEntry: string;
  readonly toPlace: string;
  /** Of the record, such as that it is not in the trash; `isArchived` for those that are put away, where the record tells. */
  readonly isThere: string;
  readonly isArchived: string | null;
  /**
   * The entries that are not shown unless they are asked for. Mostly few, so that they are sooner left out than all others looked at; null
   * where each hit is to be looked at.
   */
  readonly hidden: string | null;
  /** Columns of the record that an answer is made of, and the text in which words are shown. */
  readonly columns: string;
  readonly text: string;
}

/** Archived cards have keys that sort after all others; see boards/order-store.ts. */
const afterAll = '~';

const inHiddenColumn = `
  SELECT entry.row FROM board_columns AS place CROSS JOIN cards AS record ON record.column_id = place.id
    CROSS JOIN card_search AS entry ON entry.card_id = record.id
  WHERE place.user_id = @userId`;

const inDeletedCalendar = `
  SELECT id FROM calendars WHERE calendars.user_id = @userId AND calendars.deleted_at IS NOT NULL AND calendars.moved_to IS NULL`;

const ownerIsThere = `CASE record.owner_type
  WHEN 'note' THEN EXISTS (
    SELECT 1 FROM notes WHERE notes.id = record.owner_id AND notes.user_id = @userId AND trashed_at IS NULL AND is_archived = 0)
  ELSE EXISTS (
    SELECT 1 FROM cards JOIN board_columns ON board_columns.id = column_id AND deleted_at IS NULL
    WHERE cards.id = record.owner_id AND cards.user_id = @userId AND is_archived = 0)
  END`;

/** The entries of a user's archived notes. */
export const archivedNotes = `
  SELECT entry.row FROM notes AS record CROSS JOIN note_search AS entry ON entry.note_id = record.id
  WHERE record.user_id = @userId AND record.is_archived = 1 AND record.trashed_at IS NULL`;

/** Those of the events in calendars that the page does not show. */
export const eventsNotShown = `
  SELECT entry.row FROM calendars CROSS JOIN events AS record ON record.calendar_id = calendars.id
    CROSS JOIN event_search AS entry ON entry.event_id = record.id
  WHERE calendars.user_id = @userId AND calendars.is_visible = 0`;

/** How many texts of occurrences that differ are found with their series. */
const toldTexts = 100;

/** The texts that occurrences of this series have of their own, as far as they are found with it. */
export const occurrenceTexts = (series: string): string => `
  SELECT fields ->> named.value AS text
  FROM event_overrides CROSS JOIN json_each('["$.title","$.location","$.description"]') AS named
  WHERE series_id = ${series} AND text IS NOT NULL ORDER BY original_at, named.key LIMIT ${toldTexts}`;

export const kindSql: Readonly<Record<SearchType, KindSql>> = {
  note: {
    index: 'note_index',
    entries: 'note_search',
    hasPrefixes: true,
    fromEntry: 'note_search AS entry CROSS JOIN notes AS record ON record.id = entry.note_id AND record.user_id = @userId',
    toPlace: '',
    isThere: 'record.trashed_at IS NULL',
    isArchived: null,
    hidden: archivedNotes,
    columns: `record.id, record.version, record.title, record.updated_at AS at, '' AS place, NULL AS ownerId,
      NULL AS ownerType, NULL AS startAt, NULL AS dayZone, 0 AS isCancelled`,
    text: "coalesce((SELECT text FROM note_texts WHERE note_texts.row = entry.row), '')",
  },
  card: {
    index: 'card_index',
    entries: 'card_search',
    hasPrefixes: false,
    fromEntry: `card_search AS entry CROSS JOIN cards AS record ON record.id = entry.card_id AND record.user_id = @userId`,
    toPlace: 'CROSS JOIN board_columns AS place ON place.id = record.column_id',
    isThere: 'place.deleted_at IS NULL',
    isArchived: 'record.is_archived = 1',
    hidden: `
      ${inHiddenColumn} AND place.deleted_at IS NOT NULL
      UNION ALL ${inHiddenColumn} AND place.deleted_at IS NULL AND record.order_key >= '${afterAll}'`,
    columns: `record.id, record.version, record.title, record.updated_at AS at, place.project_id AS place, NULL AS ownerId,
      NULL AS ownerType, NULL AS startAt, NULL AS dayZone, 0 AS isCancelled`,
    text: "coalesce(record.description, '')",
  },
  event: {
    index: 'event_index',
    entries: 'event_search',
    hasPrefixes: false,
    fromEntry: 'event_search AS entry CROSS JOIN events AS record ON record.id = entry.event_id AND record.user_id = @userId',
    toPlace: '',
    isThere: `record.calendar_id NOT IN (${inDeletedCalendar})`,
    isArchived: null,
    hidden: `
      SELECT entry.row FROM (${inDeletedCalendar}) AS deleted CROSS JOIN events AS record ON record.calendar_id = deleted.id
        CROSS JOIN event_search AS entry ON entry.event_id = record.id`,
    columns: `record.id, record.version, record.title, record.updated_at AS at, '' AS place, NULL AS ownerId, NULL AS ownerType,
      CASE record.is_series WHEN 0 THEN record.start_at END AS startAt, CASE record.is_all_day WHEN 1 THEN record.time_zone END AS dayZone,
      record.is_cancelled AS isCancelled`,
    text: `concat_ws(char(10), record.location, record.description,
      CASE record.is_series WHEN 1 THEN (SELECT group_concat(text, char(10)) FROM (${occurrenceTexts('record.id')})) END)`,
  },
  file: {
    index: 'file_index',
    entries: 'file_search',
    hasPrefixes: true,
    fromEntry: 'file_search AS entry CROSS JOIN files AS record ON record.id = entry.file_id AND record.user_id = @userId',
    toPlace: '',
    isThere: ownerIsThere,
    isArchived: null,
    hidden: null,
    columns: `record.id, NULL AS version, record.filename AS title, record.created_at AS at, coalesce((
        SELECT project_id FROM cards JOIN board_columns ON board_columns.id = column_id WHERE cards.id = record.owner_id), '') AS place,
      record.owner_id AS ownerId, record.owner_type AS ownerType, NULL AS startAt, NULL AS dayZone, 0 AS isCancelled`,
    text: "coalesce((SELECT text FROM file_texts WHERE file_id = record.id), '')",
  },
};
