// What the user has chosen for the desktop app, and putting it into force. Knows no Electron.

import type { DesktopPreferences, PreferencesAnswer } from '../contract/bridge.ts';

type Problems = PreferencesAnswer['problems'];

type Key = keyof DesktopPreferences;

/** Puts a value into force; one sentence if it could not be had: then the old value stays. */
type Appliers = { readonly [K in Key]?: (value: DesktopPreferences[K]) => void | string | null | Promise<string | null> };

interface PreferencesOptions {
  /** `saved` settles once what was set is on the disk. */
  readonly kept: { get(): DesktopPreferences; set(preferences: DesktopPreferences): void; saved(): Promise<void> };
  readonly appliers: Appliers;
}

export class Preferences {
  readonly #kept: PreferencesOptions['kept'];
  readonly #appliers: Appliers;
  #changing: Promise<unknown> = Promise.resolve();

  constructor({ kept, appliers }: PreferencesOptions) {
    this.#kept = kept;
    this.#appliers = appliers;
  }

  get now(): DesktopPreferences {
    return this.#kept.get();
  }

  /** Puts what was chosen earlier into force. What cannot be had stays chosen: another program may have the shortcut only today. */
  async applyAll(): Promise<Problems> {
    const problems: Problems = {};
    for (const key of Object.keys(this.now) as Key[]) await this.#apply(key, this.now[key], problems);
    return problems;
  }

  /**
   * Changes the keys that are given, one change after the other; what was refused keeps its old value. Settles once that is on the disk.
   */
  change(changes: Partial<DesktopPreferences>): Promise<PreferencesAnswer> {
    const changed = this.#changing.then(() => this.#change(changes));
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  async #change(changes: Partial<DesktopPreferences>): Promise<PreferencesAnswer> {
    const problems: Problems = {};
    for (const key of Object.keys(changes) as Key[]) {
      const value = changes[key];
      if (value === undefined || value === this.now[key]) continue;
      const before = this.now;
      // First, so that whatever follows from it sees it in force.
      this.#kept.set({ ...before, [key]: value });
      await this.#apply(key, value, problems);
      if (problems[key] !== undefined) this.#kept.set({ ...this.now, [key]: before[key] });
    }
    await this.#kept.saved();
    return { preferences: this.now, problems };
  }

  async #apply(key: Key, value: DesktopPreferences[Key], problems: Problems): Promise<void> {
    const apply = this.#appliers[key] as ((value: unknown) => void | string | null | Promise<string | null>) | undefined;
    try {
      const problem = await apply?.(value);
      if (typeof problem === 'string') problems[key] = problem;
    } catch (error) {
      // A desktop without a tray, or whatever else a system may lack, is no reason not to start.
      problems[key] = `The system did not allow it (${(error as Error).message}).`;
    }
  }
}
