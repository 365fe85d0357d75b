// Files that the user has given and the service does not have: kept in the browser's database until it has.
//
// They are kept under the id of their writer and shown to no other user. Where the browser forbids its database, they last as long as
// the page. What grows has a limit.

import { dayMs } from '../../main/contract/days.ts';

interface KeptFile {
  /** Its Idempotency-Key, by which the text knows it until it has a name. */
  readonly key: string;
  readonly userId: string;
  /** The note that it belongs to; of one that is still to be created, the id by which the page knows it. */
  readonly noteId: string;
  /** Null once the service has it. */
  readonly file: File | null;
  /** What the service calls it; null until it has it. */
  readonly name: string | null;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Bytes of all files that wait. */
const maxBytes = 200 * 1024 * 1024;
/** For how many milliseconds a file waits, and is known by its key. */
const lifetime = 30 * dayMs;

const store = 'files';

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => {
      resolve(request.result);
    });
    request.addEventListener('error', () => {
      reject(request.error ?? new Error('The browser’s database does not answer'));
    });
  });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('daybook', 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(store, { keyPath: 'key' });
  });
  return settled(request);
}

export class KeptFiles {
  readonly #userId: string | null;
  readonly #known = new Map<string, KeptFile>();
  /** Those of this page that are not in the database. */
  readonly #fleeting = new Set<string>();
  #database: Promise<IDBDatabase> | null = null;
  #loaded: Promise<void> | null = null;

  /** `userId` is null for a session that does not tell: then nothing outlives the page. */
  constructor(userId: string | null) {
    this.#userId = userId;
  }

  /** Whether a file would be lost with this page. */
  get isFleeting(): boolean {
    return this.#fleeting.size > 0;
  }

  /** What is kept under this key, as far as it is known yet. */
  maybe(key: string): KeptFile | null {
    return this.#known.get(key) ?? null;
  }

  /** All that is kept. */
  get all(): readonly KeptFile[] {
    return [...this.#known.values()];
  }

  /** Whether there is room for another file of that many bytes. */
  hasRoom(bytes: number): boolean {
    return this.all.reduce((sum, { file }) => sum + (file?.size ?? 0), bytes) <= maxBytes;
  }

  /** Reads what pages before this one have kept, once. */
  load(): Promise<void> {
    this.#loaded ??= this.#use('readonly', async (files) => {
      for (const kept of (await settled(files.getAll())) as KeptFile[]) {
        if (kept.userId !== this.#userId || this.#known.has(kept.key)) continue;
        if (kept.at < Date.now() - lifetime) void this.#use('readwrite', (some) => settled(some.delete(kept.key))).catch(() => undefined);
        else this.#known.set(kept.key, kept);
      }
    }).catch(() => undefined);
    return this.#loaded;
  }

  /** Keeps it, or what it has become. */
  async put(kept: Omit<KeptFile, 'userId'>): Promise<void> {
    const { key } = kept;
    const whole: KeptFile = { ...kept, userId: this.#userId ?? '' };
    this.#known.set(key, whole);
    if (whole.file === null) this.#fleeting.delete(key);
    else this.#fleeting.add(key);
    try {
      if (this.#userId === null) return;
      await this.#use('readwrite', (files) => settled(files.put(whole)));
      this.#fleeting.delete(key);
    } catch {
      // It lasts as long as the page.
    }
  }

  drop(key: string): void {
    this.#known.delete(key);
    this.#fleeting.delete(key);
    void this.#use('readwrite', (files) => settled(files.delete(key))).catch(() => undefined);
  }

  async #use<T>(mode: IDBTransactionMode, use: (files: IDBObjectStore) => Promise<T>): Promise<T> {
    this.#database ??= openDatabase();
    return use((await this.#database).transaction(store, mode).objectStore(store));
  }
}
