// How many wrong passwords are taken: ten for one name, sixty from one address, within five minutes.

import { isIPv4 } from 'node:net';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../lib/app-error.ts';

export const failuresPerName = 10;
export const failuresPerAddress = 60;
/** In seconds, from the first failure on. */
export const failureWindow = 5 * 60;

interface Counts {
  readonly names: RateLimiterMemory;
  readonly addresses: RateLimiterMemory;
}

/**
 * Counts failures in memory. A name is only counted once its address has been let through,
 * so made-up names cannot fill the memory.
 */
export class LoginLimit {
  #counts: Promise<Counts> | null = null;

  /** Throws `rate_limited` if no attempt is left for the name or the address. */
  async check(name: string, address: string): Promise<void> {
    const { names, addresses } = await this.#load();
    refuseIfSpent(await addresses.get(sourceOf(address)), failuresPerAddress);
    refuseIfSpent(await names.get(name), failuresPerName);
  }

  /**
   * Takes one attempt, before it is known to fail: many that run at once must not all pass the same count.
   * Throws `rate_limited` if none is left. A success is to be followed by `succeeded`.
   */
  async take(name: string, address: string): Promise<void> {
    const { names, addresses } = await this.#load();
    const source = sourceOf(address);
    await addresses.consume(source).catch(refuse);
    try {
      await names.consume(name).catch(refuse);
    } catch (error) {
      // No password was tried, so the address is not to blame.
      await addresses.reward(source);
      throw error;
    }
  }

  /** The attempt was no failure: the name starts afresh. */
  async succeeded(name: string, address: string): Promise<void> {
    const { names, addresses } = await this.#load();
    await names.delete(name);
    await addresses.reward(sourceOf(address));
  }

  /** With the first login: a start does not wait for the library. */
  #load(): Promise<Counts> {
    return (this.#counts ??= import('rate-limiter-flexible').then(({ RateLimiterMemory }) => ({
      names: new RateLimiterMemory({ points: failuresPerName, duration: failureWindow }),
      addresses: new RateLimiterMemory({ points: failuresPerAddress, duration: failureWindow }),
    })));
  }
}

/** One name for all addresses of this machine: a program on it can choose among millions of them. */
function sourceOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.')) ? 'loopback' : plain;
}

function refuseIfSpent(state: RateLimiterRes | null, points: number): void {
  // Past its end a count is no longer true, though it may still lie there.
  if (state !== null && state.consumedPoints >= points && state.msBeforeNext > 0) refuse(state);
}

function refuse(state: unknown): never {
  if (!isCount(state)) throw state;
  // The wait is read from the wall clock, which can jump; the count itself ends by a timer.
  const wait = Math.min(Math.max(Math.ceil(state.msBeforeNext / 1000), 1), failureWindow);
  throw new AppError('rate_limited', 'There were too many wrong passwords; try again later', { headers: { 'Retry-After': String(wait) } });
}

/** The library rejects with a count when there is none left, and with an error when it fails. */
function isCount(state: unknown): state is RateLimiterRes {
  return typeof state === 'object' && state !== null && 'msBeforeNext' in state;
}
