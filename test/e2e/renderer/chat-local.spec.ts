// The built-in model, with the real library and a tiny file.

import { join } from 'node:path';
import { truncateSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { freePort, libraryFault, modelFolder } from '../../support/model.ts';
import { tinyGguf, tinyReply } from '../../support/tiny-gguf.ts';
import { expectAccessible } from './axe.ts';
import { answer, ask, openChat } from './chat-fixtures.ts';
import { enter, ownersTest, test, type RunningService } from './fixtures.ts';

const sentence = tinyReply.join('');
/** A model is loaded in a second, or in many on a busy machine. */
const patient = { timeout: 180_000 };

// In one worker: each would start a model once more, only to see whether that can be done here.
test.describe.configure({ mode: 'default' });

// Not at once: Playwright reads this file also where it only counts the tests.
let folder: ReturnType<typeof modelFolder>;
let fault: string | null = null;
test.beforeAll(async () => {
  folder = modelFolder();
  fault = await libraryFault();
});
test.afterAll(() => {
  folder.remove();
});

async function configure(service: RunningService, file: string): Promise<void> {
  await service.send('PUT', '/api/config', { LOCAL_MODEL_PATH: file, LLAMA_SERVER_PORT: String(await freePort()) });
}

/** A desktop window, as far as the page can tell. */
async function pretendWindow(page: Page, { baseUrl, token }: RunningService, file: string | null): Promise<void> {
  await page.addInitScript(
    ({ session, chosen }) => {
      Object.assign(window, {
        daybook: {
          session: () => Promise.resolve(session),
          ...(chosen === null ? {} : { chooseModelFile: () => Promise.resolve(chosen) }),
        },
      });
    },
    { session: { baseUrl, token }, chosen: file },
  );
}

ownersTest(
  'without a model the chat says what to do; with a path the first question starts it, and it can be stopped',
  async ({ page, service }) => {
    test.skip(fault !== null, fault ?? '');
    const file = folder.write('given.gguf');
    await service.send('PUT', '/api/config', { LLAMA_SERVER_PORT: String(await freePort()) });
    await enter(page, service);
    const panel = await openChat(page);
    await expect(panel.getByRole('heading', { name: 'No model can answer yet' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Open the settings' })).toHaveAttribute('href', '/settings/models');
    await expectAccessible(page);
    await ask(panel, 'Anybody there?');
    await expect(answer(panel).getByRole('alert')).toContainText('No model is chosen', patient);
    await panel.getByRole('button', { name: 'New chat' }).click();
    await panel.getByLabel('Model file').fill('/nowhere/at/all.gguf');
    await panel.getByRole('button', { name: 'Use it' }).click();
    await expect(panel.getByRole('alert')).toContainText('LOCAL_MODEL_PATH');
    await panel.getByLabel('Model file').fill(file);
    await panel.getByRole('button', { name: 'Use it' }).click();
    await expect(panel.getByText('Ask something')).toBeVisible();
    await ask(panel, 'Anybody there?');
    await expect(answer(panel)).toContainText(sentence, patient);
    await panel.getByRole('button', { name: 'State of the model ready' }).click(patient);
    await expect(panel.getByText('Ready', { exact: true })).toBeVisible(patient);
    await expect(panel.getByText(/^[\d,]+ MB$/)).toBeVisible();
    await expect(panel.getByText(/tokens\/s$/)).toBeVisible(patient);
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(panel.getByText('Stopped', { exact: true })).toBeVisible(patient);
    await panel.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(panel.getByText('Ready', { exact: true })).toBeVisible(patient);
    await panel.getByRole('button', { name: 'Restart' }).click();
    await expect(panel.getByText('Ready', { exact: true })).toBeVisible(patient);
  },
);

ownersTest('an endless answer is stopped, and the next one comes', async ({ page, service }) => {
  test.skip(fault !== null, fault ?? '');
  await configure(service, folder.write('endless.gguf', { endless: true, contextLength: 8192 }));
  await enter(page, service);
  const panel = await openChat(page);
  await expect(panel.getByText('starts with the first question')).toBeVisible();
  for (const question of ['One', 'Two', 'Three']) {
    await ask(panel, question);
    await expect(answer(panel)).toContainText(sentence.slice(0, 10), patient);
    await panel.getByRole('button', { name: 'Stop', exact: true }).first().click();
    await expect(answer(panel)).toContainText('Stopped', patient);
  }
});

ownersTest('a file that cannot be loaded: the reason, in the chat and in the settings', async ({ page, service }) => {
  const file = join(folder.path, 'cut.gguf');
  writeFileSync(file, tinyGguf());
  await configure(service, file);
  truncateSync(file, 2_000);
  await enter(page, service);
  const panel = await openChat(page);
  await ask(panel, 'Hi');
  await expect(answer(panel).getByRole('alert')).toContainText('cut off', patient);
  await expect(panel.locator('.model-status')).toContainText('Failed', patient);
  await expectAccessible(page);
  await answer(panel).getByRole('link', { name: 'Open the settings' }).click();
  await expect(page.locator('.settings .model-status')).toContainText('cut off', patient);
  await expect(page.locator('.settings .model-status').getByRole('button', { name: 'Start' })).toBeVisible();
  await expectAccessible(page);
});

test('in the desktop window the file is chosen in the system’s dialog', async ({ page, service }) => {
  const file = join(folder.path, 'chosen.gguf');
  writeFileSync(file, tinyGguf());
  await pretendWindow(page, service, file);
  await page.goto(service.frontendUrl);
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  const panel = await openChat(page);
  await expect(panel.getByLabel('Model file')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Choose a model file…' }).click();
  await expect(panel.getByText('Ask something')).toBeVisible();
  const { config } = (await service.send('GET', '/api/config')) as unknown as { config: Record<string, string> };
  expect(config['LOCAL_MODEL_PATH']).toBe(file);
});

test('a desktop window without that dialog has the field for a path', async ({ page, service }) => {
  await pretendWindow(page, service, null);
  await page.goto(service.frontendUrl);
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  await expect((await openChat(page)).getByLabel('Model file')).toBeVisible();
});
