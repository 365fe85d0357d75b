import { z } from 'zod';
import { cardsApi } from '../contract/boards.ts';
import type { Card } from '../contract/cards.ts';
import { eventPage, eventsApi, type Event } from '../contract/events.ts';
import { notesApi, type NoteSummary } from '../contract/notes.ts';
import type { Scope } from '../contract/scopes.ts';
import { toInstant } from '../lib/clock.ts';
import { fill, oneLine, withCursor } from './budget.ts';
import { timesOf, titleOf } from './outline.ts';
import { reads, tool, type ToolContext } from './tool.ts';

const types = ['note', 'card', 'event'] as const;

type Type = (typeof types)[number];

const scopeOf = { note: 'notes:read', card: 'boards:read', event: 'calendar:read' } as const satisfies Record<Type, Scope>;

const defaultLimit = 20;
const maxLimit = 50;
/** How far paging goes: beyond, other words find it sooner. */
const maxOffset = 1_000;

/** Characters of a hit: 20 of them stay under 1,500 tokens. */
const hitLength = 270;

/** Events have no search of their own: those from a year ago on are looked through, up to 5,000. */
const pastMs = 366 * 24 * 3_600_000;
const maxEvents = 5_000;

const input = z.strictObject({
  query: z.string().min(1).max(1_000),
  types: z.array(z.enum(types)).min(1).optional(),
  limit: z.int().min(1).max(maxLimit).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a cursor that this tool gave')
    .optional(),
});

interface Hit {
  readonly type: Type;
  readonly id: string;
  readonly version: number;
  readonly line: string;
}

export const search = tool({
  name: 'search',
  title: 'Search',
  description: 'Find notes (all words, "a phrase", -without), cards and events from the last year on. Best first, with snippets.',
  input,
  hints: reads,
  scopes: Object.values(scopeOf),
  run: async ({ query, types: wanted, limit = defaultLimit, cursor = '0' }, context) => {
    // What was named is asked for in any case, so that a lacking scope is told.
    const asked = wanted ?? types.filter((type) => context.caller.scopes.has(scopeOf[type]));
    const offset = Math.min(Number(cursor), maxOffset);
    const needed = offset + limit + 1;
    const found = await Promise.all([...new Set(asked)].map((type) => finders[type](query, needed, context)));
    const hits = ranked(found).slice(offset, needed);
    const shown = hits.slice(0, limit);
    if (shown.length === 0) return { text: offset === 0 ? 'Nothing found.' : 'Nothing more.', structured: { items: [], nextCursor: null } };
    const { text, count } = fill(
      '',
      shown.map(({ line }) => line),
    );
    const next = offset + count;
    const nextCursor = hits.length > count && next < maxOffset ? String(next) : null;
    const items = shown.slice(0, count).map(({ type, id, version }) => ({ type, id, version }));
    return { text: withCursor(text, 'cursor', nextCursor), structured: { items, nextCursor } };
  },
});

/** The best of each type, then the second best of each, and so on: their scores cannot be compared. */
function ranked(found: readonly (readonly Hit[])[]): Hit[] {
  const longest = Math.max(0, ...found.map((hits) => hits.length));
  return Array.from({ length: longest }, (_, rank) => found.flatMap((hits) => hits.slice(rank, rank + 1))).flat();
}

const finders: Readonly<Record<Type, (query: string, count: number, context: ToolContext) => Promise<Hit[]>>> = {
  note: async (q, limit, { ask }) => (await ask(notesApi.listNotes, { query: { q, limit } })).items.map(noteHit),
  card: async (q, count, { ask }) => {
    const { items } = await ask(cardsApi.listCards, { query: { q, limit: Math.min(1_000, 4 * count) } });
    return titlesFirst(items, q).slice(0, count).map(cardHit(q));
  },
  event: async (query, count, context) => {
    const found = await eventsWith(query, context);
    const zone = context.timeZone();
    return titlesFirst(once(found, context.now()), query).slice(0, count).map(eventHit(query, zone));
  },
};

async function eventsWith(query: string, { ask, now }: ToolContext): Promise<Event[]> {
  const words = folded(query).match(/[\p{L}\p{N}]+/gu) ?? [];
  const found: Event[] = [];
  if (words.length === 0) return found;
  for (let offset = 0; offset < maxEvents; offset += eventPage.max) {
    const startDate = toInstant(now() - pastMs);
    const { items, total } = await ask(eventsApi.listEvents, { query: { startDate, limit: eventPage.max, offset } });
    for (const event of items) {
      const text = folded(`${event.title} ${event.description ?? ''} ${event.location ?? ''}`);
      if (words.every((word) => text.includes(word))) found.push(event);
    }
    if (offset + items.length >= total) break;
  }
  return found;
}

/** Of each series one occurrence: the next, or else the last. */
function once(events: readonly Event[], now: number): Event[] {
  const chosen = new Map<string, Event>();
  for (const event of events) {
    const known = chosen.get(event.id);
    if (known === undefined || Date.parse(known.endTime) <= now) chosen.set(event.id, event);
  }
  return [...chosen.values()];
}

/** Case and diacritics do not count. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function titlesFirst<T extends { readonly title: string }>(records: readonly T[], query: string): T[] {
  const wanted = folded(query);
  const inTitle = (record: T): number => (folded(record.title).includes(wanted) ? 0 : 1);
  return records.toSorted((a, b) => inTitle(a) - inTitle(b));
}

function noteHit({ id, title, version, match, excerpt }: NoteSummary): Hit {
  return hit('note', id, version, title, match === undefined ? excerpt : plain(match.snippet));
}

const cardHit =
  (query: string) =>
  ({ id, title, version, description, priority, dueDate }: Card): Hit => {
    const facts = [...(priority === null ? [] : [priority]), ...(dueDate === null ? [] : [`due ${dueDate}`])].join(' · ');
    return hit('card', id, version, title, [facts, around(description ?? '', query)].filter((part) => part !== '').join(' · '));
  };

const eventHit =
  (query: string, timeZone: string) =>
  (event: Event): Hit => {
    const about = around(`${event.location ?? ''} ${event.description ?? ''}`, query);
    return hit(
      'event',
      event.occurrenceId,
      event.version,
      event.title,
      [timesOf(event, timeZone), about].filter((part) => part !== '').join(' · '),
    );
  };

function hit(type: Type, id: string, version: number, title: string, snippet: string): Hit {
  const head = `- ${titleOf(title)} (${type} ${id} v${version})`;
  const room = hitLength - head.length - 3;
  return { type, id, version, line: snippet.trim() === '' || room < 10 ? head : `${head} — ${oneLine(snippet, room)}` };
}

/** The text from a little before the words on; from its beginning where they are not in it. */
function around(text: string, query: string): string {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  return at <= 40 ? text.slice(0, 1_000) : `…${text.slice(at - 30, at + 1_000)}`;
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** A snippet of the interface, which is HTML, as text. */
function plain(snippet: string): string {
  return snippet.replace(/<\/?mark>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
