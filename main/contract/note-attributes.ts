// What attributes of nodes and marks may hold. Each check throws a RangeError, as ProseMirror expects of `validate`.

import MarkdownIt from 'markdown-it';
import type { Attrs } from 'prosemirror-model';
import { longerThan } from './text.ts';

/** A node or mark, as far as its attributes go. */
export interface Attributed {
  readonly attrs: Readonly<Record<string, string | number | boolean | null>>;
}

/** An element that is being parsed. The contract knows no DOM, so it is looked at as this. */
interface ParsedElement {
  getAttribute(name: string): string | null;
}

/** The text as a note can hold it: without U+0000 and without halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '');
}

/** Reads the attributes of a node or mark from those of an element, as far as text can be held; false: the element is none. */
export function parsedAttributes(read: (get: (name: string) => string | null) => Attrs | false): (element: unknown) => Attrs | false {
  return (element) =>
    read((name) => {
      const value = (element as ParsedElement).getAttribute(name);
      return value === null ? null : storable(value);
    });
}

/** Of the title of a note, in characters. */
export const maxTitle = 500;

const markdown = new MarkdownIt();

/**
 * What browsers leave out of an address before they read its scheme, by the URL standard: control characters and blanks at its beginning,
 * ends of lines and tabs anywhere.
 */
function asRead(target: string): string {
  let from = 0;
  while (from < target.length && target.charCodeAt(from) <= 0x20) from++;
  return target.slice(from).replace(/[\t\n\r]/g, '');
}

/** Whether links and images may lead there: no scripts, no files of this machine, no data but pictures. */
export function isSafeTarget(target: string): boolean {
  return markdown.validateLink(asRead(target));
}

/** Text that a file and a database can give back: well-formed Unicode without U+0000. */
export function checkText(value: unknown): void {
  if (typeof value !== 'string') throw new RangeError('must be a string');
  if (!value.isWellFormed()) throw new RangeError('must be well-formed Unicode');
  if (value.includes('\0')) throw new RangeError('must not hold a NUL character');
}

export function checkOneLine(value: unknown): void {
  checkText(value);
  if (/[\r\n]/.test(value as string)) throw new RangeError('must be a single line');
}

/** The title of a note, by the same rules as `title` in requests. */
export function checkTitle(value: unknown): void {
  checkText(value);
  const title = value as string;
  if (title.trim() === '') throw new RangeError('title must not be empty');
  if (longerThan(title, maxTitle)) throw new RangeError(`title must be at most ${maxTitle} characters`);
}

export function safeTarget(value: unknown): void {
  checkText(value);
  if (!isSafeTarget(value as string)) throw new RangeError('must not lead to a script or a file');
}

export function optional(check: (value: unknown) => void): (value: unknown) => void {
  return (value) => {
    if (value !== null) check(value);
  };
}

export function checkOneOf(...values: readonly unknown[]): (value: unknown) => void {
  return (value) => {
    if (!values.includes(value)) throw new RangeError(`must be one of ${values.map((each) => JSON.stringify(each)).join(', ')}`);
  };
}

/** A whole number from `min` to `max`. */
export function count(min: number, max: number): (value: unknown) => void {
  return (value) => {
    if (!(Number.isInteger(value) && (value as number) >= min && (value as number) <= max))
      throw new RangeError(`must be a whole number from ${min} to ${max}`);
  };
}

/** `"true"` and `"false"` as such; anything else is null. */
export function isTrue(value: string | null): boolean | null {
  return value === 'true' ? true : value === 'false' ? false : null;
}
