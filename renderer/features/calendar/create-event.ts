// How an event is created: by the page that the user is on, and by the next one if that did not hear of it.

import type { CreateEvent } from '../../../main/contract/events.ts';
import type { CreationOptions, Keyed } from '../../api/creations.ts';
import { showCalendar } from '../../api/calendars.ts';
import { routes } from '../../api/routes.ts';
import type { Service } from '../../api/service.ts';
import { keepEvent } from './event-cache.ts';
import type { EventFields } from './event-fields.ts';
import type { CalendarEvent, Expected } from './events.ts';
import { strings } from './strings.ts';

export interface Creation extends Keyed {
  readonly body: CreateEvent;
  readonly expected: Expected;
  /** As the user has filled it in. */
  readonly fields: EventFields;
}

export const createKey = ['calendar', 'create'] as const;

/** The name under which is kept what is being filled in about a new event. */
export const newEventDraft = 'event/new';

/** The same for an event, or an occurrence, that there is. */
export const eventDraft = (id: string): string => `event/${id}`;

/** What is being filled in about an event, as it is kept. */
export interface KeptForm {
  readonly mine: EventFields;
  /** The event as it was when the user began; null for a new one. */
  readonly seen: CalendarEvent | null;
}

/** The texts that were changed in it, each on lines of its own. */
export function unsavedTexts(kept: KeptForm | null): string {
  const { mine, seen } = kept ?? {};
  const texts = (['title', 'location', 'description'] as const).map((name) => (mine?.[name] === (seen?.[name] ?? '') ? '' : mine?.[name]));
  return texts.filter((text) => text !== undefined && text.trim() !== '').join('\n');
}

export function createEventOptions({
  client,
  queries,
  drafts,
}: Pick<Service, 'client' | 'queries' | 'drafts'>): CreationOptions<Creation, CalendarEvent> {
  return {
    mutationKey: createKey,
    meta: { failedLater: strings.createFailed, keptAs: 'event' },
    mutationFn: ({ key, body }) => client.call(routes.createEvent, { body, idempotencyKey: key }),
    // From here on it is kept as what was sent.
    onMutate: () => {
      drafts.drop(newEventDraft);
    },
    onSuccess: (created) => {
      keepEvent(queries, created);
      void showCalendar({ client, queries }, created.calendarId);
    },
    onError: (_error, { fields }) => {
      // Another event may have been begun: then it is a text that is not lost.
      if (drafts.read(newEventDraft) === null) drafts.write(newEventDraft, { mine: fields, seen: null } satisfies KeptForm);
      else drafts.giveBack('capture', [fields.title, fields.location, fields.description].filter((text) => text !== '').join('\n'));
    },
  };
}
