import type { Migration } from '../migrate.ts';

const indexes = ['note', 'card', 'event', 'file'] as const;

/**
 * A write to a full-text index adds a segment and merges none: index-merges.ts does that in the background. At `crisismerge` segments of
 * one level FTS5 merges them inside the write all the same; it refuses 2000 and more (SQLite FTS5, 6.1 and 6.2).
 */
export const indexMerges: Migration = {
  version: 33,
  name: 'index merges',
  sql: indexes
    .map(
      (kind) => `
    INSERT INTO ${kind}_index (${kind}_index, rank) VALUES ('automerge', 0);
    INSERT INTO ${kind}_index (${kind}_index, rank) VALUES ('crisismerge', 1000);`,
    )
    .join(''),
};
