// Whether a client gets back what it has put. Pure.

import { isDeepStrictEqual } from 'node:util';
import { propertyName, ownProperties, readComponents, type RawComponent } from '../ics/content-lines.ts';

/** Whether the events of two calendars have the same lines, in whatever order. */
export function haveSameEvents(one: string, other: string): boolean {
  return isDeepStrictEqual(eventsIn(one), eventsIn(other));
}

const eventsIn = (text: string): string[] =>
  readComponents(text)
    .filter(({ name }) => name === 'VEVENT')
    .map(inOrder)
    .toSorted();

function inOrder({ name, lines, components }: RawComponent): string {
  // An event without a SEQUENCE has that one.
  const said = lines.filter((line) => !ownProperties.has(propertyName(line)) && line !== 'SEQUENCE:0');
  return [`BEGIN:${name}`, ...said.toSorted(), ...components.map(inOrder).toSorted(), `END:${name}`].join('\n');
}
