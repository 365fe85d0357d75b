// How fast the page is, in a real browser against a real service: `npm run build:renderer`, then `node test/bench/page.ts`.
// Says what was measured and under which load; judges nothing.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { enter, startService, type RunningService } from '../e2e/renderer/fixtures.ts';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';

/** About a megabyte of markdown: `prose` as people write, `dense` in short blocks of all kinds. */
function largeNote(kind: 'prose' | 'dense'): string {
  const sentence = 'Some words of a long text that nobody is going to read, with **bold** and _soft_ ones and a `piece` of code. ';
  const part = (index: number): string => {
    const prose = sentence.repeat(kind === 'prose' ? 16 : 1).trim();
    return `## Section ${index}\n\n${prose}\n\n- one\n- [ ] task ${index}\n\n> A quote of section ${index}\n\n\`\`\`js\nconst value = ${index};\n\`\`\`\n\n| a | b |\n| - | - |\n| ${index} | 2 |\n\n`;
  };
  return Array.from({ length: Math.ceil(1_000_000 / part(100).length) }, (_, index) => part(index)).join('');
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number): string => `${Math.round(value)} ms`;

/** Told by the page itself: to ask it from outside happens at intervals of up to half a second. */
async function interactive(page: Page, service: RunningService): Promise<string> {
  const times: number[] = [];
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('#main li a') === null) return;
      watch.disconnect();
      (window as unknown as { listedAt: number }).listedAt = performance.now();
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  for (let run = 0; run < 5; run += 1) {
    await page.goto('about:blank');
    await page.goto(`${service.frontendUrl}/boards#token=${service.token}`);
    await page.locator('#main li a').first().waitFor();
    times.push(await page.evaluate(() => (window as unknown as { listedAt: number }).listedAt));
  }
  return `${round(middle(times))} (${times.map(Math.round).join(', ')})`;
}

/** From the click on the note until its first text is painted; and how long keys take from there to the next frame. */
async function openNote(page: Page, service: RunningService, kind: 'prose' | 'dense'): Promise<string> {
  const { id } = await service.send('POST', '/api/notes', { title: `Large ${kind}`, content: largeNote(kind) });
  const opened: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    await page.goto('about:blank');
    await enter(page, service, '/notes');
    await page.locator(`[data-note="${id}"]`).waitFor();
    opened.push(
      await page.evaluate(async (note) => {
        const began = performance.now();
        document.querySelector<HTMLElement>(`[data-note="${note}"]`)?.click();
        while (document.querySelector('.note-text > p') === null) await new Promise(requestAnimationFrame);
        await new Promise((resolve) => {
          requestAnimationFrame(() => {
            setTimeout(resolve);
          });
        });
        return performance.now() - began;
      }, id),
    );
  }
  await page.locator('.note-text > blockquote').nth(3).click();
  await page.evaluate(() => {
    const keys: number[] = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') keys.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { keys });
  });
  for (let press = 0; press < 40; press += 1) await page.keyboard.type('x', { delay: 30 });
  await page.waitForTimeout(500);
  const slow = await page.evaluate(() => (window as unknown as { keys: number[] }).keys);
  return `opened in ${round(middle(opened))} (${opened.map(Math.round).join(', ')}); of 40 keys ${slow.filter((duration) => duration > 50).length} took over 50 ms, the slowest ${round(Math.max(0, ...slow))}`;
}

/** Scrolls a column of 5,000 cards by the wheel, and looks at the gaps between frames. */
async function scrollBoard(page: Page, service: RunningService): Promise<string> {
  await page.goto('about:blank');
  const { id: columnId } = await service.send('POST', '/api/columns', { title: 'All', projectId: 'Large' });
  for (let made = 0; made < 5_000; made += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        service.send('POST', '/api/cards', { title: `Card ${made + index}, of which there are many`, columnId }),
      ),
    );
  }
  const began = performance.now();
  await enter(page, service, '/boards/Large');
  await page.locator('.card').first().waitFor();
  const shown = performance.now() - began;
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    const frame = (): void => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    (window as unknown as { gaps: number[] }).gaps = gaps;
  });
  await page.locator('.card').nth(2).hover();
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(16);
  }
  const gaps = await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps);
  return `shown in ${round(shown)}; of ${gaps.length} frames while scrolling ${gaps.filter((gap) => gap > 50).length} took over 50 ms, the longest ${round(Math.max(...gaps))}`;
}

const dataDir = await mkdtemp(join(tmpdir(), 'daybook-bench-'));
const service = await startService(dataDir);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs() });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
await service.send('POST', '/api/columns', { title: 'To do', projectId: 'Small' });
console.log(
  `Load: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}`,
);
console.log(`Interactive, from the start of the navigation to the first list: ${await interactive(page, service)}`);
for (const kind of ['prose', 'dense'] as const) console.log(`A note of 1 MB, ${kind}: ${await openNote(page, service, kind)}`);
console.log(`A column of 5,000 cards: ${await scrollBoard(page, service)}`);
console.log(
  `Load: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}`,
);
await browser.close();
await service.kill();
await rm(dataDir, { recursive: true, force: true });
