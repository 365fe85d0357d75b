// Builds answers with sources: what they need of notes, boards, calendar and models is handed in as functions.

import type { Ai } from '../features/ai/ai.ts';
import { AskService, type AskOptions } from '../features/ask/ask.ts';
import type { SourceRecord, WordHits } from '../features/ask/find.ts';
import type { Cards } from '../features/boards/cards.ts';
import type { Events } from '../features/calendar/events.ts';
import { plainLine } from '../features/notes/excerpt.ts';
import type { NoteLists } from '../features/notes/note-lists.ts';
import type { Notes } from '../features/notes/notes.ts';
import type { Search } from '../features/search/search.ts';
import type { Card } from '../contract/cards.ts';
import type { Event } from '../contract/events.ts';
import { searchScopes } from '../contract/search.ts';
import { AppError } from '../lib/app-error.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { cardPath, eventDayPath, notePath } from '../contract/page-paths.ts';
import type { Database } from '../storage/database.ts';

export interface AnswerSettings {
  /** Where a path of the page is shown. */
  readonly pageUrl: (path: string) => string;
  readonly timing: AskOptions['timing'];
}

interface AskFoundations extends AnswerSettings {
  readonly database: Database;
  readonly ai: Ai;
  readonly log: Log;
  readonly notes: Notes;
  readonly noteLists: NoteLists;
  readonly cards: Cards;
  readonly events: Events;
  readonly search: Search;
  /** The zone of this machine. */
  readonly machineZone: () => string;
}

export function buildAsk(foundations: AskFoundations): AskService {
  const { database, pageUrl, ai, log, notes, noteLists, cards, events, search, timing, machineZone } = foundations;
  const ask = new AskService({
    database,
    log,
    timing,
    chat: (provider, messages, signal) => ai.ask('/chat/completions', provider, { messages, stream: true }, signal),
    today: () => `${dayIn(machineZone()).format(systemClock())} (${machineZone()})`,
    embedder: { model: () => ai.embeddingModel(), embed: (...of) => ai.embed(...of) },
    search: {
      note: async (userId, q, limit) => hitsOf(await noteLists.list(userId, { q, archived: 'all', limit })),
      card: (...of) => recordsWith(search, 'card', ...of),
      event: (...of) => recordsWith(search, 'event', ...of),
    },
    plain: plainLine,
    read: async ({ userId, type, id }) =>
      orNull(async (): Promise<SourceRecord> => {
        switch (type) {
          case 'note': {
            const { title, content } = await notes.read(userId, id, {});
            return { title, text: content, facts: '', url: pageUrl(notePath(id)) };
          }
          case 'card':
            return cardSource(cards.read(userId, id), pageUrl);
          default:
            return eventSource(events.read(userId, id), pageUrl, machineZone());
        }
      }),
  });
  database.onCommit(ask.changed);
  return ask;
}

/** Null for a record that is not there. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

function hitsOf({ items, total }: { readonly items: readonly { readonly id: string }[]; readonly total: number }): WordHits {
  return { total, ids: items.map(({ id }) => id) };
}

async function recordsWith(search: Search, type: 'card' | 'event', userId: string, q: string, limit: number): Promise<WordHits> {
  // In quotes, which may stay open: no near word is looked for in place of one that is nowhere.
  const query = { q: q.startsWith('"') ? q : `"${q}`, limit, visible: false };
  const { items, totals } = await search.find({ userId, scopes: new Set([searchScopes[type]]) }, query);
  return hitsOf({ items, total: totals[type] ?? 0 });
}

function cardSource(
  { id, projectId, title, description, priority, dueDate, progress, completedAt, checklist }: Card,
  pageUrl: (path: string) => string,
): SourceRecord {
  const facts = [
    `board ${projectId}`,
    ...(priority === null ? [] : [`priority ${priority}`]),
    ...(dueDate === null ? [] : [`due ${dueDate}`]),
    ...(progress === 0 ? [] : [`${progress} % done`]),
    ...(completedAt === null ? [] : ['done']),
  ].join(', ');
  const items = checklist.map(({ text, completed }) => `- [${completed ? 'x' : ' '}] ${text}`);
  return { title, text: [description ?? '', ...items].join('\n').trim(), facts, url: pageUrl(cardPath(projectId, id)) };
}

function eventSource(event: Event, pageUrl: (path: string) => string, timeZone: string): SourceRecord {
  const place = event.location === null || event.location === '' ? '' : ` at ${event.location}`;
  return {
    title: event.title,
    text: event.description ?? '',
    facts: `${timesOf(event, timeZone)}${place}${event.isCancelled ? ', cancelled' : ''}`,
    url: pageUrl(eventDayPath(event.id)),
  };
}

/** When an event takes place on the clocks of `zone`; whole days are those of its own zone, the last one included. */
function timesOf({ isAllDay, startTime, endTime, timeZone: own }: Event, zone: string): string {
  const timeZone = isAllDay ? own : zone;
  const day = dayIn(timeZone);
  // The end of a whole day is the next one's beginning.
  const [start, end] = [Date.parse(startTime), Date.parse(endTime) - (isAllDay ? 1 : 0)];
  const [from, to] = [day.format(start), day.format(end)];
  if (isAllDay) return from === to ? `${from} all day` : `${from} to ${to} all day`;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${from} ${clock.format(start)} – ${from === to ? '' : `${to} `}${clock.format(end)} (${timeZone})`;
}

/** Writes days as YYYY-MM-DD. */
function dayIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', { timeZone });
}
