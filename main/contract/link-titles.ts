// Which note a title in a link means: the one with this very title, else one that differs by case, the one changed last of several. Pure.

import { foldName, splitTarget } from './mentions.ts';

/** The folded titles by which a note for this target is looked for. */
export function keysOf(target: string): string[] {
  const { title, section } = splitTarget(target);
  return section === null || title === '' ? [foldName(target)] : [foldName(target), foldName(title)];
}

/** The note that a target means; null if there is none. `titled`: notes by their folded titles, those changed last first. */
export function noteFor<Note extends { readonly title: string }>(
  target: string,
  titled: ReadonlyMap<string, readonly Note[]>,
): Note | null {
  const { title, section } = splitTarget(target);
  // A title can hold `#` itself.
  return found(target, titled) ?? (section === null || title === '' ? null : found(title, titled));
}

function found<Note extends { readonly title: string }>(title: string, titled: ReadonlyMap<string, readonly Note[]>): Note | null {
  const notes = titled.get(foldName(title)) ?? [];
  return notes.find((note) => note.title.trim() === title) ?? notes[0] ?? null;
}
