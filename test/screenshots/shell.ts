import { today } from '../e2e/renderer/fixtures.ts';
import type { Scene } from './scene.ts';

export const shellScenes: readonly Scene[] = [
  {
    name: 'today',
    prepare: async ({ plan }) => {
      await plan({ title: 'Mira’s birthday', date: today, isAllDay: true, color: 'gold' });
      await plan({ title: 'Stand-up', date: today, start: '09:30', end: '09:45', location: 'Room 2' });
      await plan({
        title: 'Review of the new layout',
        date: today,
        start: '14:00',
        end: '15:00',
        color: '#e4572e',
        location: 'https://meet.example.org/layout',
      });
      await plan({ title: 'Dentist', date: today, start: '17:15', end: '18:00', color: 'teal', location: 'Bergmannstraße 12' });
    },
    show: async (page) => {
      await page.getByText('Dentist').waitFor();
    },
  },
  {
    name: 'today-palette',
    show: async (page) => {
      await page.getByText('Dentist').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search, or do something…').fill('de');
      await page.getByRole('dialog').getByText('Dentist', { exact: true }).waitFor();
    },
  },
  {
    name: 'today-keys',
    show: async (page) => {
      await page.keyboard.press('Shift+?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'today-missing',
    show: async (page) => {
      await page.evaluate(() => {
        history.pushState(null, '', '/nowhere');
      });
    },
  },
  {
    name: 'capture',
    show: async (page) => {
      await page.evaluate(() => {
        history.pushState(null, '', '/capture');
      });
      await page.getByRole('radio', { name: 'Event' }).check();
      await page.getByLabel('What is going to happen?').fill('Coffee with Ana');
    },
  },
  {
    name: 'capture-above',
    show: async (page) => {
      await page.keyboard.press('q');
      await page.getByRole('dialog').getByRole('radio', { name: 'Note' }).check();
      await page.getByRole('dialog').getByLabel('What is on your mind?').fill('A kite for the retreat');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Inbox' }).waitFor();
    },
  },
  {
    name: 'sign-in',
    show: async (page) => {
      await page.evaluate(() => {
        sessionStorage.clear();
      });
      await page.reload();
      await page.getByRole('button', { name: 'Use a name and a password instead' }).click();
      await page.getByRole('button', { name: 'Sign in' }).click();
    },
  },
];
