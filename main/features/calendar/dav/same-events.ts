// Whether a client gets back what it has said of events, whatever the bytes are. Pure.

import { isDeepStrictEqual } from 'node:util';
import { propertyName, ownProperties, readComponents, type RawComponent } from '../ics/content-lines.ts';

/** Whether the events that are put have the same lines in what is told of them, in whatever order. */
export function haveSameEvents(put: string, told: string): boolean {
  const [events, others] = [eventsIn(put), eventsIn(told)];
  // Where none says when it was made, that is added.
  const says = events.some(({ lines }) => lines.some((line) => propertyName(line) === 'CREATED'));
  const [left, right] = [events, others].map((list) => list.map((event) => inOrder(event, says)).toSorted());
  return isDeepStrictEqual(left, right);
}

const eventsIn = (text: string): readonly RawComponent[] => readComponents(text).filter(({ name }) => name === 'VEVENT');

function inOrder({ name, lines, components }: RawComponent, saysCreated: boolean): string {
  const isOwn = (property: string): boolean => ownProperties.has(property) && !(saysCreated && property === 'CREATED');
  // An event without a SEQUENCE has that one.
  const said = lines.filter((line) => !isOwn(propertyName(line)) && line !== 'SEQUENCE:0');
  const inner = components.map((component) => inOrder(component, saysCreated));
  return [`BEGIN:${name}`, ...said.toSorted(), ...inner.toSorted(), `END:${name}`].join('\n');
}
