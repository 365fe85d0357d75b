// `service.json` in the data directory: how scripts, tests and the window find the service and get in.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from './contract/days.ts';
import type { IssuedToken } from './features/auth/tokens.ts';
import type { Clock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { sweepTemporaryFiles, writeFileAtomically } from './storage/atomic-file.ts';

export interface ServiceInfo {
  readonly pid: number;
  readonly version: string;
  readonly baseUrl: string;
  readonly frontendUrl: string;
  /** A token of the owner. */
  readonly token: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

const fileOf = (dataDir: string): string => join(dataDir, 'service.json');

/** What a running service says of itself; null if none stands there. */
export function readServiceInfo(dataDir: string): ServiceInfo | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ServiceInfo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes the file that a killed service left, or the own one at a clean stop. */
export function removeServiceInfo(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** A token is replaced when less than this is left of it, in milliseconds: scripts that just read it have days. */
const renewBefore = 3.5 * dayMs;
/** How often that is looked at, in milliseconds: the clock can jump, so a long timer would not do. */
const pollIntervalMs = 60_000;

interface ServiceFileOptions {
  readonly dataDir: string;
  readonly info: Omit<ServiceInfo, 'token'>;
  /** Gives a new token of the owner. */
  readonly issue: () => IssuedToken;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps `service.json` true while the service runs: its token is replaced before it ends, and when a client logs out with it. */
export class ServiceFile {
  readonly #dataDir: string;
  readonly #info: Omit<ServiceInfo, 'token'>;
  readonly #issue: () => IssuedToken;
  readonly #clock: Clock;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #issued: IssuedToken;
  #written = false;
  /** Writes follow each other: the last one is what stays. */
  #writing: Promise<void>;

  /** Issues a token and writes the file. Rejects if that cannot be done. */
  static async open(options: ServiceFileOptions): Promise<ServiceFile> {
    // What a killed service has left half written holds a token.
    await sweepTemporaryFiles(fileOf(options.dataDir));
    const file = new ServiceFile(options);
    await file.#writing;
    file.#written = true;
    file.#timer = setInterval(() => {
      file.#look();
    }, pollIntervalMs).unref();
    return file;
  }

  private constructor({ dataDir, info, issue, clock, log }: ServiceFileOptions) {
    this.#dataDir = dataDir;
    this.#info = info;
    this.#issue = issue;
    this.#clock = clock;
    this.#log = log;
    this.#issued = issue();
    this.#writing = this.#write();
  }

  get token(): string {
    return this.#issued.token;
  }

  /** To be called with the id of each token that is revoked. */
  revoked(tokenId: string): void {
    if (tokenId === this.#issued.tokenId) this.#renew();
  }

  async remove(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    removeServiceInfo(this.#dataDir);
  }

  #look(): void {
    if (!this.#written || this.#issued.expiresAt - this.#clock() < renewBefore) this.#renew();
  }

  #renew(): void {
    this.#issued = this.#issue();
    this.#written = false;
    this.#writing = this.#writing
      .then(() => this.#write())
      .then(
        () => {
          this.#written = true;
        },
        // A full disk, for example. It is tried again at the next look.
        (error: unknown) => {
          this.#log.error({ err: error }, 'service.json could not be written');
        },
      );
  }

  #write(): Promise<void> {
    return writeFileAtomically(fileOf(this.#dataDir), `${JSON.stringify({ ...this.#info, token: this.#issued.token }, null, 2)}\n`, 0o600);
  }
}
