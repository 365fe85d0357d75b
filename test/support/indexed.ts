// What the service does by itself some time after a write: a test that counts statements waits for the end of it.

import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { vi } from 'vitest';

/** Settles once all cards and events are in their indexes. */
export async function allIndexed({ dataDir }: { readonly dataDir: string }): Promise<void> {
  const reader = new Sqlite(join(dataDir, 'daybook.db'), { readonly: true });
  try {
    const pending = reader.prepare<[], number>('SELECT count(*) FROM unindexed_words').pluck();
    await vi.waitUntil(() => pending.get() === 0, { timeout: 60_000, interval: 20 });
  } finally {
    reader.close();
  }
}

/** Settles once what was written of all notes is in their index. */
export async function notesIndexed({ dataDir }: { readonly dataDir: string }): Promise<void> {
  const reader = new Sqlite(join(dataDir, 'daybook.db'), { readonly: true });
  try {
    const pending = reader.prepare<[], number>('SELECT count(*) FROM notes WHERE indexed_version < version').pluck();
    await vi.waitUntil(() => pending.get() === 0, { timeout: 60_000, interval: 20 });
  } finally {
    reader.close();
  }
}
