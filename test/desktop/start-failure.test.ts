import Sqlite from 'better-sqlite3';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';
import type { Page } from 'playwright';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { choicesFor } from '../../main/desktop/start-choices.ts';
import { startService } from '../../main/service.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { Backups } from '../../main/storage/backups.ts';
import { answerNow, openBoxes } from '../doubles/shell.ts';
import { control } from '../doubles/electron.ts';
import { filesIn } from '../support/new-database.ts';
import { full } from '../support/tiers.ts';
import { cleanUp, launch, newAppData, quit } from './launch.ts';

const taken: Server[] = [];

afterEach(async () => {
  await quit();
  for (const server of taken.splice(0)) server.close();
});
afterAll(cleanUp);

/** A port that another program has. */
async function takenPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  taken.push(server);
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

/** A data directory with a note of this title, and with a backup of that unless it is to have none. */
async function dataWithBackup(title: string, hasBackup = true): Promise<{ appData: string; dataDir: string }> {
  const { appData, api, dataDir } = await launch();
  await api('POST', '/api/notes', { title });
  if (hasBackup) await api('POST', '/api/backups');
  await quit();
  return { appData, dataDir };
}

const damage = (dataDir: string): void => {
  writeFileSync(join(dataDir, 'daybook.db'), 'this is no database, but it is long enough to be looked at'.repeat(200));
};

test.each([
  [true, 'Backups are in the settings, under “Data”.'],
  [false, 'There is no backup.'],
])('a database that lacks its newest changes is used, and a box says so; with a backup: %s', full, async (hasBackup, advice) => {
  const { appData, dataDir } = await dataWithBackup('then', hasBackup);
  // What a kill leaves, had its log been lost.
  writeFileSync(join(dataDir, 'daybook.db-mark'), '100000\n');
  await launch({ appData, machine: { answers: ['OK'] } });
  await expect
    .poll(() => control.state.messageBoxes)
    .toMatchObject([
      {
        type: 'warning',
        message: 'The newest changes are missing',
        detail: expect.stringContaining('number 100000 was written') as string,
      },
    ]);
  const { detail } = control.state.messageBoxes[0] ?? {};
  expect(detail).toMatch(/ Daybook goes on with what is left\.\n\n/);
  expect(detail?.slice(detail.indexOf('\n\n') + 2)).toBe(advice);
});

test('damage that is found while the app runs is told in a box, once', full, async () => {
  const { appData, dataDir } = await dataWithBackup('then');
  const file = join(dataDir, 'daybook.db');
  const connection = new Sqlite(file);
  // What no start reads.
  const page = connection.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'card_search'").pluck().get() ?? 0;
  connection.close();
  writeFileSync(file, readFileSync(file).fill(0xa5, 4096 * (page - 1), 4096 * page));
  const { api } = await launch({ appData, machine: { answers: ['OK'] } });
  for (let time = 0; time < 2; time++) await api('POST', '/api/backups').catch(() => undefined);
  expect(control.state.messageBoxes).toMatchObject([
    {
      type: 'warning',
      message: 'The database is damaged',
      detail: expect.stringMatching(/ Daybook\.\n\nBackups are in the settings/) as string,
    },
  ]);
});

test.each([
  ['port', true, ['other-port', 'retry', 'quit']],
  ['in-use', true, ['retry', 'open-folder', 'quit']],
  ['database', true, ['restore', 'open-folder', 'quit']],
  ['database', false, ['open-folder', 'quit']],
  ['newer', true, ['open-folder', 'quit']],
  ['other', true, ['retry', 'open-folder', 'quit']],
] as const)('%s, with a backup: %s', (obstacle, hasBackup, choices) => {
  expect(choicesFor(obstacle, hasBackup)).toEqual(choices);
});

describe('a port that another program has', () => {
  test.each(['PORT', 'FRONTEND_PORT'])('%s: another one is used for this run, and nothing is written', full, async (key) => {
    const port = await takenPort();
    const { dataDir, service, page } = await launch({ environment: { [key]: port }, machine: { answers: ['Use Another Port This Time'] } });
    expect(control.state.messageBoxes).toMatchObject([
      { message: 'Daybook could not start', detail: expect.stringContaining(`Port ${port}`) as string },
    ]);
    expect([service().baseUrl, service().frontendUrl].map((url) => new URL(url).port)).not.toContain(port);
    expect(await (await page()).locator('p').textContent()).toBe('Here');
    expect(readFileSync(join(dataDir, '.env'), 'utf8')).not.toContain('PORT');
  });

  test('once it is free, trying again starts', async () => {
    const port = await takenPort();
    const starting = launch({ environment: { PORT: port }, machine: { answers: ['wait'] } });
    await expect.poll(openBoxes).toBe(1);
    await new Promise((resolve) => {
      taken.splice(0)[0]?.close(resolve);
    });
    answerNow('Try Again');
    expect(new URL((await starting).service().baseUrl).port).toBe(port);
  });

  test('giving up ends the program with 1', async () => {
    await launch({ environment: { PORT: await takenPort() }, machine: { answers: ['Quit'] } });
    expect(control.state.exitCode).toBe(1);
    expect(control.state.errorBoxes).toEqual([]);
  });

  test('a signal ends the program while it is asking', async () => {
    const starting = launch({ environment: { PORT: await takenPort() }, machine: { answers: ['wait'] } });
    await expect.poll(openBoxes).toBe(1);
    app.quit();
    expect(await control.exited()).toBe(0);
    await starting;
    expect(openBoxes()).toBe(0);
    expect(control.state.messageBoxes).toHaveLength(1);
  });
});

describe('a database that is damaged', () => {
  test('the newest backup is restored, what was there is kept, and the app starts', full, async () => {
    const { appData, dataDir } = await dataWithBackup('Kept in the backup');
    damage(dataDir);
    const { api } = await launch({ appData, machine: { answers: ['Open the Data Folder', 'Restore the Backup…'] } });
    expect(control.state.openedPaths).toEqual([dataDir]);
    expect(control.state.messageBoxes).toHaveLength(2);
    expect(control.state.messageBoxes[0]?.detail).toContain('it is not an SQLite file');
    // What helps at a command line is no help here.
    expect(control.state.messageBoxes[0]?.detail).not.toContain('npm run');
    expect(await api('GET', '/api/notes')).toMatchObject({ items: [{ title: 'Kept in the backup' }] });
    const replaced = readdirSync(join(dataDir, 'backups')).find((name) => name.startsWith('replaced-'));
    expect(readFileSync(join(dataDir, 'backups', replaced ?? '', 'daybook.db'), 'utf8')).toContain('this is no database');
  });

  test('a backup that is of no use is told, and not offered again', full, async () => {
    const { appData, dataDir } = await dataWithBackup('Lost');
    damage(dataDir);
    for (const name of readdirSync(join(dataDir, 'backups')).filter((entry) => entry.endsWith('.db')))
      writeFileSync(join(dataDir, 'backups', name), 'no backup either');
    await launch({ appData, machine: { answers: ['Restore the Backup…', 'Quit'] } });
    const [first, second] = control.state.messageBoxes;
    expect(first?.buttons?.[0]).toMatch(/^Restore the Backup of /);
    expect(second?.detail).toMatch(/^The backup .* is damaged/);
    expect(second?.buttons).toEqual(['Open the Data Folder', 'Quit']);
    expect(control.state.exitCode).toBe(1);
    expect(readFileSync(join(dataDir, 'daybook.db'), 'utf8')).toContain('this is no database');
  });
});

describe('a database that is damaged, with an encrypted backup', () => {
  const words = 'correct horse battery & "staple"';

  async function encryptedBackup(): Promise<{ appData: string; dataDir: string }> {
    const { appData, dataDir } = await dataWithBackup('Kept and encrypted');
    const folder = join(dataDir, 'backups');
    for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.db'))) rmSync(join(folder, name));
    const log = { info: () => undefined, error: () => undefined };
    // Guessing the passphrase of this one takes little work, and so does opening it.
    const backups = new Backups({
      ...{ dataDir, files: () => filesIn(dataDir), clock: systemClock, log },
      ...{ passphrase: () => words, passphraseCost: 10 },
    });
    await backups.make();
    await backups.stop();
    damage(dataDir);
    return { appData, dataDir };
  }

  /** The page that asks, once it is there. */
  async function question(): Promise<Page> {
    const asks = async (window: BrowserWindow): Promise<boolean> =>
      (await (await control.page(window)).title().catch(() => '')) === 'Passphrase of the Backup';
    let found: Page | null = null;
    await expect
      .poll(async () => {
        for (const window of BrowserWindow.getAllWindows()) if (await asks(window)) found = await control.page(window);
        return found;
      })
      .not.toBeNull();
    if (found === null) throw new Error('nothing is asked');
    return found;
  }

  test('its passphrase is asked for; another one is told, and the right one restores', full, async () => {
    const { appData } = await encryptedBackup();
    const starting = launch({
      appData,
      environment: { BACKUP_PASSPHRASE: 'what is set now' },
      machine: { answers: ['Restore the Backup…'] },
    });
    const first = await question();
    await expect.poll(() => first.locator('h1').textContent()).toBe('This backup is encrypted');
    expect(await first.getByRole('alert').textContent()).toBe('');
    await first.getByLabel('Passphrase').fill('another');
    await first.getByLabel('Passphrase').press('Enter');
    await expect.poll(() => first.isClosed()).toBe(true);
    const second = await question();
    expect(await second.getByRole('alert').textContent()).toBe('That is not its passphrase.');
    await second.getByLabel('Passphrase').fill(words);
    await second.getByRole('button', { name: 'Restore' }).click();
    const { api } = await starting;
    expect(await api('GET', '/api/notes')).toMatchObject({ items: [{ title: 'Kept and encrypted' }] });
    expect(control.state.pageErrors).toEqual([]);
  });

  test('closed without one, the backup is offered again, and nothing has changed', full, async () => {
    const { appData, dataDir } = await encryptedBackup();
    const starting = launch({ appData, machine: { answers: ['Restore the Backup…', 'Quit'] } });
    await (await question()).getByRole('button', { name: 'Cancel' }).click();
    await starting;
    const [first, second] = control.state.messageBoxes;
    expect(second?.detail).toContain('passphrase');
    expect(second?.buttons).toEqual(first?.buttons);
    expect(control.state.exitCode).toBe(1);
    expect(readFileSync(join(dataDir, 'daybook.db'), 'utf8')).toContain('this is no database');
  });
});

test('a database of a newer version is left alone, and no backup is offered', full, async () => {
  const { appData, dataDir } = await dataWithBackup('From the future');
  const database = new Sqlite(join(dataDir, 'daybook.db'));
  database.pragma('user_version = 9999');
  database.close();
  await launch({ appData });
  expect(control.state.messageBoxes).toMatchObject([
    { detail: expect.stringContaining('newer version') as string, buttons: ['Open the Data Folder', 'Quit'] },
  ]);
  expect(control.state.exitCode).toBe(1);
});

test('a fault of our own is told as well, and can be tried again', full, async () => {
  let tries = 0;
  const { page } = await launch({
    machine: { answers: ['Try Again'] },
    start: (host) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('a fault')) : startService(host);
    },
  });
  expect(control.state.messageBoxes).toMatchObject([{ detail: 'a fault' }]);
  expect(await (await page()).locator('p').textContent()).toBe('Here');
});

test('a page that cannot be loaded is told, the service stopped, and the program ends with 1', async () => {
  const appData = newAppData();
  mkdirSync(join(appData, 'Daybook'), { recursive: true });
  await launch({
    appData,
    start: async (host) => {
      const service = await startService(host);
      // Nothing listens there.
      return { ...service, token: () => service.token(), frontendUrl: 'http://localhost:9', stop: () => service.stop() };
    },
  });
  expect(control.state.errorBoxes).toMatchObject([{ title: 'Daybook could not start' }]);
  expect(control.state.exitCode).toBe(1);
});
