// `desktop.json` in the data directory: what the desktop app remembers of this machine. Never content.

import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DesktopPreferences } from '../contract/bridge.ts';
import { defaultPreferences, preferencesSchema } from '../contract/bridge-values.ts';
import { sweepTemporaryFiles, writeFileAtomically } from '../storage/atomic-file.ts';
import type { Reminded } from './agenda-rules.ts';

interface WindowState {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isMaximized: boolean;
}

interface DesktopState {
  /** Where the window stood; null before the first time. */
  readonly window: WindowState | null;
  readonly preferences: DesktopPreferences;
  readonly reminded: Reminded;
}

const name = 'desktop.json';
const pixels = z.int().min(-100_000).max(100_000);
const times = z.record(z.string().max(200), z.int().min(0));

const parts = {
  window: z.object({ x: pixels, y: pixels, width: pixels, height: pixels, isMaximized: z.boolean() }).nullable(),
  reminded: z.object({ told: times, snoozed: times }),
} as const;

const fresh = { window: null, reminded: { told: {}, snoozed: {} } } as const satisfies Omit<DesktopState, 'preferences'>;

export class DesktopFile {
  readonly #path: string;
  readonly #warn: (message: string) => void;
  /** All that the file held: what a newer version has written there stays. */
  #raw: Record<string, unknown>;
  #state: DesktopState;
  #isDirty = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, warn: (message: string) => void, raw: Record<string, unknown>, state: DesktopState) {
    this.#path = path;
    this.#warn = warn;
    this.#raw = raw;
    this.#state = state;
  }

  /**
   * Reads the file. What makes no sense in it counts as not said, is told to `warn`, and a copy of the file is kept as
   * `desktop.json.broken`. Never rejects.
   */
  static async open(dataDir: string, warn: (message: string) => void, defaults = defaultPreferences): Promise<DesktopFile> {
    const path = join(dataDir, name);
    await sweepTemporaryFiles(path).catch(() => undefined);
    const raw = await readRaw(path).catch((error: unknown) => {
      warn(`${path} cannot be read (${(error as Error).message})`);
      return null;
    });
    const { state, isWhole } = readState(raw ?? {}, defaults);
    if (raw === null || !isWhole) {
      warn(`${path} is not as Daybook wrote it; what makes no sense is left out, and the file is kept as ${name}.broken`);
      await copyFile(path, `${path}.broken`).catch(() => undefined);
    }
    return new DesktopFile(path, warn, raw ?? {}, state);
  }

  get state(): DesktopState {
    return this.#state;
  }

  /** Counts at once; the file follows, and `flush` waits for it. */
  change(part: Partial<DesktopState>): void {
    this.#state = { ...this.#state, ...part };
    const isWaiting = this.#isDirty;
    this.#isDirty = true;
    if (!isWaiting) this.#writing = this.#writing.then(() => this.#write());
  }

  /** Settles once the last change is on the disk, or could not be written, which is told. */
  flush(): Promise<void> {
    return this.#writing;
  }

  async #write(): Promise<void> {
    this.#isDirty = false;
    const kept = this.#raw['preferences'];
    this.#raw = { ...this.#raw, ...this.#state, preferences: { ...(isRecord(kept) ? kept : {}), ...this.#state.preferences } };
    try {
      await writeFileAtomically(this.#path, `${JSON.stringify(this.#raw, null, 2)}\n`, 0o600);
    } catch (error) {
      this.#warn(`${this.#path} cannot be written (${(error as Error).message})`);
    }
  }
}

/** Null if it is no JSON object; empty if there is no file. */
async function readRaw(path: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isRecord(value) ? value : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function readState(
  raw: Record<string, unknown>,
  defaults: DesktopPreferences,
): { readonly state: DesktopState; readonly isWhole: boolean } {
  let isWhole = true;
  const read = <T>(value: unknown, schema: z.ZodType<T>, otherwise: T): T => {
    if (value === undefined) return otherwise;
    const { success, data } = schema.safeParse(value);
    isWhole &&= success;
    return success ? data : otherwise;
  };
  const given = isRecord(raw['preferences']) ? raw['preferences'] : {};
  isWhole &&= raw['preferences'] === undefined || isRecord(raw['preferences']);
  // Key by key: one that is wrong shall not take the others with it.
  const preferences = Object.fromEntries(
    Object.entries(preferencesSchema.shape).map(([key, schema]) => [
      key,
      read<unknown>(given[key], schema, defaults[key as keyof DesktopPreferences]),
    ]),
  ) as unknown as DesktopPreferences;
  const state = {
    window: read(raw['window'], parts.window, fresh.window),
    preferences,
    reminded: read(raw['reminded'], parts.reminded, fresh.reminded),
  };
  return { state, isWhole };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
