// Looks through all vectors of a user, on a connection of its own: for a thread.

import { connectBeside, type PlacedFiles } from '../../storage/connection.ts';
import type { EmbeddedType } from './embedding-store.ts';
import { similarity, unpackedVector } from './vector.ts';

export interface NearestJob {
  /** The database. */
  readonly files: PlacedFiles;
  readonly userId: string;
  readonly types: readonly EmbeddedType[];
  /** As `packVector` gives it. */
  readonly vector: Uint8Array;
  /** How many records. */
  readonly limit: number;
  /** Those of less similarity are none. */
  readonly least: number;
}

export interface Near {
  readonly type: EmbeddedType;
  readonly id: string;
  /** The nearest of its pieces. */
  readonly piece: number;
  /** 1 for the same direction. */
  readonly similarity: number;
}

/** The records whose nearest piece is nearest, best first. */
export function nearestRecords({ files, userId, types, vector, limit, least }: NearestJob): Near[] {
  const connection = connectBeside(files, 'reading');
  try {
    const wanted = unpackedVector(vector);
    const best = new Map<string, Near>();
    const rows = connection
      .prepare<[string], { type: EmbeddedType; id: string; piece: number; vector: Uint8Array }>(
        'SELECT type, record_id AS id, piece, vector FROM embeddings WHERE user_id = ?',
      )
      .iterate(userId);
    for (const { type, id, piece, vector: bytes } of rows) {
      if (!types.includes(type)) continue;
      const near = similarity(wanted, unpackedVector(bytes));
      if (near >= least && near > (best.get(id)?.similarity ?? 0)) best.set(id, { type, id, piece, similarity: near });
    }
    return [...best.values()].toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1)).slice(0, limit);
  } finally {
    connection.close();
  }
}
