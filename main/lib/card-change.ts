// What the change feed has of a card: handed to boards, which tell of it as the card's activity.

import type { Actor } from '../contract/changes.ts';
import type { Change } from './change.ts';

export interface CardChange {
  readonly seq: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly action: Change['action'];
  readonly version: number | null;
  readonly actor: Actor;
  readonly batchId: string | null;
  readonly isUndone: boolean;
  /** What it replaced; null where there is nothing, or not any more. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly told: Readonly<Record<string, unknown>> | null;
}

/** Reads them, the newest first. */
export interface CardChanges {
  /** Up to `limit` changes from before the one with the number `until`; fewer where they are large, none where there are no more. */
  newestFirst(userId: string, cardId: string, until: number, limit: number): readonly CardChange[];
  /** What a field was before the first change of it after `seq`; undefined where that is not known. */
  maybeLater(userId: string, cardId: string, seq: number, field: string): unknown;
}
