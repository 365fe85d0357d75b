import { expect, test } from 'vitest';
import { remarkText } from '../../../main/features/imports/readers/todoist-texts.ts';
import { read } from '../../support/read-plan.ts';

test('a changed occurrence is no event of its own, unless its series is elsewhere', async () => {
  const uid = (name: string): string => `UID:${name.padEnd(60, 'x')}\r\n ${name}@example\r\n`;
  const event = (...lines: readonly string[]): string => `BEGIN:VEVENT\r\n${lines.join('')}END:VEVENT\r\n`;
  const changed = (day: string): string => `RECURRENCE-ID;TZID=Europe/Vienna:202612${day}T090000\r\n`;
  const events = [
    event(changed('01'), uid('daily')),
    event('BEGIN:VALARM\r\nUID:ring\r\nEND:VALARM\r\n', uid('daily'), 'RRULE:FREQ=DAILY\r\n'),
    event(uid('daily'), changed('02')),
    event(uid('dally'), changed('01')),
    event(uid('dally'), changed('02')),
    event('SUMMARY:Without a UID\r\n'),
  ];
  const bytes = Buffer.from(`BEGIN:VCALENDAR\r\n${events.join('')}BEGIN:VTODO\r\n${changed('03')}END:VTODO\r\nEND:VCALENDAR\r\n`);
  const plan = await read({ filename: 'basic.ics', bytes });
  expect(plan.found).toMatchObject({ calendars: 1, events: 4 });
});

test('alarms that nothing ends and UIDs without a colon are read in time', async () => {
  const alarms = 'BEGIN:VALARM\n'.repeat(50_000);
  const uids = 'UID\r'.repeat(50_000) + 'UID;\u2028'.repeat(150_000);
  const bytes = Buffer.from(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${uids}\nUID:a\n${alarms}END:VEVENT\nEND:VCALENDAR\n`);
  const before = process.cpuUsage();
  expect((await read({ filename: 'basic.ics', bytes })).found.calendars).toBe(1);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
});

test('a remark of Todoist that is nothing but blanks and beginnings of files is read in time', () => {
  const before = process.cpuUsage();
  const sink = { warn: () => undefined };
  for (const text of [`${' '.repeat(60_000)}x`, `${'[[file {'.repeat(20_000)}x`]) expect(remarkText(text, 'a.csv', sink)).toBe(text);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
});
