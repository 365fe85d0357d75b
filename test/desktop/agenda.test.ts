import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { powerMonitor } from 'electron';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Card } from '../../main/contract/cards.ts';
import type { Column } from '../../main/contract/columns.ts';
import type { Event } from '../../main/contract/events.ts';
import { countDue, dayAround, eventsToTell, reminderKey, tidied, untilNext } from '../../main/desktop/agenda-rules.ts';
import { endNotice, JobWatch, shareOf, type WatchedJob } from '../../main/desktop/job-watch.ts';
import { noticeBody } from '../../main/desktop/notices.ts';
import { eventDayPath } from '../../main/contract/page-paths.ts';
import { control } from '../doubles/electron.ts';
import { itemAt } from '../doubles/menu.ts';
import { notificationOptions, notifications, trayLooks, trays } from '../doubles/tray.ts';
import { full } from '../support/tiers.ts';
import { cleanUp, launch, listenOn, onBridge, quit, type Launched } from './launch.ts';

afterEach(async () => {
  await quit();
  vi.restoreAllMocks();
});
afterAll(cleanUp);

const minute = 60_000;
const noon = new Date(2026, 2, 1, 12).getTime();
const at = (offset: number): string => new Date(noon + offset).toISOString();
const event = (from: number, to: number, more: Partial<Event> = {}): Event => ({
  id: `event-${from}`,
  title: 'Review',
  description: null,
  location: null,
  color: 'purple',
  isAllDay: false,
  startTime: at(from),
  endTime: at(to),
  timeZone: 'UTC',
  calendarId: 'calendar',
  reminders: [],
  isCancelled: false,
  isFree: false,
  recurrence: null,
  occurrenceId: `event-${from}`,
  seriesStart: null,
  followsId: null,
  version: 0,
  createdAt: at(0),
  updatedAt: at(0),
  ...more,
});
const none = { told: {}, snoozed: {} };

describe('an event is told', () => {
  test.each([
    ['at its beginning', event(0, minute), true],
    ['a little later', event(-9 * minute, minute), true],
    ['not before', event(1, minute), false],
    ['not long after', event(-10 * minute, minute), false],
    ['not once it is over', event(-5 * minute, 0), false],
    ['not if it has reminders, which ring when they are to', event(0, minute, { reminders: [{ minutesBefore: 0 }] }), false],
    ['not if it lasts all day', event(0, 24 * 60 * minute, { isAllDay: true }), false],
    ['not if it is cancelled', event(0, minute, { isCancelled: true }), false],
  ])('%s', (_case, one, expected) => {
    expect(eventsToTell([one], none, noon)).toEqual(expected ? [one] : []);
  });

  test('once, until it is moved', () => {
    const one = event(0, minute);
    const reminded = { told: { [reminderKey(one)]: noon }, snoozed: {} };
    expect(eventsToTell([one], reminded, noon)).toEqual([]);
    expect(eventsToTell([{ ...one, startTime: at(-minute) }], reminded, noon)).toHaveLength(1);
  });

  test('once more when its snooze is over, also if it is over itself', () => {
    const one = event(-20 * minute, -15 * minute);
    expect(eventsToTell([one], { told: { [reminderKey(one)]: noon }, snoozed: { [reminderKey(one)]: noon + 1 } }, noon)).toEqual([]);
    expect(eventsToTell([one], { told: { [reminderKey(one)]: noon }, snoozed: { [reminderKey(one)]: noon } }, noon)).toEqual([one]);
  });

  test('and the next look is at the next beginning, within a minute', () => {
    expect(untilNext([], none, noon)).toBe(minute);
    expect(untilNext([event(5_000, minute), event(-5, minute), event(2_000, minute, { isAllDay: true })], none, noon)).toBe(5_000);
    expect(untilNext([], { told: {}, snoozed: { x: noon + 100 } }, noon)).toBe(100);
  });

  test('what is a day old is forgotten', () => {
    const day = 24 * 60 * minute;
    expect(tidied({ told: { old: noon - day, young: noon - day + 1 }, snoozed: { far: noon + day, near: noon + 1 } }, noon)).toEqual({
      told: { young: noon - day + 1 },
      snoozed: { near: noon + 1 },
    });
  });

  test('with its times and its place', () => {
    expect(noticeBody({ startTime: at(0), endTime: at(minute), location: ' ' })).toMatch(/^12:00.*12:01/);
    expect(noticeBody({ startTime: at(0), endTime: at(minute), location: 'Room 1' })).toMatch(/12:01.*\nRoom 1$/);
  });
});

test('due are open cards, and events that are still to come', () => {
  expect(dayAround(noon)).toEqual({ from: new Date(2026, 2, 1).getTime(), to: new Date(2026, 2, 2).getTime() });
  const cards = [{ completedAt: null }, { completedAt: null }, { completedAt: '2026-03-01T09:00:00.000Z' }];
  const events = [
    event(1, minute),
    event(0, minute),
    event(-minute, minute),
    event(12 * 60 * minute, 13 * 60 * minute),
    event(-5 * 60 * minute, 5 * 60 * minute, { isAllDay: true }),
  ];
  expect(countDue(cards, events, noon)).toBe(4);
  expect(countDue([], [], noon)).toBe(0);
});

describe('long work', () => {
  const job = (id: string, more: Partial<WatchedJob> = {}): WatchedJob => {
    const going = { title: null, status: 'running', progress: { done: 1, total: 4 }, error: null, endedAt: null } as const;
    return { id, kind: 'export', ...going, ...more };
  };
  const done = { status: 'done', endedAt: at(0) } as const;

  test('stands on the icon with what is known of it', () => {
    expect(shareOf([])).toBe(-1);
    expect(shareOf([{ progress: { done: 7, total: null } }, { progress: { done: 0, total: 0 } }])).toBe(2);
    expect(shareOf([{ progress: { done: 1, total: 4 } }])).toBe(0.25);
    expect(shareOf([{ progress: { done: 3, total: 2 } }, { progress: { done: 7, total: null } }])).toBe(0.5);
  });

  test('is told once when it has ended, however short it was; not what was cancelled, nor what had ended before the start', async () => {
    const lists: WatchedJob[][] = [
      [job('old', done), job('a')],
      [job('short', { kind: 'backup', title: '/media/stick', ...done }), job('a', { progress: { done: 3, total: 4 } })],
      [job('b', { status: 'cancelled', endedAt: at(0) }), job('a', { status: 'failed', error: { message: 'No room' }, endedAt: at(0) })],
      [job('b', { status: 'cancelled', endedAt: at(0) }), job('a', { status: 'failed', error: { message: 'No room' }, endedAt: at(0) })],
    ];
    const shares: number[] = [];
    const told: { title: string; body: string }[] = [];
    const warnings: string[] = [];
    const watch = new JobWatch({
      list: () => {
        const items = lists.shift();
        return items === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(items);
      },
      progress: (share) => shares.push(share),
      ended: (ended) => told.push(endNotice(ended)),
      warn: (message) => warnings.push(message),
    });
    for (let look = 0; look < 5; look += 1) await watch.refresh();
    watch.stop();
    expect(shares).toEqual([0.25, 0.75, -1, -1]);
    expect(told).toEqual([
      { title: 'Backup made', body: '/media/stick' },
      { title: 'The export has failed', body: 'No room' },
    ]);
    expect(warnings).toEqual(['How far long work is could not be read (gone)']);
  });
});

describe('in the app', () => {
  test('the end of long work is told while the window is elsewhere, its bar goes, and a click leads there', full, async () => {
    const desktop = await launch();
    const opened = await listenOn(await desktop.page(), 'onOpen');
    await expect.poll(() => control.state.progress.at(-1)).toBe(-1);
    desktop.window().minimize();
    await desktop.api('POST', '/api/backups', { job: true });
    await expect.poll(() => notifications.map(({ title }) => title), { timeout: 60_000 }).toEqual(['Backup made']);
    expect(control.state.progress.at(-1)).toBe(-1);
    notifications[0]?.emit('click', {});
    await expect.poll(opened).toEqual(['/settings/data']);
    desktop.window().focus();
    const before = control.state.progress.length;
    await desktop.api('POST', '/api/backups', { job: true });
    await expect.poll(() => control.state.progress.slice(before).at(-1), { timeout: 60_000 }).toBe(-1);
    expect(notifications).toHaveLength(1);
  });

  const soon = (offset: number): { title: string; startTime: string; endTime: string; location: string } => ({
    title: 'Review',
    startTime: new Date(Date.now() + offset).toISOString(),
    endTime: new Date(Date.now() + offset + 60 * minute).toISOString(),
    location: 'Room 1',
  });
  /** Another hour of this day, for the tests around midnight. */
  const setClock = (time: number): void => {
    vi.spyOn(Date, 'now').mockReturnValue(time);
  };
  const create = (desktop: Launched, offset: number): Promise<Event> => desktop.api<Event>('POST', '/api/events', soon(offset));

  test('an event that has begun is told once, also after a restart, and a click opens it', full, async () => {
    const desktop = await launch();
    const opened = await listenOn(await desktop.page(), 'onOpen');
    const made = await create(desktop, -1_000);
    await expect
      .poll(() => notifications.map(({ title, body }) => ({ title, body })))
      .toEqual([{ title: 'Review', body: noticeBody(made) }]);
    desktop.window().minimize();
    notifications[0]?.emit('click', {});
    await expect.poll(opened).toEqual([eventDayPath(made.id)]);
    expect(desktop.window().isMinimized()).toBe(false);
    await quit();
    expect(JSON.parse(readFileSync(join(desktop.dataDir, 'desktop.json'), 'utf8'))).toMatchObject({
      reminded: { told: { [reminderKey(made)]: expect.any(Number) as number } },
    });
    const again = await launch({ appData: desktop.appData });
    const other = await create(again, -2_000);
    await expect.poll(() => notifications.length).toBe(1);
    notifications[0]?.emit('click', {});
    const paths = await listenOn(await again.page(), 'onOpen');
    await expect.poll(paths).toEqual([eventDayPath(other.id)]);
  });

  test('one that begins while the app runs is told at its time', full, async () => {
    const desktop = await launch();
    const made = await create(desktop, 3_000);
    await expect.poll(() => notifications.length, { timeout: 60_000 }).toBe(1);
    await quit();
    const { reminded } = JSON.parse(readFileSync(join(desktop.dataDir, 'desktop.json'), 'utf8')) as {
      reminded: { told: Record<string, number> };
    };
    expect(reminded.told[reminderKey(made)]).toBeGreaterThanOrEqual(Date.parse(made.startTime));
  });

  test('put off, it comes again after ten minutes, also past a restart', full, async () => {
    const desktop = await launch();
    const made = await create(desktop, -1_000);
    await expect.poll(() => notifications.length).toBe(1);
    const [first] = notifications;
    if (first === undefined) throw new Error('Nothing was told');
    expect(notificationOptions.get(first)?.actions).toEqual([{ type: 'button', text: 'Remind Me in 10 Minutes' }]);
    first.emit('action', {}, 0);
    await quit();
    const { reminded } = JSON.parse(readFileSync(join(desktop.dataDir, 'desktop.json'), 'utf8')) as {
      reminded: { snoozed: Record<string, number> };
    };
    const again = reminded.snoozed[reminderKey(made)] ?? 0;
    expect(again - Date.now()).toBeGreaterThan(9 * minute);
    await launch({ appData: desktop.appData });
    expect(notifications).toEqual([]);
    // The machine sleeps over it.
    setClock(again + 1_000);
    powerMonitor.emit('resume');
    await expect.poll(() => notifications.map(({ title }) => title)).toEqual(['Review']);
  });

  test('nothing is told when the user does not want it, and not afterwards all at once', full, async () => {
    const desktop = await launch();
    const page = await desktop.page();
    await onBridge(page, 'setPreferences', { notifyEvents: false });
    const made = await create(desktop, -1_000);
    await expect.poll(() => readFileSync(join(desktop.dataDir, 'desktop.json'), 'utf8')).toContain(reminderKey(made));
    expect(notifications).toEqual([]);
    await onBridge(page, 'setPreferences', { notifyEvents: true });
    await create(desktop, -2_000);
    await expect.poll(() => notifications.length).toBe(1);
  });

  test('what is due today stands on the icon and in the tray, and follows every change', full, async () => {
    const desktop = await launch();
    const page = await desktop.page();
    await onBridge(page, 'setPreferences', { closeToTray: true });
    const looks = (): { toolTip: string; due: string } => {
      const [tray] = trays;
      const seen = tray === undefined ? undefined : trayLooks.get(tray);
      return { toolTip: seen?.toolTip ?? '', due: seen?.menu?.items[3]?.label ?? '' };
    };
    expect(looks()).toEqual({ toolTip: 'Daybook – Nothing due today', due: 'Nothing due today' });
    const column = await desktop.api<Column>('POST', '/api/columns', { projectId: 'x', title: 'Doing' });
    const [today] = new Date(Date.now() - new Date().getTimezoneOffset() * minute).toISOString().split('T');
    const card = await desktop.api<Card>('POST', '/api/cards', { columnId: column.id, title: 'Due', dueDate: today });
    await desktop.api('POST', '/api/cards', { columnId: column.id, title: 'Not due' });
    await desktop.api('POST', '/api/cards', { columnId: column.id, title: 'Long ago', dueDate: '2020-01-01' });
    await expect.poll(() => control.state.badge).toBe(1);
    await expect.poll(looks).toEqual({ toolTip: 'Daybook – 1 due today', due: '1 due today' });
    await onBridge(page, 'setPreferences', { badge: false });
    expect(control.state.badge).toBe(0);
    await onBridge(page, 'setPreferences', { badge: true });
    expect(control.state.badge).toBe(1);
    await desktop.api('PUT', `/api/cards/${card.id}`, { completedAt: new Date().toISOString() });
    await expect.poll(() => control.state.badge).toBe(0);
    const [tray] = trays;
    if (tray === undefined) throw new Error('There is no tray');
    desktop.window().close();
    expect(desktop.window().isVisible()).toBe(false);
    itemAt(trayLooks.get(tray)?.menu ?? null, 'Open Daybook').click();
    expect(desktop.window().isVisible()).toBe(true);
    itemAt(trayLooks.get(tray)?.menu ?? null, 'Quit').click();
    expect(await control.exited()).toBe(0);
    expect(trays).toEqual([]);
  });

  test('where the system cannot notify, nothing is tried', async () => {
    const { support } = await import('../doubles/tray.ts');
    const desktop = await launch();
    support.notifications = false;
    const made = await create(desktop, -1_000);
    await expect.poll(() => readFileSync(join(desktop.dataDir, 'desktop.json'), 'utf8')).toContain(reminderKey(made));
    expect(notifications).toEqual([]);
  });
});
