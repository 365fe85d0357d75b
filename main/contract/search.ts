// One search over notes, cards, events and files.

import { z } from 'zod';
import { textLimits } from './limits.ts';
import { route } from './route.ts';
import type { Scope } from './scopes.ts';
import { instant, text, wholeNumber } from './text.ts';

/** Words that nothing has, and what was looked for in their place. */
export const corrected = z
  .array(
    z.object({
      from: z.string().meta({ description: 'The word, in lower case and without accents' }),
      to: z.string().meta({ description: 'What was looked for instead' }),
    }),
  )
  .optional()
  .meta({
    description:
      'Only where the words as they were asked for find nothing: those that are in no record, each with a word that is, one letter away, ' +
      'or up to two from eight letters on. Words in quotes, excluded ones and those of less than four letters are never replaced',
  });

export const searchTypes = ['note', 'card', 'event', 'file'] as const;

export type SearchType = (typeof searchTypes)[number];

/** What a token needs for its search to find a kind. */
export const searchScopes = {
  note: 'notes:read',
  card: 'boards:read',
  event: 'calendar:read',
  file: 'files:read',
} as const satisfies Record<SearchType, Scope>;

const usualLimit = 20;
const maxItems = 100;

const searchDay = text(40)
  .regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/, 'must be a date or date-time of ISO 8601')
  .optional();

export const SearchQuery = z.strictObject({
  q: text(textLimits.query)
    .refine((value) => value.trim() !== '', 'must not be empty')
    .meta({
      description:
        'Words that must all occur, the last one also as the beginning of a word; `"…"` is a phrase, `-word` excludes. Case and ' +
        'diacritics do not count. Operators, which a hyphen before them turns round: `tag:` (tags of notes, labels of cards), `in:` (the ' +
        'name of a notebook, project or calendar), `is:done`, `is:open` (cards), `is:archived` (notes and cards, which are left out ' +
        'otherwise), `due:2026-12-01` with `<`, `<=`, `>`, `>=` or `=` before the date (cards). A value with blanks stands in quotes: ' +
        '`in:"To do"`. A value that an operator does not know is 400; an operator without a value, and any other word with a colon, is ' +
        'looked for as it is',
      examples: ['harbour "old lighthouse" -fog tag:travel', 'is:open due:<2026-12-01 in:website'],
    }),
  types: text(100)
    .transform((value) => value.split(','))
    .pipe(z.array(z.enum(searchTypes, `must name some of ${searchTypes.join(', ')}, with commas between them`)))
    .optional()
    .meta({ type: 'string', description: 'Only records of these kinds, such as `note,card`. `totals` tells of all kinds all the same' }),
  tag: text(201).optional().meta({ description: 'As `tag:` in `q`' }),
  projectId: text(200).optional().meta({ description: 'Only cards of this project, and files of these' }),
  from: searchDay.meta({
    description:
      'Events that end after it, cards that are due then or later, notes changed and files added since. A date alone is its midnight ' +
      'in the zone of the service’s machine',
  }),
  to: searchDay.meta({ description: 'The other end, which is not included' }),
  visible: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((value) => value === 'true')
    .meta({ description: 'true: no events of calendars that the page does not show (`isVisible`)' }),
  limit: wholeNumber(maxItems)
    .default(usualLimit)
    .meta({ description: `${usualLimit} when absent; 0 gives the totals alone` }),
  perType: z
    .string()
    .regex(/^\d{1,16}$/, 'must be a whole number of at least 1')
    .transform(Number)
    .refine((value) => value >= 1 && value <= maxItems, `must be at least 1 and at most ${maxItems}`)
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: maxItems,
      description: 'The most of each kind: those of one kind leave room for the others. The rest of it follows with the `cursor`',
    }),
  cursor: text(500).optional().meta({ description: 'That of the answer before, to the same query' }),
});

export type SearchQuery = z.infer<typeof SearchQuery>;

const total = z.int().min(0).optional();

export const SearchResult = z
  .object({
    items: z.array(
      z
        .object({
          type: z.enum(searchTypes),
          id: z.string().meta({ description: 'Of a series its own, not that of an occurrence' }),
          version: z.int().min(0).nullable().meta({ description: 'That of the record; null for a file, which has none' }),
          title: z.string().meta({ description: 'Of a file its name' }),
          snippet: z.string().meta({ description: 'HTML of one line: the words in `<mark>`, everything else escaped' }),
          score: z.number().min(0).max(1).meta({ description: 'The higher the better; comparable over all kinds, within one answer' }),
          url: z.string().meta({ description: 'The record on the page; of a file the note or card that it belongs to' }),
          startTime: instant.optional().meta({ description: 'Of an event; absent for a series' }),
          startDate: z.iso.date().optional().meta({
            description: 'Only of an event that lasts whole days: the first of them in its own zone, which is its day everywhere',
          }),
          isCancelled: z.literal(true).optional().meta({ description: 'Only of an event that is cancelled' }),
        })
        .meta({ id: 'SearchHit' }),
    ),
    cursor: z.string().nullable().meta({ description: 'For what follows; null at the end' }),
    totals: z
      .object({ note: total, card: total, event: total, file: total })
      .meta({ description: 'How many there are of each kind that the token may read, before `types` and on all pages' }),
    corrected,
  })
  .meta({ id: 'SearchResult' });

export type SearchResult = z.infer<typeof SearchResult>;

export type SearchHit = SearchResult['items'][number];

export const searchApi = {
  search: route('search', {
    access: 'user',
    // Each kind needs its own.
    scope: null,
    tag: 'Search',
    summary: 'Search everything',
    description:
      'Notes, cards, events and files in one ranking: words in the title count ten times, what is equal comes newest first. Where a ' +
      'kind has more than 1,000 hits, the newest 500 and the newest 500 with the words in the title are ranked, and the others follow ' +
      'with the score 0, newest first. A token is shown the kinds that it may read (`notes:read`, `boards:read`, `calendar:read`, ' +
      '`files:read`). Files are found by their names, and by what they say once that was read (PDF, Word, Excel, PowerPoint ' +
      'and plain text). What is in the trash, or archived, is not found. Where nothing is found, misspelt words are replaced: see ' +
      '`corrected`.',
    query: SearchQuery,
    status: 200,
    reply: SearchResult,
  }),
} as const;
