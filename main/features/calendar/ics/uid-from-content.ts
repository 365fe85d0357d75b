// UIDs for events of a calendar file that have none, against RFC 5545, 3.6.1, or that of another. Pure.

import { v5 } from 'uuid';
import { propertyName, type RawComponent } from './content-lines.ts';

const namespace = '6f4d3c52-7a0e-5c1b-9f3e-2d8a41b7c690';

/**
 * A UID for one without: the same each time that it comes. Depends on what the event says, in any order; not on properties of `times`,
 * which a program writes anew into each file. `made`: how many events have said each thing before: those that say the same are told
 * apart.
 */
export function uidFrom({ lines }: RawComponent, times: ReadonlySet<string>, made: Map<string, number>): string {
  const said = lines
    .filter((line) => !times.has(propertyName(line)) && !['UID', 'SEQUENCE'].includes(propertyName(line)))
    .map((line) => line.trimEnd())
    .toSorted()
    .join('\n');
  const count = made.get(said) ?? 0;
  made.set(said, count + 1);
  return v5(count === 0 ? said : `${said}\n${count}`, namespace);
}

/** A UID for an event that begins then and has the UID of another in its file, against RFC 5545, 3.8.4.7: the same one each time. */
export function uidOfAnother(uid: string, { startAt, isAllDay }: { readonly startAt: number; readonly isAllDay: boolean }): string {
  return v5(`${uid}\n${startAt}${isAllDay ? ' day' : ''}`, namespace);
}
