// Reminders in the desktop app: claimed from the service as a window claims them, and shown by the operating system.

import { remindersApi, type ReminderKey, type RingingReminder } from '../contract/reminders.ts';
import { reminderKeyOf, Ringer } from '../client/ringer.ts';
import type { Clock } from '../lib/clock.ts';
import { snoozeSpan } from './agenda-rules.ts';
import type { Notice } from './notices.ts';
import type { ServiceClient } from './service-client.ts';

interface DesktopRemindersOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  /** Whether they can be shown, and the user wants it: if not, they are left to the windows. */
  readonly tells: () => boolean;
  readonly show: (notice: Notice) => void;
  /** Shows the event or card; null: the app alone. */
  readonly open: (reminder: RingingReminder | null) => void;
  readonly warn: (message: string) => void;
}

/** How many one answer lists. */
const pageLength = 1_000;
/** How many titles one notice names, and up to how many are told one by one. */
const maxNamed = 5;

/** Shows what rings, once it is refreshed for the first time. */
export function desktopReminders({ client, clock, tells, show, open, warn }: DesktopRemindersOptions): Ringer {
  const snoozeOf = (reminder: RingingReminder) => (): void => {
    const until = new Date(clock() + snoozeSpan).toISOString();
    client.call(remindersApi.snoozeReminder, { body: { ...reminderKeyOf(reminder), until } }).catch((error: unknown) => {
      warn(`A reminder could not be put off (${(error as Error).message})`);
    });
  };
  return new Ringer({
    clock,
    delayMs: () => 0,
    list: async (from, to) => {
      const found: RingingReminder[] = [];
      if (!tells()) return found;
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), limit: String(pageLength) };
      for (let total = 1; found.length < total;) {
        const page = await client.call(remindersApi.listReminders, { query: { ...range, offset: String(found.length) } });
        found.push(...page.items);
        total = page.items.length === 0 ? 0 : page.total;
      }
      return found;
    },
    claim: async (items: readonly ReminderKey[]) => (await client.call(remindersApi.ringReminders, { body: { items: [...items] } })).items,
    confirm: (items: readonly ReminderKey[]) => client.call(remindersApi.confirmReminders, { body: { items: [...items] } }),
    tell: (reminders, isMissed) => {
      for (const { texts, reminder } of noticesOf(reminders, isMissed))
        show({
          ...texts,
          open: () => {
            open(reminder);
          },
          snooze: reminder === null ? null : snoozeOf(reminder),
        });
    },
  });
}

/** What is shown; `reminder` is null for several in one. Several that were missed, and many, come in one. Pure. */
export function noticesOf(
  reminders: readonly RingingReminder[],
  isMissed: boolean,
): { readonly texts: Pick<Notice, 'title' | 'body'>; readonly reminder: RingingReminder | null }[] {
  const { length } = reminders;
  if (length <= (isMissed ? 1 : maxNamed))
    return reminders.map((reminder) => ({ texts: { title: titleOf(reminder), body: whenOf(reminder) }, reminder }));
  const named = reminders.slice(0, maxNamed).map(titleOf);
  const rest = length > maxNamed ? [`and ${length - maxNamed} more`] : [];
  const title = isMissed ? `${length} reminders while Daybook was closed` : `${length} reminders`;
  return [{ texts: { title, body: [...named, ...rest].join('\n') }, reminder: null }];
}

const titleOf = ({ title }: RingingReminder): string => (title.trim() === '' ? '(No title)' : title);

function whenOf({ type, startTime, startDate }: RingingReminder): string {
  const format = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(startDate === undefined ? { hour: '2-digit', minute: '2-digit' } : { timeZone: 'UTC' }),
  });
  const when = format.format(new Date(startDate === undefined ? startTime : `${startDate}T00:00Z`));
  return type === 'card' ? `Due ${when}` : when;
}
