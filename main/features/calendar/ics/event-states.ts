// Whether an event takes place, and whether its time is free, as iCalendar says it (RFC 5545, 3.8.1.11 and 3.8.2.7). Pure.

import type { StoredEvent } from '../store.ts';
import { propertyName, ownLines } from './content-lines.ts';

export type States = Pick<StoredEvent, 'isCancelled' | 'isFree'>;

const values = { STATUS: 'CANCELLED', TRANSP: 'TRANSPARENT' } as const;

type Name = keyof typeof values;

/** By the lines of an event, unfolded: what follows a component belongs to that. */
export function statesIn(lines: readonly string[]): States {
  const own = ownLines(lines);
  const says = (name: Name): boolean => own.some((line) => propertyName(line) === name && saysIt(line, name));
  return { isCancelled: says('STATUS'), isFree: says('TRANSP') };
}

/** The lines that an event came with, as long as they say what it is now; else others in their place. */
export function withStates(kept: readonly string[], { isCancelled, isFree }: States): readonly string[] {
  const is = { STATUS: isCancelled, TRANSP: isFree };
  const own = ownLines(kept);
  const stays = (line: string): boolean => {
    const name = propertyName(line);
    return !isName(name) || saysIt(line, name) === is[name];
  };
  const standing = own.filter(stays);
  const missing = (['STATUS', 'TRANSP'] as const).filter((name) => is[name] && !standing.some((line) => propertyName(line) === name));
  return [...standing, ...missing.map((name) => `${name}:${values[name]}`), ...kept.slice(own.length)];
}

const isName = (name: string): name is Name => Object.hasOwn(values, name);

/** Neither value has a colon. ical.js, which a start has no use for, is not needed to read one word. */
const saysIt = (line: string, name: Name): boolean =>
  line
    .slice(line.lastIndexOf(':') + 1)
    .trim()
    .toUpperCase() === values[name];
