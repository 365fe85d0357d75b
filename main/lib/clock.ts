/** Milliseconds since the Unix epoch. Handed in, so that tests can set the time. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** The form in which the interface writes instants: ISO 8601, UTC, milliseconds. */
export function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
