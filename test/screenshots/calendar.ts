import type { Page } from '@playwright/test';
import { pointAt } from '../e2e/renderer/calendar-fixtures.ts';
import type { RunningService } from '../e2e/renderer/fixtures.ts';
import type { Scene } from './scene.ts';

const plans: readonly object[] = [
  { title: 'Conference in Lisbon', startDate: '2026-11-11', endDate: '2026-11-14', isAllDay: true, color: 'teal', location: 'Lisbon' },
  { title: 'Holiday', startDate: '2026-11-27', endDate: '2026-12-01', isAllDay: true, color: 'seagreen' },
  { title: 'Planning', date: '2026-11-16', start: '10:00', end: '11:30', color: 'royalblue', location: 'Room 1' },
  { title: 'Lunch with Ana', date: '2026-11-17', start: '12:30', end: '13:30', color: 'darkorange', location: 'Café Morgen' },
  { title: 'Write the report', date: '2026-11-18', start: '09:00', end: '12:00', color: 'slategray' },
  { title: 'Interview', date: '2026-11-18', start: '10:30', end: '11:15', color: 'crimson' },
  {
    title: 'Call with the Tokyo team',
    startTime: '2026-11-19T17:00',
    endTime: '2026-11-19T18:00',
    timeZone: 'Asia/Tokyo',
    color: 'hotpink',
    location: 'https://meet.example.org/tokyo',
  },
  { title: 'Swimming', date: '2026-11-19', start: '18:00', end: '19:30', color: '#0ea5e9' },
  { title: 'Night train', startTime: '2026-11-21T20:15', endTime: '2026-11-22T07:40', color: 'indigo' },
  { title: 'Concert', date: '2026-11-06', start: '20:00', end: '22:30', color: 'goldenrod' },
  { title: 'Snow white', date: '2026-11-24', isAllDay: true, color: 'white' },
  { title: 'Midnight black', date: '2026-11-25', isAllDay: true, color: 'black' },
  { title: 'Anna is in charge of the phone', date: '2026-11-20', isAllDay: true, color: 'gold' },
  { title: 'Weekly numbers', date: '2026-11-20', start: '08:30', end: '08:45', location: 'Room 3' },
  { title: 'Workshop', date: '2026-11-20', start: '10:00', end: '12:00', color: '#e4572e', location: 'https://meet.example.org/layout' },
  {
    title: 'Interview: a candidate with a name that is rather long for so narrow a column',
    date: '2026-11-20',
    start: '10:30',
    end: '11:30',
    color: 'purple',
  },
  { title: 'Coffee', date: '2026-11-20', start: '11:00', end: '11:30', color: 'saddlebrown' },
  { title: 'Choir', date: '2026-11-20', start: '20:30', end: '22:00', color: 'purple', recurrence: { rrule: 'FREQ=WEEKLY' } },
  { title: 'Haircut', date: '2026-11-20', start: '19:15', end: '20:00', color: 'teal', location: 'Bergmannstraße 12' },
  {
    title: 'Call with the team in San Francisco',
    startTime: '2026-11-20T09:00',
    endTime: '2026-11-20T09:30',
    timeZone: 'America/Los_Angeles',
    color: 'seagreen',
  },
];

async function prepare({ plan, send }: RunningService): Promise<void> {
  for (const event of plans) await plan(event);
  const { id: columnId } = await send('POST', '/api/columns', { title: 'Next', projectId: 'Garden' });
  await send('POST', '/api/cards', { title: 'Order seeds', columnId, dueDate: '2026-11-19' });
  const { id } = await send('POST', '/api/cards', { title: 'Book the tickets', columnId, dueDate: '2026-11-17T09:00:00' });
  await send('PUT', `/api/cards/${id}`, { completedAt: '2026-11-17T09:30:00Z' });
}

/** A narrow screen shows three days in place of the week. */
async function open(page: Page, view: string): Promise<void> {
  await page.getByRole('link', { name: 'Calendar' }).click();
  const button = page.getByRole('button', { name: view, exact: true });
  await (view === 'Week' ? button.or(page.getByRole('button', { name: 'Days', exact: true })) : button).click();
  await page.locator('.cal-event').filter({ visible: true }).first().waitFor();
}

export const calendarScenes: readonly Scene[] = [
  { name: 'calendar-month', prepare, show: (page) => open(page, 'Month') },
  { name: 'calendar-week', show: (page) => open(page, 'Week') },
  {
    name: 'calendar-day',
    show: async (page) => {
      await open(page, 'Week');
      await page.getByRole('button', { name: 'Day', exact: true }).click();
      await page.locator('.cal-event').first().waitFor();
    },
  },
  { name: 'calendar-list', show: (page) => open(page, 'List') },
  {
    name: 'calendar-event',
    show: async (page) => {
      await open(page, 'List');
      await page.getByText('Night train').first().click();
      await page.getByRole('dialog').getByLabel('Title').waitFor();
    },
  },
  {
    name: 'calendar-new',
    show: async (page) => {
      await open(page, 'Month');
      await page.keyboard.press('c');
      await page.getByRole('dialog').getByLabel('Title').waitFor();
      await page.getByRole('button', { name: 'Create event' }).click();
    },
  },
  {
    name: 'calendar-menu',
    show: async (page) => {
      await open(page, 'Week');
      await page.locator('.cal-event', { hasText: 'Workshop' }).first().focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    },
  },
  {
    name: 'calendar-scope',
    show: async (page) => {
      await open(page, 'List');
      await page.getByText('Choir').first().click();
      const title = page.getByRole('dialog').getByLabel('Title');
      await title.fill('Choir, upstairs');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'calendar-layers',
    show: async (page) => {
      await open(page, 'Week');
      const add = page.getByRole('button', { name: 'Add a calendar' });
      if (!(await add.isVisible())) {
        await page.getByRole('button', { name: 'More for the calendar' }).click();
        await page.getByRole('menuitem', { name: 'Show calendars' }).click();
      }
      await add.click();
      await page.getByRole('menuitem', { name: 'New calendar…' }).waitFor();
    },
  },
  // The last one: what is typed here is in the next new event.
  {
    name: 'calendar-quick',
    show: async (page) => {
      await open(page, 'Week');
      const slot = await pointAt(page, '2026-11-21', 13);
      await page.mouse.click(slot.x, slot.y);
      await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('lunch with Eva next friday 12:30 every week');
      await page.getByRole('list', { name: 'Understood from the title' }).waitFor();
    },
  },
];
