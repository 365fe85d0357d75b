// How features leave an entry in the change feed: a function of this type is handed to each of them.

/** What happened to one record; written in the same transaction as the change itself. */
export interface Change {
  readonly userId: string;
  readonly type: 'note' | 'column' | 'card' | 'event' | 'config';
  readonly action: 'created' | 'updated' | 'deleted' | 'moved';
  /** Null for configuration. */
  readonly id: string | null;
  readonly version: number | null;
}

/** Appends to the change feed. To be called inside a write transaction. */
export type RecordChange = (change: Change) => void;
