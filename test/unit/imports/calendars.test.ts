import { expect, test } from 'vitest';
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
