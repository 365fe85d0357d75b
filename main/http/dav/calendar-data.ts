// Which part of an event a report wants (RFC 4791, 9.6): some components and properties, single occurrences, those of a time alone.

import { invalid } from '../../lib/app-error.ts';
import type { Portion } from '../../lib/calendar-collections.ts';
import { readRange } from './filter.ts';
import { caldav, dav } from './names.ts';
import { childOf, type XmlElement } from './xml.ts';

export interface WantedData {
  /** Null: series as they are. */
  readonly portion: Portion | null;
  /** Takes what is wanted out of a whole file. */
  readonly cut: (text: string) => string;
}

/** Of the `calendar-data` in a report. Throws 400. */
export function wantedData(root: XmlElement): WantedData {
  const prop = childOf(root, dav('prop'));
  const data = prop === null ? null : childOf(prop, caldav('calendar-data'));
  if (data === null) return { portion: null, cut: (text) => text };
  const component = childOf(data, caldav('comp'));
  return { portion: portionOf(data), cut: component === null ? (text) => text : (text) => partOf(text, component) };
}

const portions = [
  ['expand', 'expanded'],
  ['limit-recurrence-set', 'limited'],
] as const;

/** Five years, in milliseconds. */
const widest = 5 * 366 * 86_400_000;

function portionOf(data: XmlElement): Portion | null {
  for (const [name, kind] of portions) {
    const element = childOf(data, caldav(name));
    if (element === null) continue;
    const { from, until } = readRange(element);
    if (from === null || until === null) throw invalid({ path: '', message: `${name} needs a start and an end` });
    if (until - from > widest) throw invalid({ path: '', message: `${name} can be at most 5 years wide` });
    return { kind, range: { from, until } };
  }
  return null;
}

/** The file with the components and properties that `wanted` names; a component that names none is wanted whole. */
function partOf(text: string, wanted: XmlElement): string {
  // One for each component that is open: what is wanted of it, all, or nothing.
  const open: (XmlElement | 'all' | null)[] = [];
  const kept: string[] = [];
  let keeps = false;
  for (const line of text.split(/(?<=\r\n)/)) {
    const [, mark = '', name = ''] = /^(BEGIN|END):(\S+)/.exec(line) ?? [];
    // What a folded line goes on with has the fate of its beginning.
    if (mark === 'BEGIN') open.push(open.length === 0 ? whole(wanted, name) : inside(open.at(-1) ?? null, name));
    if (!line.startsWith(' ')) keeps = mark === '' ? wantsProperty(open.at(-1) ?? null, line) : open.at(-1) !== null;
    if (mark === 'END') open.pop();
    if (keeps) kept.push(line);
  }
  return kept.join('');
}

const nameOf = ({ attributes }: XmlElement): string => (attributes.get('name') ?? '').toUpperCase();

function whole(component: XmlElement, name: string): XmlElement | 'all' | null {
  if (nameOf(component) !== name) return null;
  return component.children.length === 0 ? 'all' : component;
}

function inside(outer: XmlElement | 'all' | null, name: string): XmlElement | 'all' | null {
  if (outer === 'all' || outer === null) return outer;
  if (childOf(outer, caldav('allcomp')) !== null) return 'all';
  const component = outer.children.find((child) => child.tag === caldav('comp') && nameOf(child) === name);
  return component === undefined ? null : whole(component, name);
}

function wantsProperty(component: XmlElement | 'all' | null, line: string): boolean {
  if (component === 'all' || component === null) return component === 'all';
  if (childOf(component, caldav('allprop')) !== null) return true;
  const name = /^[^:;]*/.exec(line)?.[0].toUpperCase();
  return component.children.some((child) => child.tag === caldav('prop') && nameOf(child) === name);
}
