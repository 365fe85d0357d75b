// Where in the drawn calendar a slot is.

import type { CalendarEvent } from '../events.ts';
import type { View } from '../period.ts';
import { slotOfEvent, type Slot } from './slots.ts';

/** The cells of whole days, in their order. */
export function wholeDayCells(area: HTMLElement | null): HTMLElement[] {
  const cells = area?.querySelectorAll<HTMLElement>('.cal-view [role=cell][data-date]') ?? [];
  return [...cells].filter((cell) => !isLane(cell) && cell.closest('.cal-popover') === null);
}

/** The cell in which a slot is; null while there is none. */
export function cellOf(area: HTMLElement | null, { day, minute }: Slot): HTMLElement | null {
  if (minute === null) return wholeDayCells(area).find(({ dataset }) => dataset['date'] === day) ?? null;
  const cells = area?.querySelectorAll<HTMLElement>(`.cal-view [role=cell][data-date="${day}"]`) ?? [];
  return [...cells].find(isLane) ?? null;
}

/** Whether a slot is in that cell. */
export function isCellOf(cell: HTMLElement, { day, minute }: Slot): boolean {
  return cell.dataset['date'] === day && isLane(cell) === (minute !== null);
}

/** Whether it is a column of hours. */
function isLane(cell: HTMLElement): boolean {
  return cell.querySelector(':scope > .cal-lane') !== null;
}

/** The slot in which the focus is; null where it is in none. */
export function slotAt(target: EventTarget, events: readonly CalendarEvent[], view: View): Slot | null {
  if (!(target instanceof Element)) return null;
  const day = target.closest<HTMLElement>('[data-date]')?.dataset['date'];
  if (day === undefined) return null;
  const id = target.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
  const event = events.find((each) => each.id === id);
  if (event !== undefined) return slotOfEvent(event, day, view);
  return view === 'month' || target.closest('[role=columnheader]') !== null ? { day, minute: null } : null;
}
