// Which occurrences of a series the user means.

import type { UpdateEvent } from '../../../main/contract/events.ts';
import type { SeriesScope } from '../../../main/contract/recurrence.ts';
import { askScope } from './ask-scope.ts';
import { isSeries, seriesIdOf, type CalendarEvent } from './events.ts';

/** Which occurrences a change is about: asked of an occurrence, plain for the series itself; null if the user thinks better of it. */
export async function scopeOfChange({
  event,
  body,
}: {
  readonly event: CalendarEvent;
  readonly body: UpdateEvent;
}): Promise<SeriesScope | null> {
  if (event.id === seriesIdOf(event)) return 'all';
  // The rule and the calendar belong to the series.
  const ofSeries = body.recurrence !== undefined || body.calendarId !== undefined;
  return askScope({ purpose: 'change', title: event.title, scopes: ofSeries ? ['following', 'all'] : ['one', 'following', 'all'] });
}

/** Which occurrences shall be deleted; undefined for an event that does not repeat, null if the user thinks better of it. */
export async function scopeOfDeletion(event: CalendarEvent): Promise<SeriesScope | null | undefined> {
  if (!isSeries(event)) return undefined;
  if (event.id === seriesIdOf(event)) return 'all';
  return askScope({ purpose: 'delete', title: event.title, scopes: ['one', 'following', 'all'] });
}
