import type { Page } from '@playwright/test';
import type { RunningService } from '../e2e/renderer/fixtures.ts';
import type { Scene } from './scene.ts';

async function prepare({ send }: RunningService): Promise<void> {
  await send('PUT', '/api/config', {
    AI_PROFILE: 'openai',
    AI_OPENAI_BASE_URL: 'https://api.example.com/v1',
    AI_OPENAI_API_KEY: 'sk-example',
    AI_OPENAI_MODEL: 'large',
    AI_LOCAL_BASE_URL: 'http://localhost:11434/v1',
    PORT: '9716',
    SOLO_MODE: 'false',
  });
  await send('POST', '/api/users', { username: 'Mira', password: 'a long password' });
  await send('POST', '/api/backups');
}

async function open(page: Page, part: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: part }).click();
  await page.getByRole('heading', { level: 2, name: part }).waitFor();
}

export const settingsScenes: readonly Scene[] = [
  { name: 'settings-look', prepare, show: (page) => open(page, 'Appearance') },
  { name: 'settings-calendar', show: (page) => open(page, 'Calendar') },
  {
    name: 'settings-models',
    show: async (page) => {
      await open(page, 'Models');
      await page.getByLabel('Model', { exact: true }).first().fill('larger');
    },
  },
  {
    name: 'settings-access',
    show: async (page) => {
      await open(page, 'Access');
      await page.getByText('Mira').waitFor();
    },
  },
  {
    name: 'settings-service',
    show: async (page) => {
      await open(page, 'Service');
      await page.getByLabel('Port of the page').fill('80000');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('It must be a port number').waitFor();
    },
  },
  {
    name: 'settings-data',
    show: async (page) => {
      await open(page, 'Data');
      await page.getByText('Files of cards and notes').waitFor();
    },
  },
  {
    name: 'settings-about',
    show: async (page) => {
      await open(page, 'About');
      await page.getByText('react-dom').first().waitFor();
    },
  },
];
