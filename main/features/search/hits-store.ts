// What a search looks for in the index of a kind, and the statements for it. Pure: texts of SQL, which store.ts runs.

import type { KindSql } from './kind-store.ts';

/** Which records are meant, as SQL with values for the names in it. All must hold. */
export interface Conditions {
  /** Statements for the entries of records, which are those that are meant, or are not. */
  readonly lists: readonly { readonly entries: string; readonly isExcluded: boolean }[];
  /** Of the row of the entry, which each hit has at hand. */
  readonly onEntry: readonly string[];
  /** Of the record, and of the `place` that it is in. */
  readonly onRecord: readonly string[];
  /** Whether a condition of the record names its place. */
  readonly usesPlace: boolean;
  readonly values: Readonly<Record<string, string | number>>;
  /** Whether archived records are meant, instead of the others. */
  readonly isArchived: boolean;
}

/** Whether the record of each hit is looked at for what is asked. */
export const looksAtRecords = ({ onRecord, isArchived }: Conditions): boolean => onRecord.length > 0 || isArchived;

/** How many hits of a kind are ranked; of more, half of them by how new they are, and half by their titles. */
export const rankedHits = 1_000;

/** Of more entries the records are not looked at in one go. */
const manyEntries = 5_000;

/** What is looked for in a kind. */
export interface Sought {
  readonly kind: KindSql;
  /** What a hit must also be; see `filterSql`. */
  readonly filter: string;
  /** Whether there is a word to look for: else all entries are hits, which the index is not needed for. */
  readonly hasWords: boolean;
  /** Whether entries before `@first`, and after `@last`, are to be left out: to compare each hit with both takes half of a count's time. */
  readonly hasFirst: boolean;
  readonly hasLast: boolean;
}

/** The lists, which a filter names: each is made once for a statement. */
export function withListsSql({ lists }: Pick<Conditions, 'lists'>, statement: string, more: readonly string[] = []): string {
  const all = [...lists.map(({ entries }, at) => `list${at} (row) AS MATERIALIZED (${entries})`), ...more];
  return all.length === 0 ? statement : `WITH ${all.join(', ')} ${statement}`;
}

export function filterSql(kind: KindSql, conditions: Conditions, hides: boolean): string {
  const { index, entries, fromEntry, toPlace, isThere, isArchived, hidden } = kind;
  // The plus keeps SQLite from asking the index for one number after the other.
  const listed = conditions.lists.map(({ isExcluded }, at) => `+${index}.rowid ${isExcluded ? 'NOT ' : ''}IN (SELECT row FROM list${at})`);
  const exists = (from: string, asked: readonly string[]): string =>
    `EXISTS (SELECT 1 FROM ${from} WHERE entry.row = ${index}.rowid AND ${asked.join(' AND ')})`;
  const isWhole = hidden === null || (conditions.isArchived && isArchived !== null);
  if (isWhole) {
    const archived = isArchived === null ? [] : [isArchived];
    listed.push(exists(`${fromEntry} ${toPlace}`, [isThere, ...archived, ...conditions.onEntry, ...conditions.onRecord]));
  } else {
    if (hides && !conditions.isArchived) listed.push(`+${index}.rowid NOT IN (${hidden})`);
    const asked = [...conditions.onEntry, ...conditions.onRecord];
    const from = conditions.onRecord.length === 0 ? `${entries} AS entry` : fromEntry;
    if (asked.length > 0) listed.push(exists(conditions.usesPlace ? `${from} ${toPlace}` : from, asked));
  }
  return listed.map((each) => `AND ${each}`).join(' ');
}

// Numbers reach SQLite as floating point, which the index does not take for row numbers.
const integer = (name: string): string => `CAST(@${name} AS INTEGER)`;

/** Instead of the ends of the user's numbers. Two lower ends, or two upper ones, would be no good: the index goes by one of each alone. */
interface Part {
  readonly from?: string;
  readonly to?: string;
  readonly filter?: string;
}

/** Hits among the user's numbers, or a part of them. */
function hitsOf(sought: Sought, match: string, { from, to, filter = sought.filter }: Part = {}): string {
  const { index, entries } = sought.kind;
  const lower = from ?? (sought.hasFirst ? integer('first') : null);
  const upper = to ?? (sought.hasLast ? integer('last') : null);
  return [
    sought.hasWords ? `FROM ${index} WHERE ${index} MATCH ${match}` : `FROM ${entries} AS ${index} WHERE true`,
    lower === null ? '' : `AND ${index}.rowid >= ${lower}`,
    upper === null ? '' : `AND ${index}.rowid <= ${upper}`,
    filter,
  ].join(' ');
}

const scoresOf = ({ kind: { index } }: Sought): string =>
  `rowid AS number, -bm25(${index}, 10, 1) AS found, -bm25(${index}, 1e9, 1e9) AS most`;

const scored = 'SELECT number, found / max(most) OVER () AS score FROM';

/**
 * What comes after the last hit that was given. Each write changes the scores of all hits a little, and hardly ever their order: so that
 * hit counts with the score that it has by now, and with the one that it had where it is no hit any more, or has changed: `@known` is its
 * number where it is still the same.
 */
const after = `
  (score, number) < (coalesce((SELECT score FROM ranking WHERE number = ${integer('known')}), @score), @number)
  ORDER BY score DESC, number DESC LIMIT @limit`;

/** Hits without a score come after all that have one: of these the cursor names the last that was given. */
const notGiven = (to: string): string => `CASE WHEN @score > 0 THEN ${to} ELSE min(${integer('number')} - 1, ${to}) END`;

const edge = '(SELECT number FROM edge)';
const older = `${edge} - 1`;
const three = `
  ranking AS MATERIALIZED (SELECT * FROM (${scored} new) UNION ALL SELECT * FROM (${scored} titled))
  SELECT number, score FROM (SELECT * FROM ranking UNION ALL SELECT * FROM others) WHERE ${after}`;

/** The statements of a kind, to be explained in tests. */
export const hitsSql = {
  // No word goes on from another with less than a 0. The words are those of all users: it only tells that a word is not there.
  outlook: ({ index, hidden }: KindSql): string => `
    SELECT ${hidden === null ? '1' : `EXISTS (${hidden})`} AS hides,
      coalesce((
        SELECT substr(term, 1, length(@word)) = @word FROM temp.${index}_terms WHERE term >= @word || '0' LIMIT 1
      ), 0) AS goesOn`,
  terms: ({ index }: KindSql): string =>
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_terms USING fts5vocab ('main', '${index}', 'instance')`,
  /** Between which entries all are that are meant, and whether they are all that is between them. */
  span: ({ entries }: KindSql, conditions: readonly string[]): string => {
    const asked = conditions.join(' AND ');
    const mine = `FROM ${entries} AS entry WHERE entry.row >= ${integer('first')} AND entry.row <= ${integer('last')}`;
    return `
    WITH span AS MATERIALIZED (
      SELECT (SELECT entry.row ${mine} AND ${asked} ORDER BY entry.row LIMIT 1) AS first,
        (SELECT entry.row ${mine} AND ${asked} ORDER BY entry.row DESC LIMIT 1) AS last
    )
    SELECT first, last, NOT EXISTS (
      SELECT 1 FROM ${entries} AS entry WHERE entry.row >= first AND entry.row <= last AND NOT (${asked})
    ) AS isWhole FROM span WHERE first IS NOT NULL`;
  },
  count: (sought: Sought): string => `SELECT count(*) AS hits ${hitsOf(sought, '@all')}`,
  newest: (sought: Sought): string => `
    SELECT rowid AS number, 0.0 AS score ${hitsOf(sought, '@all', { to: notGiven(integer('last')) })}
    ORDER BY rowid DESC LIMIT @limit`,
  ranked: (sought: Sought): string => `
    WITH hits AS MATERIALIZED (SELECT ${scoresOf(sought)} ${hitsOf(sought, '@anywhere')}),
    ranking AS MATERIALIZED (${scored} hits)
    SELECT number, score FROM ranking WHERE ${after}`,
  rankedInPart: (sought: Sought): string => `
    WITH edge AS MATERIALIZED (
      SELECT (SELECT rowid ${hitsOf(sought, '@all')} ORDER BY rowid DESC LIMIT 1 OFFSET @half - 1) AS number
    ),
    new AS MATERIALIZED (SELECT ${scoresOf(sought)} ${hitsOf(sought, '@all', { from: edge })}),
    titled AS MATERIALIZED (
      SELECT ${scoresOf(sought)} ${hitsOf(sought, '@inTitle', { to: older })} ORDER BY rowid DESC LIMIT @half
    ),
    others AS MATERIALIZED (
      SELECT rowid AS number, 0.0 AS score ${hitsOf(sought, '@all', { to: notGiven(older) })}
        AND +${sought.kind.index}.rowid NOT IN (SELECT number FROM titled)
      ORDER BY rowid DESC LIMIT @limit
    ), ${three}`,
  /** All that have the words, newest first; null for those that are no hits for another reason. */
  each: (sought: Sought): string => `
    SELECT CASE WHEN true ${sought.filter} THEN rowid END AS number ${hitsOf(sought, '@all', { filter: '' })} ORDER BY rowid DESC`,
  /** These hits, of which `@newest` is the first and `@oldest` the last, with their scores. */
  scored: (sought: Sought): string => {
    const filter = `AND +${sought.kind.index}.rowid IN (SELECT value FROM json_each(@numbers))`;
    const part = { from: integer('oldest'), to: integer('newest'), filter };
    return `${scored} (SELECT ${scoresOf(sought)} ${hitsOf(sought, '@match', part)})`;
  },
  /** Hits by their numbers alone, for `records`. */
  listed: 'SELECT value AS number, 0.0 AS score FROM json_each(@numbers)',
  /** Whether a user has more than `manyEntries`. */
  isMany: ({ entries }: KindSql): string => `
    SELECT 1 FROM ${entries} WHERE row >= ${integer('first')} AND row <= ${integer('last')} LIMIT 1 OFFSET ${manyEntries}`,
  /** All hits, gathered once, for the two following. */
  gathered: (sought: Sought): string => `hits AS MATERIALIZED (SELECT rowid AS number ${hitsOf(sought, '@all')} ORDER BY rowid DESC)`,
  newestGathered: `
    SELECT number, 0.0 AS score FROM hits WHERE number <= ${notGiven(integer('last'))} ORDER BY number DESC LIMIT @limit`,
  /** Like `ranked` or `rankedInPart`, as the number of hits has it. */
  rankedGathered: (sought: Sought): string => {
    const match = '(SELECT CASE isPart WHEN 1 THEN @all ELSE @anywhere END FROM edge)';
    const among = (part: string): string =>
      sought.filter === '' ? '' : `AND +${sought.kind.index}.rowid IN (SELECT number FROM hits WHERE number ${part} ${edge})`;
    return `
    WITH edge AS MATERIALIZED (
      SELECT count(*) > ${rankedHits} AS isPart, CASE WHEN count(*) <= ${rankedHits} THEN ${integer('first')}
        ELSE (SELECT number FROM hits ORDER BY number DESC LIMIT 1 OFFSET @half - 1) END AS number
      FROM hits
    ),
    new AS MATERIALIZED (SELECT ${scoresOf(sought)} ${hitsOf(sought, match, { from: edge, filter: among('>=') })}),
    titled AS MATERIALIZED (
      SELECT ${scoresOf(sought)} ${hitsOf(sought, '@inTitle', { to: older, filter: among('<') })}
        AND (SELECT isPart FROM edge) ORDER BY rowid DESC LIMIT @half
    ),
    others AS MATERIALIZED (
      SELECT number, 0.0 AS score FROM hits
      WHERE (SELECT isPart FROM edge) AND number <= ${notGiven(older)} AND number NOT IN (SELECT number FROM titled)
      ORDER BY number DESC LIMIT @limit
    ), ${three}`;
  },
  /** The records of these hits, in their order. */
  records: (kind: KindSql, hits: string): string => `
    WITH page AS MATERIALIZED (${hits})
    SELECT page.number, page.score, ${kind.columns} FROM page CROSS JOIN ${kind.fromEntry} ${kind.toPlace} WHERE entry.row = page.number
    ORDER BY page.score DESC, page.number DESC`,
  texts: (kind: KindSql): string => `
    SELECT entry.row AS number, ${kind.text} AS text FROM json_each(@numbers) AS hit CROSS JOIN ${kind.fromEntry}
    WHERE entry.row = hit.value`,
} as const;
