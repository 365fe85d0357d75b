import type { SeriesScope } from '../../../../main/contract/recurrence.ts';
import { useRef, useState, type FocusEvent, type HTMLAttributes } from 'react';

export interface KeptFocus {
  /** For the element around all entries. */
  readonly attributes: Pick<HTMLAttributes<HTMLElement>, 'onFocus'>;
  /** To be called with each entry that appears, which names itself in `data-entry`. */
  readonly restore: (entry: HTMLElement) => void;
  /** To be called with each entry before it disappears. */
  readonly lose: (entry: HTMLElement) => void;
}

/** The entry that had the focus and gets it again as soon as it can be seen: a month hides what it has not placed yet. */
let awaited: HTMLElement | null = null;

/** So often it is tried, once in each frame: an entry for which its day has no room stays hidden. */
const maxTries = 30;

/** An entry that moves to another day is drawn anew there: it keeps the focus that it had. */
export function useKeptFocus(): KeptFocus {
  const focused = useRef<string | undefined>(undefined);
  const [kept] = useState((): KeptFocus => ({
    attributes: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        focused.current = idAt(target);
      },
    },
    restore: (entry) => {
      if (idAt(entry) !== focused.current || !isFree(entry)) return;
      awaited = entry;
      focusAwaited();
    },
    lose: (entry) => {
      if (entry.contains(document.activeElement)) standInSoon();
    },
  }));
  return kept;
}

/** What has the focus as long as the entry that had it is not there, as after its move was undone in another week. */
let standIn: HTMLElement | null = null;

/** Gives it the focus unless the entry is drawn anew meanwhile. */
function standInSoon(frames = maxTries): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    if (frames > 0) {
      standInSoon(frames - 1);
      return;
    }
    standIn = document.querySelector<HTMLElement>('.cal-cursor') ?? document.querySelector<HTMLElement>('#main');
    standIn?.focus({ preventScroll: true });
  });
}

/** Gives the awaited entry the focus once what had it is gone: what is drawn anew may be a further part of what stays. */
function focusAwaited(tries = maxTries): void {
  const entry = awaited;
  if (entry === null) return;
  const isPossible = entry.isConnected && isFree(entry);
  const active = document.activeElement;
  if (isPossible && (active === document.body || active === standIn)) entry.focus({ preventScroll: true });
  if (!isPossible || document.activeElement === entry || tries === 0) awaited = null;
  else
    requestAnimationFrame(() => {
      focusAwaited(tries - 1);
    });
}

/** Nothing else has the focus than what is drawn anew: that may still be in its old place. */
function isFree(entry: HTMLElement): boolean {
  const active = document.activeElement;
  return active === document.body || (active !== null && active === standIn) || idAt(active) === idAt(entry);
}

/** The id of the event that has the focus, or is about to have it again; null when none has. */
export function focusedEntry(): string | null {
  const active = document.activeElement;
  return idAt(active) ?? (active === document.body && awaited?.isConnected === true ? idAt(awaited) : undefined) ?? null;
}

/** The entry of an event where it can be seen. */
export function shownEntry(id: string): HTMLElement | null {
  const entries = [...document.querySelectorAll<HTMLElement>(`.cal-grid [data-entry="${CSS.escape(id)}"]`)];
  return entries.find((entry) => entry.checkVisibility({ visibilityProperty: true })) ?? null;
}

/** The day in which the focus is, `YYYY-MM-DD`; null elsewhere. */
export function focusedDay(): string | null {
  return document.activeElement?.closest<HTMLElement>('.cal [data-date]')?.dataset['date'] ?? null;
}

/** Puts the focus on the cursor over the slots; nothing happens where there is none. */
export function focusCursor(): void {
  document.querySelector<HTMLElement>('.cal-cursor')?.focus();
}

/**
 * Before an entry goes, of a series those of the scope: gives the focus to the next one that stays, else to one before, else to the cursor
 * or, where there is none, to the page.
 */
export function focusBeside(id: string, scope?: SeriesScope): void {
  const seriesOf = (each: string | undefined): string | undefined => each?.split('_')[0];
  const isOther = (entry: HTMLElement): boolean =>
    scope === 'following' || scope === 'all' ? seriesOf(idAt(entry)) !== seriesOf(id) : idAt(entry) !== id;
  const entries = [...document.querySelectorAll<HTMLElement>('.cal-grid .cal-event')];
  const at = entries.findIndex((entry) => idAt(entry) === id);
  const beside = entries.slice(at + 1).find(isOther) ?? entries.slice(0, Math.max(at, 0)).findLast(isOther);
  const next = beside ?? document.querySelector<HTMLElement>('.cal-cursor') ?? document.querySelector<HTMLElement>('#main');
  next?.focus();
}

function idAt(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
}
