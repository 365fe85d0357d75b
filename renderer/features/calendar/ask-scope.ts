// Asks which occurrences of a series a change is about.

import type { SeriesScope } from '../../../main/contract/recurrence.ts';
import type { UpdateEvent } from '../../../main/contract/events.ts';
import { Questions, useAsked, type AskedQuestion } from '../../ui/questions.ts';
import { isSeries, seriesIdOf, type CalendarEvent } from './events.ts';

interface ScopeQuestion {
  readonly purpose: 'change' | 'delete';
  /** Of the occurrence that it is about. */
  readonly id: string;
  readonly title: string;
  readonly scopes: readonly SeriesScope[];
}

/** The answer of the user is null for none. */
const questions = new Questions<ScopeQuestion, SeriesScope | null>(null);

/** The question that waits for an answer. */
export function useScopeQuestion(): AskedQuestion<ScopeQuestion, SeriesScope | null> | null {
  return useAsked(questions);
}

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
  return questions.ask({
    purpose: 'change',
    id: event.id,
    title: event.title,
    scopes: ofSeries ? ['following', 'all'] : ['one', 'following', 'all'],
  });
}

/** Which occurrences shall be deleted; undefined for an event that does not repeat, null if the user thinks better of it. */
export async function scopeOfDeletion(event: CalendarEvent): Promise<SeriesScope | null | undefined> {
  if (!isSeries(event)) return undefined;
  if (event.id === seriesIdOf(event)) return 'all';
  return questions.ask({ purpose: 'delete', id: event.id, title: event.title, scopes: ['one', 'following', 'all'] });
}
