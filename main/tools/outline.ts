// Records as lines of markdown, with the ids and versions that other tools ask for. Pure.

import type { Card } from '../contract/cards.ts';
import type { Event } from '../contract/events.ts';
import type { Invitation } from '../contract/invitations.ts';
import type { RecordLinks } from '../contract/links.ts';
import type { NoteSummary } from '../contract/notes.ts';
import { inZone } from '../lib/moment.ts';
import { Temporal } from 'temporal-polyfill';
import { oneLine } from './budget.ts';

/** Characters of a title in a list. */
const titleLength = 80;

export const outlineTitle = (title: string): string => oneLine(title, titleLength);

function local(instant: string, timeZone: string): Temporal.ZonedDateTime {
  return inZone(Temporal.Instant.from(instant), timeZone);
}

const clock = (time: Temporal.ZonedDateTime): string => time.toPlainTime().toString({ smallestUnit: 'minute' });

/** A time on the clocks of `timeZone`, to the minute. */
export function clockIn(instant: string, timeZone: string): string {
  const time = local(instant, timeZone);
  return `${time.toPlainDate().toString()} ${clock(time)}`;
}

/** When an event takes place on the clocks of `timeZone`; whole days are those of its own zone, the last one included. */
export function timesOf({ isAllDay, startTime, endTime, timeZone: own }: Event, timeZone: string): string {
  const start = local(startTime, isAllDay ? own : timeZone);
  const end = local(endTime, isAllDay ? own : timeZone);
  const from = start.toPlainDate().toString();
  if (isAllDay) {
    const last = end.subtract({ nanoseconds: 1 }).toPlainDate().toString();
    return last === from ? `${from} all day` : `${from} to ${last} all day`;
  }
  const to = end.toPlainDate().toString();
  return to === from ? `${from} ${clock(start)}–${clock(end)}` : `${from} ${clock(start)} – ${to} ${clock(end)}`;
}

export function eventLine(event: Event, timeZone: string): string {
  const place = event.location === null || event.location === '' ? '' : ` @ ${oneLine(event.location, 60)}`;
  const state = event.isCancelled ? ' · cancelled' : '';
  return `- ${timesOf(event, timeZone)} ${outlineTitle(event.title)}${place}${state} (event ${event.occurrenceId} v${event.version})`;
}

/** `labels`: the names of those that it has; `place`: where it is, for a list that does not say so. */
export function cardLine(card: Card, labels: readonly string[] = [], place: string | null = null): string {
  const { id, title, priority, dueDate, progress, completedAt, checklist, attachments, version } = card;
  const done = checklist.filter(({ completed }) => completed).length;
  const facts = [
    ...(completedAt === null ? [] : ['done']),
    ...(priority === null ? [] : [priority]),
    ...(dueDate === null ? [] : [`due ${dueDate}`]),
    ...(progress === 0 ? [] : [`${progress} %`]),
    ...(checklist.length === 0 ? [] : [`${done}/${checklist.length} done`]),
    ...(attachments.length === 0 ? [] : [`${attachments.length} files`]),
    ...(labels.length === 0 ? [] : [`labels ${labelText(labels)}`]),
  ];
  return `- ${[outlineTitle(title), ...facts].join(' · ')} (card ${id} v${version}${place === null ? '' : `, ${place}`})`;
}

export function noteLine({ id, title, version, updatedAt, excerpt }: NoteSummary): string {
  const beginning = excerpt === '' ? '' : ` — ${oneLine(excerpt, 80)}`;
  return `- ${updatedAt.slice(0, 10)} ${outlineTitle(title)}${beginning} (note ${id} v${version})`;
}

const labelText = (labels: readonly string[]): string => oneLine(labels.join(', '), 200);

/** How many links of a record are told each way. */
const linksTold = 50;

/** Where links lead, and where they come from, by the ids that `read` takes. */
export function linkLines({ outgoing, backlinks }: RecordLinks): string[] {
  const told = [
    ...outgoing.slice(0, linksTold).map(({ type, id, title }) => `- to ${type} ${id ?? '(none)'} ${outlineTitle(title)}`),
    ...backlinks.slice(0, linksTold).map(({ type, id, title }) => `- from ${type} ${id} ${outlineTitle(title)}`),
  ];
  const more = outgoing.length + backlinks.length - told.length;
  return told.length === 0 ? [] : ['', '## Links', ...told, ...(more === 0 ? [] : [`- ${more} more`])];
}

const reminderText = (reminders: Card['reminders']): string =>
  reminders.map(({ minutesBefore }) => `${minutesBefore} minutes before`).join(', ');

/** A card with all that it holds; `labels`: the names of its own. */
export function cardText(card: Card, labels: readonly string[]): string {
  const lines = [
    `# ${oneLine(card.title, 500)}`,
    `card ${card.id} v${card.version} · board ${card.projectId} · column ${card.columnId} · place ${card.position}`,
    `priority: ${card.priority ?? 'none'} · due: ${card.dueDate ?? 'never'} · progress: ${card.progress} %`,
    ...(card.completedAt === null ? [] : [`done: ${card.completedAt}`]),
    ...(card.isArchived ? ['archived'] : []),
    ...(labels.length === 0 ? [] : [`labels: ${oneLine(labels.join(', '), 2_000)}`]),
    ...(card.reminders.length === 0 ? [] : [`reminders: ${reminderText(card.reminders)}`]),
  ];
  if (card.description !== null && card.description !== '') lines.push('', card.description);
  if (card.checklist.length > 0) {
    const items = card.checklist.map(
      ({ text, completed, dueDate }) =>
        `- [${completed ? 'x' : ' '}] ${oneLine(text, 2_000)}${dueDate === null ? '' : ` (due ${dueDate})`}`,
    );
    lines.push('', '## Checklist', ...items);
  }
  if (card.attachments.length > 0) {
    lines.push('', '## Files', ...card.attachments.map(({ filename, size }) => `- ${oneLine(filename, 200)} (${size} bytes)`));
  }
  return lines.join('\n');
}

/** How many of the guests of an event are named. */
const guestsTold = 50;

const personText = ({ name, email }: { readonly name: string | null; readonly email: string | null }): string =>
  oneLine([name, email === null ? null : `<${email}>`].filter((part) => part !== null).join(' ') || 'unnamed', 200);

function invitationLines({ organizer, attendees, attendeeCount, callUrl, url }: Invitation): string[] {
  const guests = attendees.slice(0, guestsTold).map((guest) => `${personText(guest)} ${guest.status}`);
  if (attendeeCount > guests.length) guests.push(`${attendeeCount - guests.length} more`);
  return [
    ...(organizer === null ? [] : [`organizer: ${personText(organizer)}`]),
    ...(guests.length === 0 ? [] : [`guests: ${guests.join(', ')}`]),
    ...(callUrl === null ? [] : [`call: ${callUrl}`]),
    ...(url === null ? [] : [`page: ${url}`]),
  ];
}

/** How many dates beside the rule of a series are named; the newest. */
const datesTold = 50;

function dateLines(name: string, dates: readonly string[]): string[] {
  const more = Math.max(0, dates.length - datesTold);
  return dates.length === 0 ? [] : [`${name}: ${more === 0 ? '' : `${more} earlier, `}${dates.slice(more).join(', ')}`];
}

/** An event with all that it holds. */
export function eventOutline(event: Event, invitation: Invitation): string {
  const lines = [
    `# ${oneLine(event.title, 500)}`,
    `event ${event.occurrenceId} v${event.version} · calendar ${event.calendarId}`,
    `${timesOf(event, event.timeZone)} (${event.timeZone}; ${event.startTime} to ${event.endTime}, end exclusive)`,
  ];
  if (event.isCancelled) lines.push('cancelled');
  if (event.isFree) lines.push('its time is free');
  if (event.recurrence !== null)
    lines.push(`repeats: ${event.recurrence.rrule}${event.occurrenceId === event.id ? '' : ` (series ${event.id})`}`);
  lines.push(...dateLines('also at', event.recurrence?.rdates ?? []), ...dateLines('left out', event.recurrence?.exdates ?? []));
  if (event.location !== null && event.location !== '') lines.push(`place: ${oneLine(event.location, 1_000)}`);
  if (event.reminders.length > 0) lines.push(`reminders: ${reminderText(event.reminders)}`);
  lines.push(...invitationLines(invitation));
  if (event.description !== null && event.description !== '') lines.push('', event.description);
  return lines.join('\n');
}
