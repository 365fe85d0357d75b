// What quick capture sends: never over what is there already.

import type { CreateEvent } from '../../../main/contract/events.ts';
import type { Note } from '../../../main/contract/notes.ts';
import type { Client } from '../../api/client.ts';
import { cardPath } from '../../actions/board-path.ts';
import { routes } from '../../api/routes.ts';
import { endDay, type When } from './moment.ts';
import { strings } from './strings.ts';

export type Capture =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'card'; readonly text: string; readonly columnId: string }
  | { readonly kind: 'event'; readonly text: string; readonly when: When };

/** Where it has been kept. */
export interface Kept {
  readonly name: string;
  readonly path: string;
}

/** Keeps it; sent again with the same `key`, it is not kept twice. Throws like `Client.call`. */
export async function keep(client: Client, capture: Capture, key: string): Promise<Kept> {
  if (capture.kind === 'note') return keepInInbox(client, capture.text, key);
  const title = capture.text.replace(/\s+/g, ' ').trim();
  if (capture.kind === 'card') {
    const { id, projectId } = await client.call(routes.createCard, { body: { columnId: capture.columnId, title }, idempotencyKey: key });
    return { name: projectId, path: cardPath(projectId, id) };
  }
  const { id } = await client.call(routes.createEvent, { body: { title, ...timesOf(capture.when) }, idempotencyKey: key });
  return { name: title, path: `/calendar?event=${id}` };
}

function timesOf(when: When): Omit<CreateEvent, 'title'> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (when.start === '') return { date: when.date, isAllDay: true, timeZone };
  return { startDate: when.date, startTime: when.start, endDate: endDay(when), endTime: when.end, timeZone };
}

async function keepInInbox(client: Client, text: string, key: string): Promise<Kept> {
  const inbox = await maybeInbox(client);
  if (inbox === null) {
    const { id } = await client.call(routes.createNote, { body: { title: strings.inbox, content: `${text}\n` }, idempotencyKey: key });
    return { name: strings.inbox, path: `/notes/${id}` };
  }
  await client.call(routes.changeNote, {
    params: { id: inbox.id },
    body: { edits: [{ append: `${gapAfter(inbox.content)}${text}\n` }], deltaId: key },
  });
  return { name: strings.inbox, path: `/notes/${inbox.id}` };
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
