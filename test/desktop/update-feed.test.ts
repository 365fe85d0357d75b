// Updates with the real library, from a feed such as electron-builder writes: an AppImage on Linux, for that is the one that needs no
// system around it.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { full } from '../support/tiers.ts';
import { cleanEnvironment } from '../support/process.ts';

const name = 'daybook-0.2.0-linux-x86_64.AppImage';
const program = Buffer.from('a newer program '.repeat(2000));
const hashOf = (content: Buffer): string => createHash('sha512').update(content).digest('base64');

let folder: string;
let feed: string;
let asked: string[];
const server = createServer((request, response) => {
  const path = (request.url ?? '').replace(/\?.*/, '');
  asked.push(`${String(request.headers['x-address'])}${path}`);
  if (path === '/daybook/latest-linux.yml' && feed !== '') response.end(feed);
  else if (path === `/daybook/${name}`) response.setHeader('Content-Length', program.length).end(program);
  else response.writeHead(404, 'Not Found').end();
});

beforeEach(async (context) => {
  if (process.platform !== 'linux') context.skip('an AppImage is for Linux');
  folder = mkdtempSync(join(tmpdir(), 'daybook-updates-'));
  asked = [];
  feed = feedOf('0.2.0', hashOf(program));
  // As electron-builder puts it beside the archive, see publish in electron-builder.yml.
  writeFileSync(
    join(folder, 'app-update.yml'),
    'provider: generic\nurl: https://updates.example.invalid\nupdaterCacheDirName: daybook-updater\n',
  );
  if (!server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => {
  server.close();
});

function feedOf(version: string, sha512: string): string {
  return `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${program.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-22T00:00:00.000Z'\n`;
}

/** What two checks, one after the other, have said. */
async function check(
  environment: Readonly<Record<string, string>> = { APPIMAGE: join(folder, 'daybook.AppImage') },
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../support/update-run.ts')], {
    env: cleanEnvironment({
      UPDATE_FOLDER: folder,
      FEED_PORT: String((server.address() as AddressInfo).port),
      XDG_CACHE_HOME: join(folder, 'cache'),
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(0);
  return said.split('\n').filter((line) => line !== '');
}

test('a newer version is fetched once from the address that was chosen, and from no other', full, async () => {
  expect(await check()).toEqual(['ready 0.2.0']);
  expect(asked).toEqual(['latest-linux.yml', name, 'latest-linux.yml'].map((file) => `https://feed.example/daybook/${file}`));
  expect(readFileSync(join(folder, 'cache/daybook-updater/pending', name))).toEqual(program);
});

test('the same version is left where it is', full, async () => {
  feed = feedOf('0.1.0', hashOf(program));
  expect(await check()).toEqual([]);
  expect(asked.some((address) => address.endsWith(name))).toBe(false);
});

test('a program that is not what the feed says is not taken', full, async () => {
  feed = feedOf('0.2.0', hashOf(Buffer.from('another program')));
  expect(await check()).toEqual(
    [0, 1].map(() => expect.stringMatching(/^No update could be fetched: sha512 checksum mismatch/) as unknown),
  );
});

test('a feed that is not there is one line', full, async () => {
  feed = '';
  const [line = '', second] = await check();
  expect(line).toMatch(/^No update could be fetched: .*latest-linux\.yml/);
  expect(second).toBe(line);
});

test('installed by a package manager, Daybook leaves updates to it', full, async () => {
  expect(await check({})).toEqual([]);
  expect(asked).toEqual([]);
});
