// The time zones that there are, and what they are called. Pure.

/** As in `GMT+9` at that moment. */
export function offsetName(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** All zones that the browser knows, this machine's first. */
export function allZones(): readonly string[] {
  const here = machineZone();
  return [...new Set([here, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** The zone of this machine, as the browser names it. */
export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `America/New_York` → `New York`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
