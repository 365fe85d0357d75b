// What is being filled in about an event, and what becomes of it.

import { useMemo, useState, useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { PhrasePiece, Understood } from '../../../../main/contract/phrases/phrase.ts';
import { isVersionMismatch, ServiceError } from '../../../api/client.ts';
import { useService } from '../../../api/service.ts';
import { announce } from '../../../ui/announce.tsx';
import { usePhrase, type Phrase } from '../../../ui/phrases/use-phrase.ts';
import {
  changedBody,
  expectedOf,
  faultsFrom,
  eventFaults,
  fieldsForNew,
  fieldsOf,
  newBody,
  type EventFields,
  type Faults,
} from '../event-fields.ts';
import { isSeries, type CalendarEvent } from '../events.ts';
import { fieldsSlot, withPhrase } from '../quick/phrase-fields.ts';
import { scopeOfChange } from '../ask-scope.ts';
import { strings } from '../strings.ts';
import { tellRefused, useChangeEvent, useCreateEvent } from '../use-event-changes.ts';
import { useChangeSeries, type SeriesChange } from '../use-series-changes.ts';
import { useKeptForm } from './use-kept-form.ts';

interface EventFormControl {
  /** As they will be saved: what the title of a new event says of the time has its place in them. */
  readonly fields: EventFields;
  /** The title as it is typed. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** What the title of a new event says of the time. */
  readonly understood: Understood | null;
  /** Leaves what was recognised of this kind as text. */
  readonly keep: (kind: PhrasePiece['kind']) => void;
  readonly faults: Faults;
  readonly isChanged: boolean;
  /** It is on its way, and what is filled in is told of no more: see `BusyFields`. */
  readonly isSaving: boolean;
  /** Another client has changed the event since the user began to edit it. */
  readonly isDisputed: boolean;
  readonly change: (fields: EventFields) => void;
  readonly save: () => void;
  /** What was written earlier and not saved stands in the fields; `takeTheirs` does without. */
  readonly isRestored: boolean;
  /** Nothing of what is written need be kept any more. */
  readonly forget: () => void;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

interface FormOptions {
  /** What the title of a new event says of the time counts. */
  readonly reads?: boolean;
}

/** `fields`: of an event that is new; it stays the same object. */
export function useEventForm(
  event: CalendarEvent | null,
  fields: EventFields | null,
  onDone: () => void,
  { reads = true }: FormOptions = {},
): EventFormControl {
  // `seen`: the event from which one began. `mine`: null as long as nothing is changed, so that the newest is shown.
  const { seen, setSeen, mine, setMine, isRestored, setRestored, forget, forgetSaved } = useKeptForm(event, fields);
  const isShown = useIsShown();
  const [faults, setFaults] = useState<Faults>({});
  const [key] = useState(() => crypto.randomUUID());
  const { history } = useService();
  const changing = useChangeEvent();
  const changingSeries = useChangeSeries();
  const creating = useCreateEvent();
  /** From the moment on in which what is typed is read for the last time. */
  const [isMaking, setMaking] = useState(false);
  const isSaving = isMaking || changing.isPending || changingSeries.isPending || creating.isPending;
  const base = seen === null ? (fields ?? fieldsForNew(nowhere, 'UTC')) : fieldsOf(seen);
  const typed = mine ?? base;
  const { current, understood, keep, reset, settle } = useRead(typed, event === null && seen === null && reads);

  const leave = (): void => {
    forget();
    onDone();
  };
  // Not by the callbacks of `mutate`, which are not called when the form is gone before the answer.
  const saved = (): void => {
    if (isShown.current) leave();
    else forgetSaved(mine);
  };
  const refused = (error: Error): void => {
    setMaking(false);
    if (isShown.current) setFaults(faultsOf(error, current.isAllDay));
    // It stands in the form again when that is opened.
    else tellRefused(event === null ? strings.createFailed : strings.saveFailed, error);
  };
  const saveSeries = async (change: Omit<SeriesChange, 'scope' | 'what'>): Promise<void> => {
    const scope = await scopeOfChange(change);
    if (scope === null) return;
    // A change that takes this occurrence out of its series takes the form away before the answer, and not its dialog.
    changingSeries.mutateAsync({ ...change, scope, what: strings.eventEdited(change.event.title) }).then(leave, refused);
    announce(strings.saved(current.title));
  };
  const make = async (): Promise<void> => {
    setMaking(true);
    // What was typed last may not be read yet.
    const made = await settle();
    const found = eventFaults(made, null);
    setFaults(found);
    if (Object.keys(found).length > 0) {
      setMaking(false);
      return;
    }
    creating.mutateAsync({ key, body: newBody(made), expected: expectedOf(made, null), fields: made }).then(saved, refused);
    announce(strings.created(made.title));
  };
  const send = (from: CalendarEvent | null): void => {
    if (isSaving) return;
    if (from === null) {
      void make();
      return;
    }
    const found = eventFaults(current, from);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const body = changedBody(from, current);
    if (body === null) {
      leave();
      return;
    }
    const { startTime, endTime, ...expected } = expectedOf(current, from);
    const times = body.startDate === undefined && body.endDate === undefined ? {} : { startTime, endTime };
    const change = { event: from, body, expected: { ...expected, ...times } as typeof expected };
    if (isSeries(from)) {
      void saveSeries(change);
      return;
    }
    const historyEntry = history.begin(strings.eventEdited(from.title));
    changing.mutateAsync({ ...change, historyEntry }).then(saved, refused);
    announce(strings.saved(current.title));
  };

  const change = (next: EventFields): void => {
    reset();
    setMine(next);
    setFaults({});
  };
  return {
    fields: current,
    text: typed.title,
    setText: (title) => {
      setMine({ ...typed, title });
      setFaults({});
    },
    understood,
    keep,
    faults,
    isChanged: mine !== null && (seen === null || changedBody(seen, mine) !== null),
    isSaving,
    isDisputed: mine !== null && seen !== null && event !== null && event.version > seen.version && !isSaving,
    change,
    save: () => {
      send(seen);
    },
    isRestored: isRestored && mine !== null,
    forget,
    takeTheirs: () => {
      setMine(null);
      setRestored(false);
      setFaults({});
    },
    keepMine: () => {
      setSeen(event);
      send(event);
    },
  };
}

/** Whether the form is there still, for answers that come later. */
function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

interface Read extends Omit<Phrase, 'settle'> {
  readonly current: EventFields;
  /** The fields with what the title says now. */
  readonly settle: () => Promise<EventFields>;
}

/** The fields with what their title says of the time, if it counts. */
function useRead(typed: EventFields, counts: boolean): Read {
  const slot = counts ? fieldsSlot(typed) : null;
  const text = slot === null ? '' : typed.title;
  const { understood, settle, ...phrase } = usePhrase({ text, slot: slot ?? anySlot, timeZone: typed.timeZone });
  const current = useMemo(() => (understood === null ? typed : withPhrase(typed, understood)), [typed, understood]);
  return {
    ...phrase,
    understood,
    current,
    settle: async () => {
      const now = await settle();
      return now === null ? typed : withPhrase(typed, now);
    },
  };
}

const anySlot = { day: '2000-01-01', clock: null, minutes: 60 };
const nowhere = { start: '2000-01-01', end: '2000-01-02', isAllDay: true };

/** What the service objects to. A conflict is told by `isDisputed`, once the newest has been read. */
function faultsOf(error: Error, isAllDay: boolean): Faults {
  if (isVersionMismatch(error)) return {};
  const errors = error instanceof ServiceError ? (error.problem?.errors ?? []) : [];
  return errors.length === 0 ? { form: error.message } : faultsFrom(errors, isAllDay);
}

/** What a dialog wants to know of its form before it closes. */
export interface FormState {
  /** Throws away what is kept of it. */
  readonly forget: () => void;
  readonly isChanged: boolean;
  readonly isNew: boolean;
}

export const untouched: FormState = { isChanged: false, isNew: false, forget: () => undefined };

/** Tells a dialog how the form stands while it is there. */
export function useFormState(form: EventFormControl, isNew: boolean, onState: (state: FormState) => void): void {
  const tell = useEffectEvent(onState);
  const forget = useEffectEvent(() => {
    // What is on its way may be refused.
    if (!form.isSaving) form.forget();
  });
  useEffect(() => {
    tell({ isChanged: form.isChanged && !form.isSaving, isNew, forget });
    return () => {
      tell(untouched);
    };
  }, [form.isChanged, form.isSaving, isNew]);
}
