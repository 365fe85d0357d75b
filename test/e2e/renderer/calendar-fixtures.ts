// What the tests of the calendar do over and over.

import { expect, type Locator, type Page } from '@playwright/test';
import { enter, visit, type RunningService } from './fixtures.ts';

export interface Stored {
  readonly id: string;
  readonly occurrenceId: string;
  readonly calendarId: string;
  readonly title: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly isAllDay: boolean;
  readonly timeZone: string;
  readonly color: string;
  readonly location: string | null;
  readonly description: string | null;
}

/** All events, or those of a range, as the service has them. */
export async function stored({ baseUrl, token }: RunningService, query = ''): Promise<readonly Stored[]> {
  const response = await fetch(`${baseUrl}/api/events${query}`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await response.json()) as { items: Stored[] }).items;
}

/** When the only event takes place, as the service has it. */
export async function times(service: RunningService): Promise<string> {
  return textOf((await stored(service))[0]);
}

const textOf = (event: Stored | undefined): string =>
  event === undefined ? 'none' : `${event.startTime} ${event.endTime}${event.isAllDay ? ' all day' : ''}`;

export async function openCalendar(page: Page, service: RunningService, query = ''): Promise<void> {
  await enter(page, service, `/calendar${query}`);
  await page.locator('.cal-view').waitFor();
}

/** From a page that is inside, as by a link; waits until the view of this name, as in “Week”, is the one that is shown. */
export async function visitCalendar(page: Page, query: string, view: string): Promise<void> {
  await visit(page, `/calendar${query}`);
  await expect(page.getByRole('button', { name: view, exact: true })).toHaveAttribute('aria-pressed', 'true');
}

export const entry = (page: Page, title: string): Locator => page.locator('.cal-event', { hasText: title });
/** A dialog; messages, which are dialogs to those who hear the page, are none. */
export const dialog = (page: Page): Locator => page.locator('[role=dialog]:not(.toast)');
// Behind a dialog it has no role.
export const heading = (page: Page): Locator => page.locator('h1');
export const dayCell = (page: Page, day: string): Locator => page.locator(`.cal-day[data-date="${day}"]`);

/** Drags with the mouse, as a hand does: not in one leap. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 3, from.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where something is, once it stands still. What is drawn anew meanwhile is looked for again. Nothing is scrolled: a `hover` that meets
 * something else at its point scrolls the hours to make it seen.
 */
export async function boxOf(locator: Locator): Promise<Box> {
  for (;;) {
    const [before, after] = await locator.evaluate(async (element) => {
      const box = (): Box => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
      };
      const frame = (): Promise<Box> => new Promise((resolve) => requestAnimationFrame(() => resolve(box())));
      return [await frame(), await frame()] as const;
    });
    if (after.width > 0 && Object.entries(after).every(([name, value]) => before[name as keyof Box] === value)) return after;
  }
}

export const middle = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** The point of a time in the columns of hours. */
export async function pointAt(page: Page, day: string, hours: number): Promise<{ x: number; y: number }> {
  const lane = await page.locator(`.cal-day[data-date="${day}"]`).last().boundingBox();
  if (lane === null) throw new Error('The day is not shown');
  return { x: lane.x + lane.width / 2, y: lane.y + (lane.height * hours) / 24 + 2 };
}
