// Which part of an event a report wants (RFC 4791, 9.6): some components and properties, single occurrences, those of a time alone.

import { dayMs } from '../../contract/days.ts';
import { invalid } from '../../lib/app-error.ts';
import { davRefusal, type Portion } from '../../lib/calendar-collections.ts';
import { readTimeRange } from './filter.ts';
import { caldav, dav } from './names.ts';
import { childOf, nameOf, type XmlElement } from './xml.ts';

export interface WantedData {
  /** Null: series as they are. */
  readonly portion: Portion | null;
  /** Takes what is wanted out of a whole file. */
  readonly cut: (text: string) => string;
}

/** Of the `calendar-data` in a report. Throws 400, and 403 for another format than is kept. */
export function wantedData(root: XmlElement): WantedData {
  const prop = childOf(root, dav('prop'));
  const data = prop === null ? null : childOf(prop, caldav('calendar-data'));
  if (data === null) return { portion: null, cut: (text) => text };
  const { attributes } = data;
  if (
    (attributes.get('content-type') ?? 'text/calendar').toLowerCase() !== 'text/calendar' ||
    (attributes.get('version') ?? '2.0') !== '2.0'
  )
    throw davRefusal('forbidden', 'supported-calendar-data', 'Events are told as text/calendar of version 2.0 alone');
  const component = childOf(data, caldav('comp'));
  if (component === null) return { portion: portionOf(data), cut: (text) => text };
  const calendar = new Map([[nameOf(component), partIn(component)]]);
  return { portion: portionOf(data), cut: (text) => partOf(text, calendar) };
}

const portions = [
  ['expand', 'expanded'],
  ['limit-recurrence-set', 'limited'],
] as const;

/** Five years, in milliseconds. */
const widest = 5 * 366 * dayMs;

function portionOf(data: XmlElement): Portion | null {
  for (const [name, kind] of portions) {
    const element = childOf(data, caldav(name));
    if (element === null) continue;
    const { from, until } = readTimeRange(element);
    if (from === null || until === null) throw invalid({ path: '', message: `${name} needs a start and an end` });
    if (until - from > widest) throw invalid({ path: '', message: `${name} can be at most 5 years wide` });
    return { kind, range: { from, until } };
  }
  return null;
}

/** What is wanted of a component. Looked up for each line of each event, however much a client has named. */
interface Part {
  readonly components: 'all' | ReadonlyMap<string, Part>;
  readonly properties: 'all' | ReadonlySet<string>;
}

const whole: Part = { components: 'all', properties: 'all' };

/** A component that names nothing of itself is wanted whole. */
function partIn(component: XmlElement): Part {
  if (component.children.length === 0) return whole;
  const named = (tag: string): readonly XmlElement[] => component.children.filter((child) => child.tag === caldav(tag));
  return {
    components: named('allcomp').length > 0 ? 'all' : new Map(named('comp').map((child) => [nameOf(child), partIn(child)])),
    properties: named('allprop').length > 0 ? 'all' : new Set(named('prop').map(nameOf)),
  };
}

/** The file with the components and properties that are wanted. */
function partOf(text: string, calendar: ReadonlyMap<string, Part>): string {
  // One for each component that is open: what is wanted of it; null for nothing.
  const open: (Part | null)[] = [];
  const kept: string[] = [];
  let keeps = false;
  for (const line of text.split(/(?<=\r\n)/)) {
    const [, mark = '', name = ''] = /^(BEGIN|END):(\S+)/.exec(line) ?? [];
    // What a folded line goes on with has the fate of its beginning.
    if (mark === 'BEGIN') open.push(open.length === 0 ? (calendar.get(name) ?? null) : inside(open.at(-1) ?? null, name));
    if (!line.startsWith(' ')) keeps = mark === '' ? wantsProperty(open.at(-1) ?? null, line) : open.at(-1) !== null;
    if (mark === 'END') open.pop();
    if (keeps) kept.push(line);
  }
  return kept.join('');
}

function inside(outer: Part | null, name: string): Part | null {
  if (outer === null) return null;
  return outer.components === 'all' ? whole : (outer.components.get(name) ?? null);
}

function wantsProperty(part: Part | null, line: string): boolean {
  if (part === null || part.properties === 'all') return part !== null;
  return part.properties.has(/^[^:;]*/.exec(line)?.[0].toUpperCase() ?? '');
}
