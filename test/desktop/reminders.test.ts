import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Card } from '../../main/contract/cards.ts';
import type { Column } from '../../main/contract/columns.ts';
import type { Event } from '../../main/contract/events.ts';
import type { ReminderKey, RingingReminder } from '../../main/contract/reminders.ts';
import { Ringer } from '../../main/client/ringer.ts';
import { noticesOf } from '../../main/desktop/reminders.ts';
import { cardPath, eventDayPath } from '../../main/contract/page-paths.ts';
import { notificationOptions, notifications } from '../doubles/tray.ts';
import { full } from '../support/tiers.ts';
import { cleanUp, launch, listenOn, onBridge, quit, type Launched } from './launch.ts';

afterEach(quit);
afterAll(cleanUp);

const minute = 60_000;
const at = (offset: number): string => new Date(Date.now() + offset).toISOString();
const plan = (title: string, offset: number, more: object = {}): object => ({
  title,
  startTime: at(offset),
  endTime: at(offset + 60 * minute),
  reminders: [{ minutesBefore: 0 }],
  ...more,
});
const create = (desktop: Launched, title: string, offset: number, more?: object): Promise<Event> =>
  desktop.api<Event>('POST', '/api/events', plan(title, offset, more));
const reminders = async (desktop: Launched): Promise<RingingReminder[]> =>
  (await desktop.api<{ items: RingingReminder[] }>('GET', `/api/reminders?from=${at(-1440 * minute)}&to=${at(1440 * minute)}`)).items;
const titles = (): string[] => notifications.map(({ title }) => title);
const isTold = async (desktop: Launched): Promise<boolean> => (await reminders(desktop)).every(({ rungAt }) => rungAt !== null);

/** A window of this app, in the place of its page: it leaves reminders to the desktop for two seconds. */
function openWindow(desktop: Launched): { readonly told: string[]; close(): void } {
  const told: string[] = [];
  const post = (path: string, items: readonly ReminderKey[]): Promise<{ items: ReminderKey[] }> =>
    desktop.api('POST', `/api/reminders/${path}`, { items });
  const ringer = new Ringer({
    clock: () => Date.now(),
    delayMs: () => 2_000,
    list: () => reminders(desktop),
    claim: async (keys) => (await post('ring', keys)).items,
    confirm: (keys) => post('rung', keys),
    tell: (found) => {
      told.push(...found.map(({ title }) => title));
    },
  });
  const looking = setInterval(() => void ringer.refresh(), 100);
  return {
    told,
    close: () => {
      clearInterval(looking);
      ringer.stop();
    },
  };
}

const ringing = (title: string, more: Partial<RingingReminder> = {}): RingingReminder => ({
  at: '2026-03-01T11:00:00.000Z',
  type: 'event',
  id: title,
  occurrenceId: null,
  title,
  startTime: new Date(2026, 2, 1, 12).toISOString(),
  endTime: null,
  isAllDay: false,
  originalAt: '2026-03-01T11:00:00.000Z',
  rungAt: null,
  ...more,
});

describe('what is shown of reminders', () => {
  test('each by itself, with its time', () => {
    const [event, card, day] = noticesOf(
      [
        ringing('Review'),
        ringing('', { type: 'card' }),
        ringing('Fair', { isAllDay: true, startTime: '2026-03-01T10:00:00.000Z', startDate: '2026-03-02' }),
      ],
      false,
    );
    expect(event).toMatchObject({ texts: { title: 'Review', body: expect.stringMatching(/12:00/) as string } });
    expect(card).toMatchObject({ texts: { title: '(No title)', body: expect.stringMatching(/^Due .*12:00/) as string } });
    // Its own day, not the one on which it begins here.
    expect(day?.texts.body).not.toContain(':');
    expect(day?.texts.body).toMatch(/\b2\b/);
  });

  test('one that was missed by itself, several in one, as many are', () => {
    expect(noticesOf([ringing('Review')], true)).toMatchObject([{ texts: { title: 'Review' } }]);
    expect(noticesOf([ringing('a'), ringing('b')], true)).toEqual([
      { texts: { title: '2 reminders while Daybook was closed', body: 'a\nb' }, reminder: null },
    ]);
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((title) => ringing(title));
    expect(noticesOf(many, false)).toEqual([{ texts: { title: '7 reminders', body: 'a\nb\nc\nd\ne\nand 2 more' }, reminder: null }]);
  });
});

describe('in the app', () => {
  test(
    'an event with a reminder at its beginning is told once: not by the agenda or the window too, and to no other program',
    full,
    async () => {
      const desktop = await launch();
      const window = openWindow(desktop);
      const opened = await listenOn(await desktop.page(), 'onOpen');
      const made = await create(desktop, 'Review', -1_000);
      const plain = await create(desktop, 'Plain', -1_000, { reminders: [] });
      await expect.poll(() => titles().toSorted()).toEqual(['Plain', 'Review']);
      await expect.poll(() => isTold(desktop)).toBe(true);
      const [key] = (await reminders(desktop)).map(({ type, id, at: time }) => ({ type, id, at: time }));
      expect(key?.id).toBe(made.id);
      expect(await desktop.api('POST', '/api/reminders/ring', { items: [key] })).toMatchObject({ items: [] });
      notifications.find(({ title }) => title === 'Review')?.emit('click', {});
      await expect.poll(opened).toEqual([eventDayPath(made.id)]);
      await desktop.api('DELETE', `/api/events/${plain.id}`);
      // A later reminder has its turn after anything that could have come twice.
      await create(desktop, 'Later', 3_000);
      await expect.poll(titles, { timeout: 60_000 }).toContain('Later');
      expect(titles().toSorted()).toEqual(['Later', 'Plain', 'Review']);
      window.close();
      expect(window.told).toEqual([]);
    },
  );

  test('put off, it is snoozed for all programs; what was missed comes in one; a card opens by its notice', full, async () => {
    const desktop = await launch();
    const opened = await listenOn(await desktop.page(), 'onOpen');
    const made = await create(desktop, 'Review', -1_000);
    await expect.poll(titles).toEqual(['Review']);
    const [first] = notifications;
    if (first === undefined) throw new Error('Nothing was told');
    expect(notificationOptions.get(first)?.actions).toEqual([{ type: 'button', text: 'Remind Me in 10 Minutes' }]);
    await expect.poll(() => isTold(desktop)).toBe(true);
    first.emit('action', {}, 0);
    await expect
      .poll(async () =>
        (await reminders(desktop)).map(({ id, at: time, rungAt }) => [id, Date.parse(time) > Date.now() + 9 * minute, rungAt]),
      )
      .toEqual([[made.id, true, null]]);
    const operations = ['a', 'b', 'c'].map((title) => ({ method: 'POST', path: '/api/events', body: plan(title, -60 * minute) }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120 * minute });
    await desktop.api('POST', '/api/batch', { operations }).finally(() => vi.useRealTimers());
    // A change has the clock looked at anew.
    await create(desktop, 'Plain', 120 * minute);
    await expect.poll(titles).toEqual(['Review', '3 reminders while Daybook was closed']);
    expect(notificationOptions.get(notifications[1] ?? first)?.actions).toBeUndefined();
    const column = await desktop.api<Column>('POST', '/api/columns', { projectId: 'x', title: 'Doing' });
    const fields = { columnId: column.id, title: 'Due', dueDate: at(-1_000), reminders: [{ minutesBefore: 0 }] };
    const card = await desktop.api<Card>('POST', '/api/cards', fields);
    await expect.poll(titles).toEqual(['Review', '3 reminders while Daybook was closed', 'Due']);
    notifications.at(-1)?.emit('click', {});
    await expect.poll(opened).toEqual([cardPath('x', card.id)]);
  });

  test('a user who wants no notices of the system is told by the window', full, async () => {
    const desktop = await launch();
    const window = openWindow(desktop);
    await onBridge(await desktop.page(), 'setPreferences', { notifyEvents: false });
    await create(desktop, 'Review', -1_000);
    await expect.poll(() => window.told, { timeout: 60_000 }).toEqual(['Review']);
    window.close();
    await expect.poll(() => isTold(desktop)).toBe(true);
    expect(notifications).toEqual([]);
  });
});
