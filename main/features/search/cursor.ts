// Where a search goes on: for each kind the last hit that was given. Pure.

import { searchTypes, type SearchType } from '../../contract/search.ts';
import { invalid } from '../../lib/app-error.ts';
import { maybeJson } from '../../lib/json.ts';
import type { LastHit } from './store.ts';

export type HitPositions = Partial<Readonly<Record<SearchType, LastHit>>>;

export function writeCursor(places: HitPositions): string {
  const parts = searchTypes.flatMap((type, index) => {
    const place = places[type];
    return place === undefined ? [] : [[index, place.score, place.number, place.record]];
  });
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws 400 for what no answer has given. */
export function readCursor(cursor: string): HitPositions {
  const refused = invalid({ path: 'cursor', message: 'is not one that a search has given' });
  const parts = maybeJson(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(parts) || parts.length > searchTypes.length) throw refused;
  return Object.fromEntries(
    parts.map((part: unknown) => {
      const [index, score, number, record = ''] = Array.isArray(part) ? (part as unknown[]) : [];
      const type = typeof index === 'number' ? searchTypes[index] : undefined;
      if (type === undefined || typeof score !== 'number' || !Number.isSafeInteger(number) || typeof record !== 'string') throw refused;
      return [type, { score, number: number as number, record }];
    }),
  );
}
