import type { NoteVersion } from '../../../../main/contract/notes.ts';

/** Versions of one sitting, newest first: the first one stands for all. */
export type VersionGroup = readonly [NoteVersion, ...NoteVersion[]];

/** Versions closer than this many milliseconds to the one before belong together. */
const sitting = 5 * 60_000;

/** `versions` come newest first. */
export function groupVersions(versions: readonly NoteVersion[]): VersionGroup[] {
  const groups: [NoteVersion, ...NoteVersion[]][] = [];
  for (const version of versions) {
    const group = groups.at(-1);
    const oldest = group?.at(-1);
    if (group !== undefined && oldest?.author === version.author && Date.parse(oldest.at) - Date.parse(version.at) < sitting)
      group.push(version);
    else groups.push([version]);
  }
  return groups;
}
