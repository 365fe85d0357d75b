// Calendars that come in from another Daybook, with the ids and times that they had there. All of it is called inside a write.

import { color as colorForm, defaultColor, paletteColors } from '../../contract/events.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Imported } from '../../lib/imported-record.ts';
import type { CalendarStore } from './calendar-store.ts';
import type { Calendars } from './calendars.ts';

interface ImportedCalendar {
  readonly name: string;
  readonly color?: string;
  readonly isVisible?: boolean;
  /** Of a subscription, as it was read there. */
  readonly subscription?: { readonly url: string; readonly refreshedAt: number | null; readonly error: string | null } | null;
}

/** What the migration 0016 names the calendar that a user has from the first. */
const firstName = 'Calendar';

interface ImportedCalendarsOptions {
  readonly store: CalendarStore;
  readonly calendars: Calendars;
  /** The address of a subscription as it is to be asked. Throws 400. */
  readonly readAddress: (url: string) => string;
  readonly clock: Clock;
}

export class ImportedCalendars {
  readonly #options: ImportedCalendarsOptions;

  constructor(options: ImportedCalendarsOptions) {
    this.#options = options;
  }

  /**
   * One without a colour has the one that the fewest calendars have. A subscription keeps what it was read with, and is asked again after
   * an hour. Throws 409 where there are as many as there may be, 400 for an address that may not be asked.
   */
  create(userId: string, { subscription = null, ...fields }: ImportedCalendar, as: Imported): { id: string; version: number } {
    const { store, calendars, readAddress, clock } = this.#options;
    const url = subscription === null ? null : readAddress(subscription.url);
    const { color = this.#rarestColor(userId) } = fields;
    const { id, version } = calendars.create(userId, checked({ ...fields, color }), url, as);
    if (subscription !== null) {
      const { refreshedAt, error } = subscription;
      store.keepReadState(userId, calendars.calendar(userId, id), { etag: null, lastModified: null, refreshedAt, error }, clock());
    }
    return { id, version };
  }

  /**
   * The default calendar stands for that of another Daybook. While it holds nothing and is called as at first it takes over its name, its
   * colour and whether it is shown; otherwise it stays as it is.
   */
  takeDefault(
    userId: string,
    given: ImportedCalendar,
  ): { readonly id: string; readonly version: number; readonly isChanged: boolean; readonly isSame: boolean; readonly name: string } {
    const { calendars } = this.#options;
    const { name, color, isVisible } = checked(given);
    const { first, isUntouched } = this.#default(userId);
    const { id, version } = first;
    if (!isUntouched) return { id, version, isChanged: false, isSame: first.name === name && first.color === color, name: first.name };
    const changed = calendars.giveBack(userId, { id, fields: { name, color, isVisible } }) ?? version;
    return { id, version: changed, isChanged: changed !== version, isSame: true, name };
  }

  /** Whether `takeDefault` would change it. */
  changesDefault(userId: string, given: ImportedCalendar): boolean {
    const { name, color, isVisible } = checked(given);
    const { first, isUntouched } = this.#default(userId);
    return isUntouched && (first.name !== name || first.color !== color || first.isVisible !== isVisible);
  }

  #rarestColor(userId: string): string {
    const { items } = this.#options.calendars.list(userId, {});
    const uses = (color: string): number => items.filter((calendar) => calendar.color === color).length;
    return paletteColors.toSorted((a, b) => uses(a) - uses(b))[0] ?? defaultColor;
  }

  #default(userId: string) {
    const { store } = this.#options;
    const [first] = store.page(userId, { limit: 1, offset: 0 });
    if (first === undefined) throw new Error('A user has no calendar');
    const { id } = first;
    const isUntouched = first.name === firstName && first.color === defaultColor && store.someEvents({ userId, id }, 1).length === 0;
    return { first, isUntouched };
  }
}

/** As it comes from elsewhere: what cannot be is as that of a new calendar. */
function checked({ name, color, isVisible = true }: ImportedCalendar) {
  return { name: name.trim() === '' ? firstName : name, color: colorForm.safeParse(color).data ?? defaultColor, isVisible };
}
