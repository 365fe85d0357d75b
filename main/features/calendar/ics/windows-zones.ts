// Names of time zones in calendar files that are none of IANA's: those of Windows, and those with a path or an address in front. Pure.

import { WINDOWS_TO_IANA_MAP } from 'windows-iana';

/** By the name in lower case. The territory 001 stands for all the world: the zone's best known city. */
const ofWindows: ReadonlyMap<string, string> = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').flatMap(({ windowsName, iana: [first] }) =>
    first === undefined ? [] : [[windowsName.toLowerCase(), first]],
  ),
);

/** The name of IANA for one of Windows, such as `W. Europe Standard Time`, in any case; null for any other. */
export function maybeWindowsZone(name: string): string | null {
  return ofWindows.get(name.trim().toLowerCase()) ?? null;
}

/**
 * What may be the name where a program has put that of a registry in front, as in `/freeassociation.sourceforge.net/Europe/Berlin` or
 * Outlook's `tzone://Microsoft/Utc`; the name itself first. A name of IANA has up to three parts.
 */
export function windowsZoneNames(tzid: string): readonly string[] {
  const parts = /^(?:tzone:\/)?\//i.test(tzid) ? tzid.split('/') : [];
  return [tzid, ...[3, 2, 1].filter((count) => count < parts.length).map((count) => parts.slice(-count).join('/'))];
}
