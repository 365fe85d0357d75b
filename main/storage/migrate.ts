// Brings a database up to this version of Daybook. Forward only; a released migration is never edited.

import type { Database } from 'better-sqlite3';
import { start } from './migrations/0001-start.ts';
import { boards } from './migrations/0002-boards.ts';
import { notes } from './migrations/0003-notes.ts';
import { searchWords } from './migrations/0004-search-words.ts';
import { feedLimits } from './migrations/0005-feed-limits.ts';
import { noteReads } from './migrations/0006-note-reads.ts';
import { deletedUsers } from './migrations/0007-deleted-users.ts';
import { cardCounts } from './migrations/0008-card-counts.ts';
import { tokens } from './migrations/0009-tokens.ts';
import { eventIndexes } from './migrations/0010-event-indexes.ts';
import { trash } from './migrations/0011-trash.ts';
import { undo } from './migrations/0012-undo.ts';
import { runs } from './migrations/0013-runs.ts';
import { embeddings } from './migrations/0014-embeddings.ts';
import { series } from './migrations/0015-series.ts';
import { reminders } from './migrations/0017-reminders.ts';
import { calendars } from './migrations/0016-calendars.ts';
import { embeddedNamesInSource, maybeEmbedded } from '../contract/embedded-files.ts';
import { nameKeyOf } from '../contract/link-titles.ts';
import { foldName } from '../contract/mentions.ts';
import { folded } from '../lib/folded.ts';
import { fold } from '../lib/full-text/fold.ts';
import { unpackedText } from '../lib/packed-text.ts';
import { caldav } from './migrations/0018-caldav.ts';
import { eventSearch } from './migrations/0019-event-search.ts';
import { files } from './migrations/0020-files.ts';
import { relations } from './migrations/0021-relations.ts';
import { notebooks } from './migrations/0022-notebooks.ts';
import { projects } from './migrations/0023-projects.ts';
import { calendarTrash } from './migrations/0024-calendar-trash.ts';
import { cardSearch } from './migrations/0025-card-search.ts';
import { jobs } from './migrations/0026-jobs.ts';
import { imports } from './migrations/0027-imports.ts';
import { oneSearch } from './migrations/0028-one-search.ts';
import { noteSearchTimes } from './migrations/0030-note-search-times.ts';
import { unindexedWords } from './migrations/0031-unindexed-words.ts';
import { undoneRecords } from './migrations/0032-undone-records.ts';
import { indexMerges } from './migrations/0033-index-merges.ts';
import { savedSearches } from './migrations/0034-saved-searches.ts';
import { cardActivity } from './migrations/0035-card-activity.ts';
import { boardFilters } from './migrations/0036-board-filters.ts';
import { cardTemplates } from './migrations/0037-card-templates.ts';
import { unindexedInserts } from './migrations/0038-unindexed-inserts.ts';
import { titlesByName } from './migrations/0039-titles-by-name.ts';
import { packedTexts } from './migrations/0040-packed-texts.ts';
import { ringsFrom } from './migrations/0041-rings-from.ts';
import { linksByPath } from './migrations/0042-links-by-path.ts';
import { fileLinks } from './migrations/0043-file-links.ts';
import { eventStates } from './migrations/0044-event-states.ts';
import { pageLinks } from './migrations/0045-page-links.ts';
import { importBatches } from './migrations/0046-import-batches.ts';
import { embeddedFiles } from './migrations/0047-embedded-files.ts';
import { footnoteLinks } from './migrations/0048-footnote-links.ts';
import { plainLetters } from './migrations/0049-plain-letters.ts';
import { occurrenceLinks } from './migrations/0050-occurrence-links.ts';
import { wholeIndexes } from './migrations/0051-whole-indexes.ts';
import { embeddedParts } from './migrations/0052-embedded-parts.ts';
import { madeFolders } from './migrations/0053-made-folders.ts';
import { loginStamps } from './migrations/0054-login-stamps.ts';
import { readAnew } from './migrations/0055-read-anew.ts';
import { fewerIndexPages } from './migrations/0056-fewer-index-pages.ts';
import { untoldLinks } from './migrations/0057-untold-links.ts';
import { propertyLinks } from './migrations/0058-property-links.ts';
import { belowBlankLine, frontMatter, isNewFrontMatter } from './migrations/0059-front-matter.ts';

export interface Migration {
  /** 1, 2, 3 …: `PRAGMA user_version` once it is applied. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  start,
  boards,
  notes,
  searchWords,
  feedLimits,
  noteReads,
  deletedUsers,
  cardCounts,
  tokens,
  eventIndexes,
  trash,
  undo,
  runs,
  embeddings,
  series,
  calendars,
  reminders,
  caldav,
  eventSearch,
  files,
  relations,
  notebooks,
  projects,
  calendarTrash,
  cardSearch,
  jobs,
  imports,
  oneSearch,
  noteSearchTimes,
  unindexedWords,
  undoneRecords,
  indexMerges,
  savedSearches,
  cardActivity,
  boardFilters,
  cardTemplates,
  unindexedInserts,
  titlesByName,
  packedTexts,
  ringsFrom,
  linksByPath,
  fileLinks,
  eventStates,
  pageLinks,
  importBatches,
  embeddedFiles,
  footnoteLinks,
  plainLetters,
  occurrenceLinks,
  wholeIndexes,
  embeddedParts,
  madeFolders,
  loginStamps,
  readAnew,
  fewerIndexPages,
  untoldLinks,
  propertyLinks,
  frontMatter,
];

/** The version that `list` leads to. */
export function latestVersion(list: readonly Migration[]): number {
  return list.at(-1)?.version ?? 0;
}

/** The number of the last migration that the database has had; 0 for a new one. */
export function schemaVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** What a text, which can be packed, shows as `![[photo.png]]`, by folded names. */
function filesShownIn(stored: unknown): string[] {
  const text = stored instanceof Uint8Array ? unpackedText(stored) : stored;
  return typeof text === 'string' ? [...embeddedNamesInSource(text)].flatMap((name) => maybeEmbedded(name) ?? []) : [];
}

/**
 * Applies what is missing, all of it in one transaction: where one migration fails, the version of Daybook that was used last still opens
 * the database. `beforeUpgrade` is called once if data is at stake.
 */
export function migrate(db: Database, list: readonly Migration[], beforeUpgrade: (from: number) => void): void {
  const from = schemaVersion(db);
  const missing = list.filter((migration) => migration.version > from);
  if (missing.length === 0) return;
  if (from > 0) beforeUpgrade(from);
  db.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? folded(text) : null));
  db.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : null));
  db.function('link_name', { deterministic: true }, (title) => (typeof title === 'string' ? nameKeyOf(title) : null));
  db.function('fold_name', { deterministic: true }, (name) => (typeof name === 'string' ? foldName(name) : null));
  db.function('is_new_front_matter', { deterministic: true }, (text) => Number(typeof text === 'string' && isNewFrontMatter(text)));
  db.function('below_blank_line', { deterministic: true }, (text) => (typeof text === 'string' ? belowBlankLine(text) : null));
  db.function('embedded_files', { deterministic: true }, (text) => JSON.stringify(filesShownIn(text)));
  db.transaction(() => {
    for (const migration of missing) db.exec(migration.sql);
    db.pragma(`user_version = ${latestVersion(missing)}`);
  }).immediate();
}
