// Builds answers with sources: what they need of notes, boards, calendar and models is handed in as functions.

import type { Ai } from '../features/ai/ai.ts';
import { AskService, type AskOptions } from '../features/ask/ask.ts';
import type { SourceRecord, WordHits, WordMatch } from '../features/ask/find.ts';
import type { Word } from '../features/ask/question.ts';
import type { Cards } from '../features/boards/cards.ts';
import type { Events } from '../features/calendar/events.ts';
import { plainLine } from '../features/notes/excerpt.ts';
import type { NoteLists } from '../features/notes/note-lists.ts';
import type { Notes } from '../features/notes/notes.ts';
import type { Card } from '../contract/cards.ts';
import type { Event } from '../contract/events.ts';
import { AppError } from '../lib/app-error.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { cardPath, eventPath, notePath } from '../lib/page-paths.ts';
import type { Database } from '../storage/database.ts';

export interface AnswerSettings {
  /** The path of the database. */
  readonly databaseFile: string;
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
  /** The zone of this machine. */
  readonly machineZone: () => string;
}

/** The best hits of one word that are ranked. */
const hitsEach = 40;

export function buildAsk(foundations: AskFoundations): AskService {
  const { database, databaseFile, pageUrl, ai, log, notes, noteLists, cards, events, timing, machineZone } = foundations;
  const ask = new AskService({
    database,
    databaseFile,
    log,
    timing,
    chat: (provider, messages, signal) => ai.ask('/chat/completions', provider, { messages, stream: true }, signal),
    today: () => `${dayIn(machineZone()).format(systemClock())} (${machineZone()})`,
    embedder: { model: () => ai.embeddingModel(), embed: (...of) => ai.embed(...of) },
    search: {
      note: (userId, words) => eachWord(words, (word) => notesWith(noteLists, userId, word)),
      card: (userId, words, match) => eachWord(words, (word) => cardsWith(cards, userId, word, match)),
      event: (userId, words, match) => Promise.resolve(eventsWith(events, userId, words, match)),
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

async function eachWord(words: readonly Word[], find: (word: Word) => Promise<WordHits>): Promise<WordHits[]> {
  const hits: WordHits[] = [];
  for (const word of words) hits.push(await find(word));
  return hits;
}

/** A stem is searched as the beginning of a word. */
async function notesWith(notes: NoteLists, userId: string, { text, isStem }: Word): Promise<WordHits> {
  const { items, total } = await notes.list(userId, { q: isStem ? text : `"${text}"`, archived: 'all', limit: hitsEach });
  return { total, ids: items.map(({ id }) => id) };
}

async function cardsWith(cards: Cards, userId: string, word: Word, { folded, holds }: WordMatch): Promise<WordHits> {
  const { items, total } = await cards.list(userId, { q: word.text, limit: hitsEach });
  const found = items.filter((card) => holds(folded(`${card.title} ${card.description ?? ''}`), word));
  const inTitle = (card: Card): number => (holds(folded(card.title), word) ? 0 : 1);
  return {
    total: found.length < items.length ? found.length : total,
    ids: found.toSorted((a, b) => inTitle(a) - inTitle(b)).map(({ id }) => id),
  };
}

/** Events have no index of their words: the latest are looked through, up to this many. */
const maxEvents = 5_000;

function eventsWith(events: Events, userId: string, words: readonly Word[], { folded, holds }: WordMatch): WordHits[] {
  const texts = events.latestTexts(userId, maxEvents).map(({ id, title, description, location }) => {
    const head = folded(title);
    return { id, head, text: `${head} ${folded(`${location ?? ''} ${description ?? ''}`)}` };
  });
  return words.map((word) => {
    const found = texts.filter(({ text }) => holds(text, word)).map(({ id, head }) => ({ id, rank: holds(head, word) ? 0 : 1 }));
    const best = found.toSorted((a, b) => a.rank - b.rank).slice(0, hitsEach);
    return { total: found.length, ids: best.map(({ id }) => id) };
  });
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
    url: pageUrl(eventPath(event.id)),
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
