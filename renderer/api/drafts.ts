// What the user has written and the service does not have: kept in the browser until it has, or until it is thrown away on purpose.
//
// It outlives navigation, reloads and sessions, and so it is on the disk, as the notes themselves are; a token never is. Each text is
// kept under the id of its writer, and is shown to no other user. What grows has a limit: see `limits`.

import { dayMs } from '../../main/contract/days.ts';
import { Listeners } from './store.ts';

interface DraftLimits {
  /** Characters of one text, as JSON; a larger one lasts as long as the page. */
  readonly one: number;
  /** Characters of all texts; the oldest make room. */
  readonly all: number;
  readonly count: number;
  /** Milliseconds after which a text that was not touched is thrown away. */
  readonly age: number;
}

export const draftLimits: DraftLimits = { one: 1_500_000, all: 3_000_000, count: 200, age: 30 * dayMs };

/** Texts are stored when nothing was typed for this many milliseconds, and when the page is hidden or left. */
const debounceMs = 200;
const prefix = 'daybook.draft.';

interface Kept {
  /** Unix milliseconds. */
  readonly at: number;
  readonly value: unknown;
}

interface Stored {
  readonly key: string;
  readonly at: number;
  readonly size: number;
}

export interface DraftsOptions {
  /** Null for a session that does not tell: then nothing outlives the page. */
  readonly userId: string | null;
  /** Null where the browser forbids it. */
  readonly storage: Storage | null;
  readonly limits?: DraftLimits;
  readonly clock?: () => number;
}

export class Drafts {
  /** The writer; null for a session that does not tell. */
  readonly userId: string | null;
  readonly #storage: Storage | null;
  readonly #prefix: string;
  readonly #limits: DraftLimits;
  readonly #clock: () => number;
  /** What was written on this page, as it is now. */
  readonly #written = new Map<string, () => unknown>();
  readonly #unstored = new Set<string>();
  /** What was written on this page and would end with it: too large, or without a storage that takes it. */
  readonly #fleeting = new Set<string>();
  readonly #listeners = new Listeners<[name: string]>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ userId, storage, limits = draftLimits, clock = Date.now }: DraftsOptions) {
    this.userId = userId;
    this.#storage = userId === null ? null : storage;
    this.#prefix = `${prefix}${userId ?? ''}.`;
    this.#limits = limits;
    this.#clock = clock;
    this.#makeRoom(0, 0);
  }

  /** Whether something was written on this page that would be lost with it: what could not be stored. */
  get isFleeting(): boolean {
    this.flush();
    return this.#fleeting.size > 0;
  }

  /** The text that is kept under this name, such as `card/ID/title`; null without one. Its form is that of `write`. */
  read(name: string): unknown {
    const written = this.#written.get(name);
    if (written !== undefined) return written();
    return this.#load(this.#prefix + name)?.value ?? null;
  }

  /** The names that begin like this, of what is kept. */
  names(beginning: string): readonly string[] {
    const stored = this.#all()
      .filter(({ key }) => key.startsWith(this.#prefix))
      .map(({ key }) => key.slice(this.#prefix.length));
    return [...new Set([...stored, ...this.#written.keys()])].filter((name) => name.startsWith(beginning));
  }

  /** Keeps a value that JSON can hold. A function is asked for it when it is stored, for what is costly to tell at each key. */
  write(name: string, value: unknown): void {
    this.#written.set(name, typeof value === 'function' ? (value as () => unknown) : () => value);
    this.#unstored.add(name);
    this.#timer ??= setTimeout(() => {
      this.flush();
    }, debounceMs);
  }

  /**
   * Puts back what the service has refused, before what has been begun there by now; its field shows it. It ends its line, as the next text
   * may be typed behind it in a moment: not so where `isWhole`, in a field of one text.
   */
  giveBack(name: string, text: string, { isWhole = false } = {}): void {
    const before = this.read(name);
    const begun = typeof before === 'string' ? before : '';
    this.write(name, isWhole && begun === '' ? text : `${text}\n${begun}`);
    this.flush();
    this.#listeners.tell(name);
  }

  /** Calls `listener` with the name of what `giveBack` has put back; gives the function that ends this. */
  readonly onGivenBack = this.#listeners.subscribe;

  /** The service has it, or the user has discarded it. */
  drop(name: string): void {
    this.#written.delete(name);
    this.#unstored.delete(name);
    this.#fleeting.delete(name);
    this.#use((storage) => {
      storage.removeItem(this.#prefix + name);
    });
  }

  /** Stores what was written a moment ago. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const name of this.#unstored) this.#store(name);
    this.#unstored.clear();
  }

  /** Stores what is written whenever the page may be gone in a moment; gives the function that ends this. */
  attend(): () => void {
    const ended = new AbortController();
    const flush = (): void => {
      this.flush();
    };
    window.addEventListener('pagehide', flush, { signal: ended.signal });
    document.addEventListener('visibilitychange', flush, { signal: ended.signal });
    return () => {
      ended.abort();
      this.flush();
    };
  }

  #store(name: string): void {
    const value = this.#written.get(name)?.();
    if (value === undefined) return;
    this.#fleeting.add(name);
    const text = JSON.stringify({ at: this.#clock(), value } satisfies Kept);
    const key = this.#prefix + name;
    this.#use((storage) => {
      storage.removeItem(key);
    });
    if (text.length > this.#limits.one) return;
    this.#makeRoom(text.length, 1);
    if (
      this.#use((storage) => {
        storage.setItem(key, text);
        return true;
      }) === true
    )
      this.#fleeting.delete(name);
  }

  /** Throws away what is too old, and then the oldest until there is room for `count` more texts of `size` characters together. */
  #makeRoom(size: number, count: number): void {
    const { all, count: most, age } = this.#limits;
    const stored = this.#all().toSorted((one, other) => one.at - other.at);
    let left = stored.reduce((sum, each) => sum + each.size, size);
    let number = stored.length + count;
    for (const each of stored) {
      if (each.at >= this.#clock() - age && left <= all && number <= most) return;
      this.#use((storage) => {
        storage.removeItem(each.key);
      });
      left -= each.size;
      number -= 1;
    }
  }

  /** What is stored of all users: they share the room. */
  #all(): readonly Stored[] {
    return (
      this.#use((storage) =>
        Object.keys(storage)
          .filter((key) => key.startsWith(prefix))
          .map((key) => ({ key, at: this.#load(key)?.at ?? 0, size: storage.getItem(key)?.length ?? 0 })),
      ) ?? []
    );
  }

  #load(key: string): Kept | null {
    return this.#use((storage) => JSON.parse(storage.getItem(key) ?? 'null') as Kept | null) ?? null;
  }

  /** A browser may forbid storage, or have no room: then what is written lasts as long as the page. */
  #use<T>(use: (storage: Storage) => T): T | undefined {
    if (this.#storage === null) return undefined;
    try {
      return use(this.#storage);
    } catch {
      return undefined;
    }
  }
}

/** The storage of this browser that outlives its tabs; null where it is forbidden. */
export function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
