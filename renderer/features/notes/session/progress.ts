// How far a note's changes have got.

/**
 * `saved`: the service has everything. `saving`: changes are on their way. `waiting`: the service does not answer, they are sent later.
 * `refused`: the service does not take them; they are tried again with the next change. `gone`: the note was deleted.
 */
export type Progress =
  | { readonly at: 'saved' }
  | { readonly at: 'saving' }
  | { readonly at: 'waiting'; readonly changes: number }
  | { readonly at: 'refused'; readonly reason: string }
  | { readonly at: 'gone' };

export const saved: Progress = { at: 'saved' };
export const saving: Progress = { at: 'saving' };

export function sameProgress(one: Progress, other: Progress): boolean {
  if (one.at !== other.at) return false;
  if (one.at === 'waiting') return one.changes === (other as typeof one).changes;
  return one.at !== 'refused' || one.reason === (other as typeof one).reason;
}
