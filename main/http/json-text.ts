// JSON as bytes. A list is written in slices: a hundred thousand records in one go would hold up all other requests.

import * as buffers from 'node:buffer';
import { CooperativeScheduler } from '../lib/cooperative-scheduler.ts';
import { LongList } from '../lib/answer.ts';

/** Absent in a Node that is built without ICU. */
const { transcode }: Partial<typeof buffers> = buffers;

/** Where it matches, V8 holds the text in two bytes a character; elsewhere it finds that out without looking through the text. */
const wide = /[^\0-\xFF]/;

/** Well-formed text in UTF-8. One sign beyond Latin-1 makes a text a wide one, which `Buffer.from` takes three times as long for. */
export function utf8Of(text: string): Buffer {
  return transcode !== undefined && wide.test(text) ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text);
}

/** Lists of more items than this are written in slices of this size. */
const longList = 1_000;
const itemsAtOnce = 150;
const comma = 0x2c;

type List = { readonly items: readonly unknown[] };

/** Whether `value` is a list that is too long to be written in one go. */
export function isLongList(value: unknown): value is List | LongList<List> {
  if (value instanceof LongList) return true;
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && value.items.length > longList;
}

/** The bytes that `JSON.stringify` gives, in pieces of one slice each; of a `LongList` with `items` first. */
export async function listPieces(list: List | LongList<List>): Promise<Uint8Array[]> {
  return list instanceof LongList ? await piecesOfSlices(list) : await piecesOfArray(list);
}

/** The items of one slice, with what separates them from those before. Copying the text without its brackets would cost as much again. */
function pieceOf(items: readonly unknown[] | Uint8Array, isFirst: boolean): Uint8Array {
  const slice = items instanceof Uint8Array ? items : utf8Of(JSON.stringify(items));
  if (!isFirst) slice[0] = comma;
  return slice.subarray(0, -1);
}

async function piecesOfSlices(list: LongList<List>): Promise<Uint8Array[]> {
  const scheduler = new CooperativeScheduler();
  const pieces: Uint8Array[] = [Buffer.from('{"items":')];
  const slices = list.read();
  for (;;) {
    const { done, value } = await slices.next();
    if (done === true) {
      // `{}` without its beginning: there is something before it.
      const rest = JSON.stringify(value).slice(1);
      pieces.push(Buffer.from(`${pieces.length === 1 ? '[' : ''}]${rest === '}' ? '' : ','}${rest}`));
      return pieces;
    }
    if (value.length > 0) pieces.push(pieceOf(value, pieces.length === 1));
    await scheduler.yieldIfDue();
  }
}

async function piecesOfArray(list: List): Promise<Uint8Array[]> {
  const scheduler = new CooperativeScheduler();
  const pieces: Uint8Array[] = [];
  let separator = '{';
  for (const [name, value] of Object.entries(list)) {
    const text = name === 'items' ? '' : JSON.stringify(value);
    if (text === undefined) continue;
    pieces.push(Buffer.from(`${separator}${JSON.stringify(name)}:${text}`));
    separator = ',';
    if (name !== 'items') continue;
    for (let at = 0; at < list.items.length; at += itemsAtOnce) {
      pieces.push(pieceOf(list.items.slice(at, at + itemsAtOnce), at === 0));
      await scheduler.yieldIfDue();
    }
    pieces.push(Buffer.from(list.items.length === 0 ? '[]' : ']'));
  }
  pieces.push(Buffer.from('}'));
  return pieces;
}
