// What the front matter of a note tells of it. It stays in the text, as it is.

import { parse } from 'yaml';
import type { ImportWarning } from '../../../contract/imports.ts';
import { isTag } from '../../../contract/mentions.ts';

const block = /^\uFEFF?---[ \t]*\r?\n(?:([^]*?)\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** What is between the marks at the beginning of a text, read as YAML; null where there is none that can be read. */
export function maybeFrontMatter(text: string): Readonly<Record<string, unknown>> | null {
  const [, source] = block.exec(text) ?? [];
  if (source === undefined || source.length > 64 * 1024) return null;
  try {
    const value: unknown = parse(source, { maxAliasCount: 0, schema: 'core', logLevel: 'error' });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The first heading of a text, below its front matter; null without one. */
export function maybeHeading(text: string): string | null {
  return /^ {0,3}#{1,6}[ \t]+(\S.*)$/m.exec(text.replace(block, ''))?.[1]?.trim() ?? null;
}

/** The name that a tag of front matter has: blanks around it and a `#` before it are not part of it. */
export const bareTag = (told: string): string => told.trim().replace(/^#/, '');

/** What of a list of tags can be none here, such as names with a blank and years; a text of names is read at its blanks. */
export function untakenTags(fields: Readonly<Record<string, unknown>> | null): string[] {
  const [, tags] = Object.entries(fields ?? {}).find(([key]) => key.toLowerCase() === 'tags') ?? [];
  return (Array.isArray(tags) ? tags : [])
    .filter((tag) => typeof tag === 'string' || typeof tag === 'number')
    .map(String)
    .filter((tag) => bareTag(tag) !== '' && !isTag(bareTag(tag)));
}

export function lostTag(tag: string): Omit<ImportWarning, 'path'> {
  return { kind: 'lost', message: `"${tag}" can be no tag here: it stays in the properties of the note` };
}

/** The first of these fields that is a time, in milliseconds since the Unix epoch; null without one. */
export function timeOf(fields: Readonly<Record<string, unknown>> | null, names: readonly string[]): number | null {
  for (const name of names) {
    const value = fields?.[name];
    const time = typeof value === 'string' ? readTime(value) : null;
    if (time !== null) return time;
  }
  return null;
}

/** A date, or a date and time, of which one that names no zone is in UTC; null for anything else. */
export function readTime(text: string): number | null {
  const [, day, time, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))? ?(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const epoch = Date.parse(`${day}T${time ?? '00:00'}${zone === undefined ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(epoch) ? null : epoch;
}
