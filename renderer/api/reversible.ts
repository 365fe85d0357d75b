// Which entries of the feed a page's own changes are, and whether they can be taken back. Pure.

import type { Change } from '../../main/contract/changes.ts';

/** A record that a change has led to a version. */
export interface Touched {
  readonly type: Change['type'];
  readonly id: string;
  readonly version: number;
}

/**
 * The seqs of the changes that led to `touched`. `force`: records have newer versions, and each of them is one of `own`, which are nothing
 * but ways back and there again; the service alone could not tell them from the changes of others.
 */
export function reversible(
  touched: readonly Touched[],
  feed: readonly Change[],
  own: ReadonlySet<string>,
): { readonly changes: number[]; readonly force: boolean } {
  const changes: number[] = [];
  const newest = new Map<string, number>();
  for (const { type, id, version } of touched) {
    const entry = feed.find((change) => change.type === type && change.id === id && change.version === version && isChange(change));
    if (entry !== undefined) changes.push(entry.seq);
    newest.set(`${type} ${id}`, Math.max(version, newest.get(`${type} ${id}`) ?? 0));
  }
  const later = feed.filter((change) => (change.version ?? 0) > (newest.get(`${change.type} ${change.id}`) ?? Infinity));
  return { changes, force: later.length > 0 && later.every(({ type, id, version }) => own.has(`${type} ${id} ${version}`)) };
}

/** What goes into the trash and comes back keeps its version. */
function isChange({ action }: Change): boolean {
  return action === 'updated' || action === 'moved';
}
