// How features leave an entry in the change feed: a function of this type is handed to each of them.

import type { Actor, ChangedType } from '../contract/changes.ts';

/** What happened to one record; written in the same transaction as the change itself. */
export interface Change {
  readonly userId: string;
  readonly type: ChangedType;
  readonly action: 'created' | 'updated' | 'deleted' | 'moved';
  /** Null for configuration, and for the trash as a whole. */
  readonly id: string | null;
  readonly version: number | null;
  /** The fields that the change replaced, as they were; absent where there are none, or where they cannot be had again. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  /** What else it has to tell of itself. Unlike `before` it is kept as long as the entry. */
  readonly told?: Readonly<Record<string, unknown>> | undefined;
}

/** Of a record that has come back from the trash along with others, or that can bring others along: what `Change.told` says. */
export const backFromTrash = { isBack: true } as const;

/** Of a link that has gone or come back with a record: what `Change.told` says. It is not undone by itself. */
export const toldAlong = { isAlong: true } as const;

/** Of a record that went into the trash, which can hold several with its id: under which entry, for `Change.told`. */
export const inTrashAs = (trashEntryId: string): { readonly trashEntryId: string } => ({ trashEntryId });

/** Where a record stood among the others of what it was in: 0 is the first. */
export interface Place {
  readonly within: string;
  readonly position: number;
}

/** Of a record that has gone while the others after it have moved up untold: where it stood, for `Change.told`. */
export const goneFrom = (within: string, position: number): { readonly place: Place } => ({ place: { within, position } });

/** Whose changes they are, and what they belong to. */
export interface ChangeOrigin {
  readonly actor: Actor;
  /** Shared by the changes that were made as one; null for a single write. */
  readonly batchId: string | null;
}

/** Runs `work`, which is synchronous: what it leaves in the change feed is of this origin. Inside another call this one counts. */
export type Attribute = <T>(origin: ChangeOrigin, work: () => T) => T;

/** Appends to the change feed. To be called inside a write transaction. */
export type RecordChange = (change: Change) => void;

/** What the change feed has of a card: handed to boards, which tell of it as the card's activity. */
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
