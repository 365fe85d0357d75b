// JSON as bytes. A list is written in slices: a hundred thousand records in one go would hold up all other requests, and so would a
// thousand with long texts.

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

/** Lists of more items than this, or of more characters of text, are written in slices. */
const longList = 1_000;
const longText = 512 * 1024;
/** A slice ends after this many items, and after the one with which they have this many characters. */
const itemsAtOnce = 150;
const charactersAtOnce = 256 * 1024;
const comma = 0x2c;

type List = { readonly items: readonly unknown[] };

/** Whether `value` is a list. */
export function isJsonList(value: unknown): value is List | LongList<List> {
  return value instanceof LongList || (typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items));
}

/** Whether a plain value has so much text that it is not to be written in one go. */
export function hasLongText(value: unknown): boolean {
  return textLength(value) > longText;
}

/** What `JSON.stringify` gives of a list; null for one that is to be written in slices. */
export function maybeListText(list: List | LongList<List>): string | null {
  return list instanceof LongList || list.items.length > longList || hasLongText(list) ? null : JSON.stringify(list);
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

/**
 * How many characters the strings in a plain value have. Names are looked up one by one: `Object.values` takes four times as long, and a
 * call for each value twice.
 */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      if (typeof item === 'string') length += item.length;
      else if (typeof item === 'object' && item !== null) length += textLength(item);
    }
    return length;
  }
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof member === 'string') length += member.length;
    else if (typeof member === 'object' && member !== null) length += textLength(member);
  }
  return length;
}

/** The items in slices each of which is written in one go. */
function* slicesOf(items: readonly unknown[]): Generator<readonly unknown[]> {
  let [from, length] = [0, 0];
  for (const [at, item] of items.entries()) {
    length += textLength(item);
    if (at + 1 - from < itemsAtOnce && length < charactersAtOnce) continue;
    yield items.slice(from, at + 1);
    [from, length] = [at + 1, 0];
  }
  if (from < items.length) yield items.slice(from);
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
    for (const slice of value instanceof Uint8Array ? [value] : slicesOf(value)) {
      if (slice.length > 0) pieces.push(pieceOf(slice, pieces.length === 1));
      await scheduler.yieldIfDue();
    }
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
    let isFirst = true;
    for (const slice of slicesOf(list.items)) {
      pieces.push(pieceOf(slice, isFirst));
      isFirst = false;
      await scheduler.yieldIfDue();
    }
    pieces.push(Buffer.from(isFirst ? '[]' : ']'));
  }
  pieces.push(Buffer.from('}'));
  return pieces;
}
