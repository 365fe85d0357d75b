import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { dialog, entry, openCalendar } from './calendar-fixtures.ts';
import { sharedTest as test, today } from './fixtures.ts';

test('an event that came in with guests and a call tells who comes, and leads to the call by its address on the web alone', async ({
  page,
  service,
}) => {
  const day = today.replaceAll('-', '');
  const many = Array.from({ length: 300 }, (_, at) => `ATTENDEE;CN=Guest ${at}:mailto:g${at}@e.org`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//Test//EN',
    ...['BEGIN:VEVENT', 'UID:review', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Review', `DTSTART:${day}T100000Z`, `DTEND:${day}T110000Z`],
    'ORGANIZER;CN=Eva:mailto:eva@example.org',
    'ATTENDEE;CN=Ada;PARTSTAT=ACCEPTED:mailto:ada@example.org',
    `ATTENDEE;PARTSTAT=DECLINED;CN=${'Name'.repeat(100)}:mailto:long@example.org`,
    'ATTENDEE;CN=עדה:mailto:rtl@example.org',
    ...many,
    'CONFERENCE;VALUE=URI:javascript:alert(1)',
    'X-GOOGLE-CONFERENCE:https://meet.example.org/abc',
    'URL:javascript:alert(2)',
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ];
  const { calendarId } = (await (
    await fetch(`${service.baseUrl}/api/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Made here', date: today, start: '14:00', end: '15:00' }),
    })
  ).json()) as { calendarId: string };
  const imported = await fetch(`${service.baseUrl}/api/calendars/${calendarId}/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'text/calendar' },
    body: lines.join('\r\n'),
  });
  expect(imported.ok).toBe(true);
  await page.setViewportSize({ width: 360, height: 740 });
  await openCalendar(page, service, '?view=day');
  await entry(page, 'Review').click();
  const guests = dialog(page).getByRole('region', { name: '303 guests' });
  await expect(guests.getByRole('listitem').first()).toHaveText(/Eva.*invites/);
  await expect(guests.getByRole('listitem').nth(1)).toHaveText('Adaada@example.orgaccepted');
  await expect(dialog(page).getByRole('link', { name: /Join the call meet\.example\.org/ })).toHaveAttribute(
    'href',
    'https://meet.example.org/abc',
  );
  await expect(dialog(page).locator('a[href^="javascript"]')).toHaveCount(0);
  expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expectAccessible(page, '.invitation');
  await guests.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect(guests.getByRole('listitem')).toHaveCount(201);
  await expect(guests).toContainText('and 103 more');
  // The focus goes on where the button was.
  await expect(guests.getByRole('listitem').nth(9)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await entry(page, 'Made here').click();
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Made here');
  await expect(dialog(page).getByRole('region', { name: /guest/ })).toHaveCount(0);
});
