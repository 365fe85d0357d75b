import type { Migration } from '../migrate.ts';

/** Letters with a stroke or a ligature are found by plain ones in cards and events, as they are in notes. */
export const plainLetters: Migration = {
  version: 49,
  name: 'plain letters',
  sql: `
    UPDATE cards SET search = folded(search) WHERE search GLOB '*[ςæœøłđðþħŧ]*';
    UPDATE events SET search = folded(search) WHERE search GLOB '*[ςæœøłđðþħŧ]*';
  `,
};
