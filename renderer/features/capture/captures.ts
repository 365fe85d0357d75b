// What quick capture sends: never over what is there already.

import type { CreateEvent } from '../../../main/contract/events.ts';
import type { Understood } from '../../../main/contract/phrases/phrase.ts';
import type { Note } from '../../../main/contract/notes.ts';
import { ServiceError, type Client } from '../../api/client.ts';
import type { Keyed } from '../../api/creations.ts';
import type { Touched } from '../../api/reversible.ts';
import { created } from '../../api/undoable.ts';
import { cardPath, eventPath, notePath } from '../../../main/contract/page-paths.ts';
import { routes } from '../../api/routes.ts';
import { endDay, type When } from './moment.ts';
import { strings } from './strings.ts';

/** What a line says of itself: its title without that, when, and how often. */
type Said = Pick<Understood, 'title' | 'when' | 'rrule'>;

export type Capture =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'card'; readonly text: string; readonly columnId: string }
  | { readonly kind: 'event'; readonly text: string; readonly when: When; readonly said?: Said };

/** What a card or an event of it is called: a line of words. */
export function captureTitle(capture: Capture): string {
  const text = capture.kind === 'event' ? (capture.said?.title ?? capture.text) : capture.text;
  return text.replace(/\s+/g, ' ').trim();
}

/** Where it has been kept. */
export interface Kept {
  readonly name: string;
  readonly path: string;
  /** The board of a card, which has a name of its own. */
  readonly projectId?: string;
  /** The calendar of an event. */
  readonly calendarId?: string;
  readonly touched: Touched;
}

/** Where a thought goes: into a new inbox, or to the end of one. */
type Place = { readonly noteId: null } | { readonly noteId: string; readonly gap: string };

/** What was sent, and where its thought has been sent already; the same place is tried again, as it may be there. */
export interface SentCapture extends Keyed {
  readonly capture: Capture;
  readonly place?: Place;
}

/**
 * Keeps it; sent again with the same `key` and `place`, it is not kept twice. `onPlace` is told the place before anything is sent there.
 * Throws like `Client.call`.
 */
export async function keep(client: Client, { capture, key, place }: SentCapture, onPlace: (place: Place) => void): Promise<Kept> {
  if (capture.kind === 'note') return keepInInbox(client, capture.text, key, place ?? null, onPlace);
  const title = captureTitle(capture);
  if (capture.kind === 'card') {
    const card = await client.call(routes.createCard, { body: { columnId: capture.columnId, title }, idempotencyKey: key });
    const { id, projectId } = card;
    return { name: projectId, path: cardPath(projectId, id), projectId, touched: created('card', card) };
  }
  const event = await client.call(routes.createEvent, { body: { title, ...timesOf(capture) }, idempotencyKey: key });
  return { name: title, path: eventPath(event.id), calendarId: event.calendarId, touched: created('event', event) };
}

function timesOf({ when, said }: Extract<Capture, { kind: 'event' }>): Omit<CreateEvent, 'title'> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (said !== undefined && said.when !== null) {
    const recurrence = said.rrule === null ? null : { rrule: said.rrule };
    if (said.when.kind === 'days') return { startDate: said.when.start, endDate: said.when.end, isAllDay: true, timeZone, recurrence };
    return { startTime: said.when.start, endTime: said.when.end, timeZone, recurrence };
  }
  if (when.start === '') return { date: when.date, isAllDay: true, timeZone };
  return { startDate: when.date, startTime: when.start, endDate: endDay(when), endTime: when.end, timeZone };
}

async function keepInInbox(
  client: Client,
  text: string,
  key: string,
  before: Place | null,
  onPlace: (place: Place) => void,
): Promise<Kept> {
  const place = before ?? (await placeOf(client));
  onPlace(place);
  if (place.noteId === null) {
    const note = await client.call(routes.createNote, { body: { title: strings.inbox, content: `${text}\n` }, idempotencyKey: key });
    return { name: strings.inbox, path: notePath(note.id), touched: created('note', note) };
  }
  const { noteId, gap } = place;
  try {
    const body = { edits: [{ append: `${gap}${text}\n` }], deltaId: key };
    const { version } = await client.call(routes.changeNote, { params: { id: noteId }, body });
    return { name: strings.inbox, path: notePath(noteId), touched: { type: 'note', id: noteId, version } };
  } catch (error) {
    // The inbox was deleted meanwhile, and the thought is not in it.
    if (before === null || !(error instanceof ServiceError) || error.status !== 404) throw error;
    return keepInInbox(client, text, key, null, onPlace);
  }
}

async function placeOf(client: Client): Promise<Place> {
  const inbox = await maybeInbox(client);
  return inbox === null ? { noteId: null } : { noteId: inbox.id, gap: gapAfter(inbox.content) };
}

/** What makes a new paragraph of what follows. */
export function gapAfter(content: string): string {
  if (content === '' || /\n\r?\n$/.test(content)) return '';
  return content.endsWith('\n') ? '\n' : '\n\n';
}

/** The oldest note that is called so: it stays the same one when there are several. */
async function maybeInbox(client: Client): Promise<Note | null> {
  const { items } = await client.call(routes.listNotes, { query: { q: `"${strings.inbox}"`, limit: '1000' } });
  const [first] = items.filter(({ title }) => title === strings.inbox).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  return first === undefined ? null : client.call(routes.readNote, { params: { id: first.id } });
}
