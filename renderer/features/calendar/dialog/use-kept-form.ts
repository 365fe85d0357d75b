// What is being written about an event, kept until it is saved or discarded.

import { useState } from 'react';
import { useService } from '../../../api/service.ts';
import { eventDraft, newEventDraft, type KeptForm } from '../create-event.ts';
import { changedBody, looksLike, type EventFields } from '../event-fields.ts';
import type { CalendarEvent } from '../events.ts';

/** `seen`: the event from which one began. `mine`: null as long as nothing is changed. Both as they were left, if something was. */
export function useKeptForm(event: CalendarEvent | null, fields: EventFields | null) {
  const { drafts } = useService();
  const name = event === null ? newEventDraft : eventDraft(event.id);
  const [kept] = useState(() => drafts.read(name) as KeptForm | null);
  const [seen, setSeen] = useState(kept?.seen ?? event);
  const [mine, become] = useState<EventFields | null>(() => restored(kept, fields));
  // The version is that of the series: where another occurrence has changed, nothing of this one has.
  const isOther = seen !== null && event !== null && event.version > seen.version && looksLike(seen, event);
  // What was on its way when the form was opened again has been saved.
  const isSaved = mine !== null && seen !== null && event !== null && event.version > seen.version && changedBody(event, mine) === null;
  if (event !== seen && (mine === null || isOther || isSaved)) setSeen(event);
  const [isRestored, setRestored] = useState(kept !== null);
  const forget = (): void => {
    drafts.drop(name);
  };
  /** Forgets what was sent and saved, unless more was written since. */
  const forgetSaved = (sent: EventFields | null): void => {
    // What an earlier page has kept is another object each time that it is read.
    if (JSON.stringify((drafts.read(name) as KeptForm | null)?.mine) === JSON.stringify(sent)) forget();
  };
  return {
    seen,
    setSeen,
    mine,
    setMine: (next: EventFields | null): void => {
      if (next === null) forget();
      else drafts.write(name, { mine: next, seen } satisfies KeptForm);
      become(next);
    },
    isRestored,
    setRestored,
    forget,
    forgetSaved,
  };
}

/** What was kept; of a new event with the times that were pointed at now. */
function restored(kept: KeptForm | null, fields: EventFields | null): EventFields | null {
  if (kept === null || fields === null) return kept?.mine ?? null;
  const { isAllDay, startDay, startClock, endDay, endClock } = fields;
  return { ...kept.mine, isAllDay, startDay, startClock, endDay, endClock };
}
