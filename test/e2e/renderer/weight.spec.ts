import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

/** What the first screen may weigh, as it is sent. */
const most = 250_000;

test('the first screen is light: its page, scripts and styles weigh less than 250 KB', async ({ service }) => {
  const weigh = async (path: string): Promise<{ readonly size: number; readonly text: string }> => {
    const response = await fetch(service.frontendUrl + path);
    expect(response.status).toBe(200);
    const body = Buffer.from(await response.arrayBuffer());
    return { size: gzipSync(body).length, text: body.toString('utf8') };
  };
  const page = await weigh('/');
  // What it names is fetched at once; the rest comes with the page that needs it.
  const named = [...page.text.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
  // Few files: a request costs more than a small part of a script.
  const scripts = named.filter((path) => path.startsWith('/assets/') && path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.length).toBeLessThanOrEqual(3);
  const sizes = await Promise.all(named.map(async (path) => (await weigh(path)).size));
  // All styles: those that came with a part loaded later would be missing there if the service was away when it was first asked for.
  const styles = (await readdir(join(import.meta.dirname, '../../../dist/renderer/assets'))).filter((name) => name.endsWith('.css'));
  expect(named.filter((path) => path.endsWith('.css'))).toEqual(styles.map((name) => `/assets/${name}`));
  expect(sizes.reduce((sum, size) => sum + size, page.size)).toBeLessThan(most);
});
