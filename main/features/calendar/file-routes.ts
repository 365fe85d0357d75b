import { calendarFilesApi } from '../../contract/calendar-files.ts';
import { command, download, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { CalendarFeeds } from './calendar-feeds.ts';
import type { Calendars } from './calendars.ts';
import type { CalendarExport } from './ics/calendar-export.ts';
import type { CalendarImport } from './ics/calendar-import.ts';
import type { Subscriptions } from './subscriptions.ts';

interface FileRoutesOptions {
  readonly calendars: Calendars;
  readonly exports: CalendarExport;
  readonly imports: CalendarImport;
  readonly subscriptions: Subscriptions;
  readonly feeds: CalendarFeeds;
}

export function calendarFileRoutes({ calendars, exports, imports, subscriptions, feeds }: FileRoutesOptions): Endpoint[] {
  return [
    download(calendarFilesApi.exportCalendar, ({ caller, params, signal }) =>
      exports.calendar(caller.userId, calendars.calendar(caller.userId, params.id), signal),
    ),
    download(calendarFilesApi.exportEvent, ({ caller, params, signal }) => exports.event(caller.userId, params.id, signal)),
    // It writes in slices of its own.
    query(calendarFilesApi.importCalendar, async ({ caller, params, query, body, signal }) => {
      const { report } = await imports.run({
        userId: caller.userId,
        actor: caller.actor,
        calendarId: params.id,
        bytes: body,
        isDryRun: query.dryRun === 'true',
        isSubscription: false,
        signal,
      });
      return report;
    }),
    query(calendarFilesApi.refreshCalendar, ({ caller, params }) => subscriptions.refresh(caller.userId, params.id)),
    command(calendarFilesApi.makeFeed, ({ caller, params }) => feeds.make(caller, params.id)),
    command(calendarFilesApi.removeFeed, ({ caller, params }) => feeds.remove(caller.userId, params.id)),
    download(calendarFilesApi.readFeed, async ({ params, address, signal }) => {
      const { userId, calendar } = await feeds.open(params.feed, address);
      return await exports.calendar(userId, calendar, signal);
    }),
  ];
}
