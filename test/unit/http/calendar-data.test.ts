import { expect, test } from 'vitest';
import { wantedData } from '../../../main/http/dav/calendar-data.ts';
import { readXml } from '../../../main/http/dav/xml.ts';

/** What a report for this inner part of `calendar-data` leaves of an event with `count` lines of its own. */
async function cutOf(inner: string, count: number): Promise<{ readonly text: string; readonly milliseconds: number }> {
  const root = await readXml(
    '<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data><C:comp name="VCALENDAR">' +
      `<C:comp name="VEVENT">${inner}</C:comp></C:comp></C:calendar-data></D:prop></C:calendar-multiget>`,
  );
  const { cut } = wantedData(root);
  const lines = Array.from({ length: count }, (_, at) => `X-LINE-${at}:${at}`);
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'SUMMARY:Lunch', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  );
  const before = process.cpuUsage();
  const text = cut(file);
  const { user, system } = process.cpuUsage(before);
  return { text, milliseconds: (user + system) / 1000 };
}

test('of an event only the properties that are named are left', async () => {
  expect((await cutOf('<C:prop name="summary"/><C:prop name="X-LINE-2"/>', 3)).text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Lunch',
    'X-LINE-2:2',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a client that names very many properties holds up no other caller', async () => {
  const names = Array.from({ length: 50_000 }, (_, at) => `<C:prop name="X-${at}"/>`).join('');
  const { text, milliseconds } = await cutOf(`${names}<C:prop name="X-LINE-7"/>`, 1000);
  expect(text).toContain('X-LINE-7:7');
  // Where each line was looked for among all names, seconds.
  expect(milliseconds).toBeLessThan(250);
});
