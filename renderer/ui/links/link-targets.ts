// What the service knows of the records that a text leads to. Pure.

import type { RecordLinks } from '../../../main/contract/links.ts';
import { noteFor } from '../../../main/contract/link-titles.ts';
import { foldName, type LinkMention } from '../../../main/contract/mentions.ts';

interface NamedNote {
  readonly id: string;
  readonly title: string;
}

export interface LinkTargets {
  /** Notes by their folded titles, those changed last first. */
  readonly notes: ReadonlyMap<string, readonly NamedNote[]>;
  /** Those that `[[…]]` of the text lead to, by what it says. */
  readonly written: ReadonlyMap<string, NamedNote>;
  /** The folded targets that no note has. */
  readonly dangling: ReadonlySet<string>;
  /** Those that links of markdown lead to, by their addresses; null where there is no such note. */
  readonly files: ReadonlyMap<string, NamedNote | null>;
  /** Titles by type and id; null of a record that is not there. */
  readonly records: ReadonlyMap<string, string | null>;
}

/** Where a mention leads; `unknown` where the service has not told of it yet. */
export type MentionTarget =
  | { readonly state: 'there'; readonly id: string; readonly title: string }
  | { readonly state: 'nothing' | 'unknown' };

export const noTargets: LinkTargets = { notes: new Map(), written: new Map(), dangling: new Set(), files: new Map(), records: new Map() };

const keyOf = (type: string, id: string): string => `${type} ${id}`;

export function targetsIn({ outgoing }: Pick<RecordLinks, 'outgoing'>): LinkTargets {
  const there = outgoing.flatMap(({ type, id, title, exists, targets }) => (exists && id !== null ? [{ type, id, title, targets }] : []));
  const records = new Map<string, string | null>(there.map(({ type, id, title }) => [keyOf(type, id), title]));
  for (const { type, id, exists } of outgoing) if (!exists && id !== null) records.set(keyOf(type, id), null);
  return {
    notes: Map.groupBy(
      there.filter(({ type }) => type === 'note'),
      ({ title }) => foldName(title),
    ),
    written: new Map(there.flatMap(({ id, title, targets }) => targets.map((target) => [target, { id, title }] as const))),
    dangling: new Set(outgoing.flatMap(({ id, exists, title }) => (!exists && id === null ? [foldName(title)] : []))),
    files: new Map(
      outgoing.flatMap(({ id, title, exists, addresses }) =>
        addresses.map((address) => [address, exists && id !== null ? { id, title } : null] as const),
      ),
    ),
    records,
  };
}

export function standingOf(mention: LinkMention, targets: LinkTargets): MentionTarget {
  if (mention.kind === 'file') {
    const file = targets.files.get(mention.target);
    return file === undefined ? { state: 'unknown' } : file === null ? { state: 'nothing' } : { state: 'there', ...file };
  }
  if (mention.kind === 'record') {
    const title = targets.records.get(keyOf(mention.type, mention.id));
    if (title === undefined) return { state: 'unknown' };
    return title === null ? { state: 'nothing' } : { state: 'there', id: mention.id, title };
  }
  // What was typed since the service has told of the links can be the title of a note that is known.
  const note =
    targets.written.get(mention.target) ?? noteFor({ target: mention.target, isFile: false, folder: '' }, targets.notes, () => '');
  if (note !== null) return { state: 'there', id: note.id, title: note.title };
  return { state: targets.dangling.has(foldName(mention.target)) ? 'nothing' : 'unknown' };
}
