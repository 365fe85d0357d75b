// What clients of CalDAV change. Each change is one write, with its entries in the change feed.

import type { Actor } from '../../../contract/changes.ts';
import { CreateCalendar, UpdateCalendar } from '../../../contract/calendars.ts';
import { defaultColor } from '../../../contract/events.ts';
import { AppError, invalid, notFound } from '../../../lib/app-error.ts';
import { davRefusal, type CheckVersion, type CurrentCaller, type EventObject, type PutEvent } from '../../../lib/calendar-collections.ts';
import { requireScope, type Caller } from '../../../lib/caller.ts';
import { anyVersion } from '../../../lib/precondition.ts';
import type { Attribute } from '../../../lib/change.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Calendars } from '../calendars.ts';
import { calendarText } from '../ics/content-lines.ts';
import type { EventImport } from '../ics/event-import.ts';
import type { ImportedGroup } from '../ics/import-worker.ts';
import { ownUid } from '../ics/event-source.ts';
import type { ImportedEvent } from '../ics/read-event.ts';
import { keyOf, type SourceStore } from '../ics/source-store.ts';
import type { SeriesRows } from '../series-rows.ts';
import type { EventStore } from '../store.ts';
import type { CollectionReader } from './collections.ts';
import type { DavStore } from './dav-store.ts';
import { withSeries } from './lone-occurrences.ts';
import { haveSameEvents } from './same-events.ts';

/** What a file of one event holds. */
export interface ReadObject {
  readonly groups: readonly ImportedGroup[];
  /** How many events there are in it, one for each occurrence that differs. */
  readonly count: number;
  /** Why events of it cannot be used. */
  readonly reasons: readonly string[];
  /** Names of components that are no events. */
  readonly others: readonly string[];
}

interface CollectionChangesOptions {
  readonly reader: CollectionReader;
  readonly calendars: Calendars;
  readonly store: DavStore;
  readonly events: EventStore;
  readonly rows: SeriesRows;
  readonly sources: SourceStore;
  readonly imports: EventImport;
  /** Throws 400 for what is no calendar. */
  readonly read: (bytes: Uint8Array, signal: AbortSignal) => Promise<ReadObject>;
  /** Puts an event into the trash, inside a write. */
  readonly discard: (caller: Caller, eventId: string) => void;
  readonly write: <T>(work: () => T) => Promise<T>;
  /** The same for what is a step to room on a full disk. */
  readonly writeDeletion: <T>(work: () => T) => Promise<T>;
  readonly attribute: Attribute;
}

/** Larger files are not compared with what is kept of them, in bytes: it takes too long. */
const maxCompared = 256 * 1024;

export class CollectionWriter {
  readonly #options: CollectionChangesOptions;

  constructor(options: CollectionChangesOptions) {
    this.#options = options;
  }

  async put(current: CurrentCaller, { calendar: segment, name, bytes, check, signal }: PutEvent) {
    const read = await this.#options.read(bytes, signal);
    const sent = oneGroup(read);
    const isAllThere = read.count === sent.others.length + (sent.series === null ? 0 : 1);
    const given = withSeries(sent);
    const { userId, kept, isNew, lost } = await this.#write(current, 'calendar:write', ({ userId }) => {
      const { reader, calendars, store, events } = this.#options;
      const { id: calendarId } = this.#writable(userId, segment);
      calendars.checkWritable(userId, calendarId);
      const [standing] = store.named(userId, calendarId, [name]);
      check(standing?.version ?? null);
      const group = standing === undefined ? given : this.#asItIsFound(userId, calendarId, given, standing);
      const { replaced } = this.#place(userId, calendarId, group, { id: standing?.id ?? null, name });
      if (replaced !== null) {
        const event = events.maybeEvent(userId, replaced);
        if (event !== null) this.#options.rows.remove(userId, event);
      }
      const manner = {
        isSubscription: true,
        isDryRun: false,
        isOneObject: true,
        firstVersion: this.#firstVersion(userId, calendarId, name),
      };
      const outcome = this.#options.imports.bring(userId, calendarId, group, manner);
      const [skipped] = outcome.skipped;
      if (skipped !== undefined) throw davRefusal('forbidden', 'valid-calendar-data', `The event ${skipped.reason}`);
      const eventId = this.#eventOf(userId, calendarId, group);
      if (eventId === null) throw new Error('An event that came in is not there');
      if (standing?.id !== eventId) store.name(userId, calendarId, eventId, name);
      const [kept] = reader.named(userId, calendarId, [name]);
      if (kept === undefined) throw new Error('An event has not the name that it was given');
      return { userId, kept, isNew: standing === undefined, lost: outcome.lost };
    });
    const isWhole = isAllThere && lost.length === 0 && (await this.#comesBack(userId, kept, bytes));
    return { isNew, version: kept.version, isWhole };
  }

  /** Whether clients get what this file says of the event, not by its bytes: of when it was made and changed the service tells itself. */
  async #comesBack(userId: string, kept: EventObject, bytes: Uint8Array): Promise<boolean> {
    if (bytes.byteLength > maxCompared) return false;
    const text = await this.#options.reader.maybeText(userId, kept);
    return text !== null && haveSameEvents(calendarText(bytes), text);
  }

  /**
   * The version of a new event of this name: above those of all that had the name before, as the version is the ETag, and no two states may
   * have the same one (RFC 9110, 8.8.1). The feed has an entry for each version.
   */
  #firstVersion(userId: string, calendarId: string, name: string): number {
    return 1 + (this.#options.store.maybeDepartedAt(userId, calendarId, name) ?? 0);
  }

  async remove(current: CurrentCaller, segment: string, name: string, check: CheckVersion): Promise<void> {
    await this.#write(current, 'calendar:delete', (caller) => {
      const { userId } = caller;
      const { id: calendarId } = this.#writable(userId, segment);
      this.#options.calendars.checkWritable(userId, calendarId);
      const [standing] = this.#options.store.named(userId, calendarId, [name]);
      if (standing === undefined) throw notFound('event');
      check(standing.version);
      this.#options.discard(caller, standing.id);
    });
  }

  async createCalendar(
    current: CurrentCaller,
    segment: string,
    { displayName, color }: { readonly displayName: string; readonly color: string | null },
  ): Promise<void> {
    const { reader, calendars, store } = this.#options;
    const fields = CreateCalendar.safeParse({ name: displayName, color: color ?? defaultColor });
    if (!fields.success) throw invalid({ path: 'displayname', message: 'must be a name of 1 to 200 characters' });
    await this.#write(current, 'calendar:write', ({ userId }) => {
      if (reader.maybeCalendar(userId, segment) !== null)
        throw new AppError('method_not_allowed', 'There is a calendar at this address already', {
          headers: { Allow: 'OPTIONS, PROPFIND, PROPPATCH, REPORT, DELETE' },
        });
      store.nameCalendar(userId, calendars.create(userId, fields.data, null).id, segment);
    });
  }

  async updateCalendar(
    current: CurrentCaller,
    segment: string,
    fields: { readonly name?: string; readonly color?: string },
  ): Promise<void> {
    const { reader, calendars } = this.#options;
    const checked = UpdateCalendar.safeParse(fields);
    if (!checked.success) throw invalid({ path: 'displayname', message: 'must be a name of 1 to 200 characters' });
    await this.#write(current, 'calendar:write', ({ userId }) => {
      const calendar = reader.maybeCalendar(userId, segment);
      if (calendar === null) throw notFound('calendar');
      // A colour that has a name keeps it.
      const { color, ...others } = checked.data;
      const isSame = color === undefined || color === calendar.color;
      calendars.update(userId, calendar.id, isSame ? others : checked.data, anyVersion);
    });
  }

  async removeCalendar(current: CurrentCaller, segment: string): Promise<void> {
    await this.#write(current, 'calendar:delete', ({ userId }) => {
      const calendar = this.#options.reader.maybeCalendar(userId, segment);
      if (calendar === null) throw notFound('calendar');
      this.#options.calendars.remove(userId, calendar.id, { events: 'delete' }, anyVersion);
    });
  }

  /** Inside the write the caller is looked up again: a token can be revoked while a body is on its way. */
  #write<T>(current: CurrentCaller, scope: Scope, work: (caller: Caller) => T): Promise<T> {
    const { write, writeDeletion, attribute } = this.#options;
    return (scope === 'calendar:delete' ? writeDeletion : write)(() => {
      const caller = current();
      requireScope(caller, scope);
      const actor: Actor = caller.actor;
      return attribute({ actor, batchId: null }, () => work(caller));
    });
  }

  #writable(userId: string, segment: string): { readonly id: string } {
    const calendar = this.#options.reader.maybeCalendar(userId, segment);
    if (calendar === null) throw notFound('calendar');
    return calendar;
  }

  /**
   * Where the event goes: `replaced` is the one at this address that it does not change but takes the place of. Throws 409 where its UID
   * is that of another address.
   */
  #place(
    userId: string,
    calendarId: string,
    group: ImportedGroup,
    { id: standing, name }: { readonly id: string | null; readonly name: string },
  ): { readonly replaced: string | null } {
    const found = this.#eventOf(userId, calendarId, group);
    const { uid = '', recurrenceId = null } = group.series ?? group.others[0] ?? {};
    const series = group.series === null && recurrenceId !== null ? this.#eventWith(userId, calendarId, { uid, recurrenceId: null }) : null;
    const { store } = this.#options;
    const lone = store.maybeLone(userId, calendarId, uid, name);
    const other = [series, lone, found].find((id) => id !== null && id !== standing) ?? null;
    if (other !== null) {
      const [object] = store.some(userId, calendarId, [other]);
      throw davRefusal('conflict', 'no-uid-conflict', 'Another event of the calendar has this UID', object?.name);
    }
    if (standing === null || found !== null) return { replaced: null };
    if (uid !== (this.#options.sources.maybeSource(standing)?.uid ?? standing))
      throw davRefusal('conflict', 'no-uid-conflict', 'The event at this address has another UID', name);
    // The series of a single occurrence has come.
    return { replaced: standing };
  }

  /** The id of the event of the calendar that these are; null if there is none. */
  #eventOf(userId: string, calendarId: string, { series, others }: ImportedGroup): string | null {
    const first = series ?? others[0];
    return first === undefined ? null : this.#eventWith(userId, calendarId, first);
  }

  #eventWith(userId: string, calendarId: string, { uid, recurrenceId }: Pick<ImportedEvent, 'uid' | 'recurrenceId'>): string | null {
    const { sources, events } = this.#options;
    const found = sources.maybeOf(userId, calendarId, keyOf(uid, recurrenceId));
    if (found !== null) return found.eventId;
    const own = recurrenceId === null ? events.maybeEvent(userId, uid) : null;
    return own?.calendarId === calendarId ? own.id : null;
  }

  /**
   * An occurrence without its series that a file brought goes out with a UID of its own; here it gets again what it came with. An event
   * whose UID is another's goes out with its id: a client may know it by that UID still.
   */
  #asItIsFound(userId: string, calendarId: string, group: ImportedGroup, { id, name }: EventObject): ImportedGroup {
    const { sources } = this.#options;
    const source = sources.maybeSource(id);
    const { series, others } = group;
    if (source === null || series === null) return group;
    const { uid, recurrenceId } = source;
    if (recurrenceId !== null)
      return name === `${id}.ics` && series.uid === ownUid(source) ? { ...group, series: { ...series, uid, recurrenceId } } : group;
    if (series.uid !== uid || sources.maybeOf(userId, calendarId, uid)?.eventId === id) return group;
    return { ...group, series: { ...series, uid: id }, others: others.map((other) => ({ ...other, uid: id })) };
  }
}

/** Throws 403 unless the file holds one event, with those of its occurrences that differ, and all of them can be used. */
function oneGroup({ groups, reasons, others }: ReadObject): ImportedGroup {
  const [group, ...more] = groups;
  const [reason] = reasons;
  if (reason !== undefined) throw davRefusal('forbidden', 'valid-calendar-data', `The event ${reason}`);
  if (group === undefined) {
    if (others.length > 0) throw davRefusal('forbidden', 'supported-calendar-component', 'Only events are kept here');
    throw davRefusal('forbidden', 'valid-calendar-data', 'The event is missing');
  }
  if (more.length > 0 || others.length > 0)
    throw davRefusal('forbidden', 'valid-calendar-object-resource', 'The file must hold one event, with one UID, and nothing else');
  return group;
}
