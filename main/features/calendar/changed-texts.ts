import { defaultColor, type UpdateEvent } from '../../contract/events.ts';
import type { StoredEvent } from './store.ts';

/** What is said of the event apart from when: absent is kept, null clears. */
export function changedTexts(
  event: StoredEvent,
  fields: UpdateEvent,
): Pick<StoredEvent, 'title' | 'description' | 'location' | 'color' | 'calendarId' | 'reminders' | 'isCancelled' | 'isFree'> {
  return {
    title: fields.title ?? event.title,
    description: fields.description === undefined ? event.description : fields.description,
    location: fields.location === undefined ? event.location : fields.location,
    color: fields.color === undefined ? event.color : (fields.color ?? defaultColor),
    reminders: fields.reminders === undefined ? event.reminders : (fields.reminders ?? []),
    isCancelled: fields.isCancelled ?? event.isCancelled,
    isFree: fields.isFree ?? event.isFree,
    calendarId: fields.calendarId ?? event.calendarId,
  };
}
