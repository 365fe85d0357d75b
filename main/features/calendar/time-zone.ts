import { Temporal } from 'temporal-polyfill';
import { invalid } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';

/** The name in its usual case (`europe/berlin` → `Europe/Berlin`); links such as `Asia/Calcutta` stay what they are. Throws 400. */
export function readTimeZone(name: string): string {
  return maybeTimeZone(name) ?? refuse();
}

function refuse(): never {
  throw invalid({ path: 'timeZone', message: 'must be an IANA time zone such as Europe/Berlin' });
}

/** Null unless it is the name of an IANA time zone. */
export function maybeTimeZone(name: string): string | null {
  // Temporal takes offsets such as +02:00 too, but they know nothing of summer time; and SystemV/… is ICU's own.
  if (!/^(?!systemv\/)[a-z]/i.test(name)) return null;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The zone of this machine, as a function to call each time; UTC if the system names none of IANA's.
 * The system is asked at most once a second, because that takes longer than to create an event.
 */
export function machineTimeZone(clock: Clock): () => string {
  let zone = 'UTC';
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock();
    if (Math.abs(now - askedAt) >= 1000) {
      zone = maybeTimeZone(Temporal.Now.timeZoneId()) ?? 'UTC';
      askedAt = now;
    }
    return zone;
  };
}
