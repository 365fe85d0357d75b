// Secret addresses at which others read a calendar. Only a hash of each is kept.

import { createHash, randomBytes } from 'node:crypto';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, notFound } from '../../lib/app-error.ts';
import { requireScope, type Caller } from '../../lib/caller.ts';
import type { Calendars } from './calendars.ts';
import type { CalendarStore, StoredCalendar } from './calendar-store.ts';

interface CalendarFeedsOptions {
  readonly store: CalendarStore;
  readonly calendars: Calendars;
  /** Of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Whether tokens of this user are taken at the moment. */
  readonly isActive: (userId: string) => boolean;
}

/** How often a minute one feed can be read, and how often one address can name none. */
const readsPerMinute = 60;
const missesPerMinute = 30;

interface Counts {
  readonly reads: RateLimiterMemory;
  readonly misses: RateLimiterMemory;
}

export class CalendarFeeds {
  readonly #options: CalendarFeedsOptions;
  #counts: Promise<Counts> | null = null;

  constructor(options: CalendarFeedsOptions) {
    this.#options = options;
  }

  /**
   * A new address; the one before ends. As those who know it read the calendar without a token, it takes a caller who may read it. To be
   * called inside a write. Throws 404, `insufficient_scope`.
   */
  make(caller: Caller, id: string): { url: string } {
    const { calendars, baseUrl } = this.#options;
    calendars.calendar(caller.userId, id);
    requireScope(caller, 'calendar:read');
    const secret = randomBytes(32).toString('base64url');
    calendars.giveFeed(caller.userId, id, hashOf(secret));
    return { url: `${baseUrl}/feeds/${secret}.ics` };
  }

  /** To be called inside a write. Throws 404. */
  remove(userId: string, id: string): undefined {
    this.#options.calendars.giveFeed(userId, id, null);
  }

  /** The calendar that has this address. Throws 404, 429. */
  async open(name: string, address: string): Promise<{ readonly userId: string; readonly calendar: StoredCalendar }> {
    const { store, isActive } = this.#options;
    const { reads, misses } = await this.#load();
    const [, secret] = /^([\w-]{43})\.ics$/.exec(name) ?? [];
    const hash = secret === undefined ? null : hashOf(secret);
    const found = hash === null ? null : store.maybeByFeed(hash);
    if (hash === null || found === null || !isActive(found.userId)) {
      // Of the misses alone: any web page can have a browser ask for addresses that are none, and that is to keep no reader out.
      await misses.consume(address).catch(refuse);
      throw notFound('calendar');
    }
    await reads.consume(hash.toString('hex')).catch(refuse);
    return found;
  }

  /** With the first reader: a start does not wait for the library. */
  #load(): Promise<Counts> {
    return (this.#counts ??= import('rate-limiter-flexible').then(({ RateLimiterMemory }) => ({
      reads: new RateLimiterMemory({ points: readsPerMinute, duration: 60 }),
      misses: new RateLimiterMemory({ points: missesPerMinute, duration: 60 }),
    })));
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function refuse(reason: unknown): never {
  throw reason instanceof Error ? reason : tooOften(reason as RateLimiterRes);
}

function tooOften({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError('rate_limited', 'This was asked for too often', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(msBeforeNext / 1000))) },
  });
}
