// Writes a list as JSON in slices: a hundred thousand records in one go would hold everybody up.

import { CooperativeScheduler } from '../lib/cooperative-scheduler.ts';

/** Lists of more items than this are written in slices of this size. */
const longList = 1_000;
const itemsAtOnce = 200;

/** Whether `value` is a list that is too long to be written in one go. */
export function isLongList(value: unknown): value is { readonly items: readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && value.items.length > longList;
}

/** The same bytes as those of `JSON.stringify`. */
export async function listBytes(list: { readonly items: readonly unknown[] }): Promise<Buffer> {
  const scheduler = new CooperativeScheduler();
  const parts: Buffer[] = [];
  let separator = '{';
  for (const [name, value] of Object.entries(list)) {
    const text = name === 'items' ? '[' : JSON.stringify(value);
    if (text === undefined) continue;
    parts.push(Buffer.from(`${separator}${JSON.stringify(name)}:${text}`));
    separator = ',';
    if (name !== 'items') continue;
    for (let at = 0; at < list.items.length; at += itemsAtOnce) {
      const some = JSON.stringify(list.items.slice(at, at + itemsAtOnce));
      parts.push(Buffer.from(`${at === 0 ? '' : ','}${some.slice(1, -1)}`));
      await scheduler.yieldIfDue();
    }
    parts.push(Buffer.from(']'));
  }
  parts.push(Buffer.from('}'));
  return Buffer.concat(parts);
}
