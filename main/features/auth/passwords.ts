// Passwords are kept as scrypt hashes in the PHC string format: $scrypt$ln=15,r=8,p=3$<salt>$<hash>

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Semaphore } from '../../lib/semaphore.ts';

/** The parameters of scrypt. */
export interface PasswordCost {
  /** The binary logarithm of N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** Recommended by OWASP: 32 MiB and a fraction of a second for each guess. */
const recommended: PasswordCost = { ln: 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

/** Each takes a core and 32 MiB; files need the other threads of the pool. */
const atOnce = 2;
const maxQueueLength = 128;

export class Passwords {
  readonly #hashing = new Semaphore(atOnce, maxQueueLength, 'Too many passwords are being checked at the moment');
  readonly #cost: PasswordCost;
  /** Costs as much to check as any hash, and no password is known to lead to it. */
  readonly #dummyHash: string;

  /** `cost` is that of new hashes; tests make it small. */
  constructor(cost: PasswordCost = recommended) {
    this.#cost = cost;
    this.#dummyHash = format(cost, Buffer.alloc(saltBytes), Buffer.alloc(keyBytes));
  }

  /** A PHC string with a fresh salt. Throws `unavailable` when too many wait. */
  hash(password: string): Promise<string> {
    return this.#hashing.run(async () => {
      const salt = randomBytes(saltBytes);
      return format(this.#cost, salt, await derive(password, salt, keyBytes, this.#cost));
    });
  }

  /**
   * Whether the password leads to this hash; never for a hash of null, which costs the same time.
   * `authorize` runs when the turn has come, right before the work: what it throws is thrown. Throws `unavailable` when too many wait.
   */
  matches(password: string, hash: string | null, authorize: () => Promise<void>): Promise<boolean> {
    return this.#hashing.run(async () => {
      await authorize();
      const expected = parse(hash ?? this.#dummyHash);
      const actual = await derive(password, expected.salt, expected.key.length, expected.cost);
      return timingSafeEqual(actual, expected.key) && hash !== null;
    });
  }
}

function derive(password: string, salt: Buffer, length: number, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  return new Promise((resolve, reject) => {
    // NFKC: the same word typed on another system can come in other code points.
    scrypt(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function format({ ln, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Throws, without showing the hash, if the string is not of this format. */
function parse(hash: string): { readonly cost: PasswordCost; readonly salt: Buffer; readonly key: Buffer } {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/.exec(hash);
  if (match === null) throw new Error('A stored password hash has an unknown format');
  const [, ln, r, p, salt, key] = match as unknown as [string, string, string, string, string, string];
  return { cost: { ln: Number(ln), r: Number(r), p: Number(p) }, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
}
