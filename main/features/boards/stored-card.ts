// A card as it is stored, and as a row of the database.

import { isDeepStrictEqual } from 'node:util';
import type { ChecklistItem, Priority } from '../../contract/cards.ts';
import type { Reminder } from '../../contract/reminders.ts';
import { folded } from '../../lib/folded.ts';
import type { RecordText } from '../../lib/text-watchers.ts';
import type { Due } from './due-date.ts';

/** A card as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredCard extends Due {
  readonly id: string;
  readonly columnId: string;
  readonly projectId: string;
  /** Gives its place in the column; see order.ts. */
  readonly orderKey: string;
  readonly title: string;
  readonly description: string | null;
  readonly priority: Priority | null;
  readonly dueDate: string | null;
  readonly reminders: readonly Reminder[];
  /** Since when it rings: `ringsFromAfter` tells. Absent or null, in those of earlier versions: always. */
  readonly ringsFrom?: number | null;
  readonly progress: number;
  readonly completedAt: number | null;
  readonly isArchived: boolean;
  /** Only of one that is archived. */
  readonly isTemplate: boolean;
  /** Those of `storedLabelIds` that are labels of its project. */
  readonly labelIds: readonly string[];
  readonly storedLabelIds: readonly string[];
  readonly checklist: readonly ChecklistItem[];
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What an answer tells of a card, but for its place and its files. */
export type ShownCard = Omit<StoredCard, 'columnId' | 'projectId' | 'orderKey' | 'storedLabelIds' | 'dueAt' | 'dueIsLocal' | 'ringsFrom'>;

/** What differs in a row of the database: JSON, and 0 or 1. */
interface AsStored {
  readonly checklist: string;
  readonly reminders: string | null;
  readonly isArchived: 0 | 1;
  readonly isTemplate: 0 | 1;
  readonly labelIds: string | null;
}

export type ShownRow = Omit<ShownCard, keyof AsStored> & AsStored;

/** A `StoredCard` as a row of the database. */
export interface Row extends Omit<StoredCard, keyof AsStored | 'storedLabelIds'>, AsStored {
  readonly storedLabelIds: string | null;
}

/** A card that was looked up by its id. */
export interface FoundCard extends StoredCard {
  readonly hasAttachments: boolean;
}

export interface FoundCardRow extends Row {
  readonly hasAttachments: 0 | 1;
}

/** What an update writes on a card. */
export const writtenFields = [
  'title',
  'description',
  'priority',
  'dueDate',
  'reminders',
  'progress',
  'completedAt',
  'isArchived',
  'isTemplate',
  'storedLabelIds',
  'checklist',
] as const;

/**
 * When it was made, came back from the trash, or last came to ring at other times, in milliseconds since the Unix epoch: what was over by
 * then counts as told.
 */
export function ringsFromAfter(before: StoredCard, next: StoredCard, now: number): number | null {
  return isDeepStrictEqual(timesOf(before), timesOf(next)) ? (before.ringsFrom ?? null) : now;
}

function timesOf({ dueDate, reminders, completedAt, isArchived }: StoredCard): object {
  return { dueDate, reminders, rings: completedAt === null && !isArchived };
}

/** What a card says. */
export const cardRecordText = ({ title, description }: StoredCard): RecordText => ({ title, description, others: [] });

/** As they are stored: JSON, null for none. */
export const readReminders = (stored: string | null): Reminder[] => (stored === null ? [] : (JSON.parse(stored) as Reminder[]));

const readIds = (stored: string | null): string[] => (stored === null ? [] : (JSON.parse(stored) as string[]));

export function toCard(row: Row): StoredCard {
  return { ...toShown(row), storedLabelIds: readIds(row.storedLabelIds) };
}

export function toShown<Of extends ShownRow>(row: Of): Omit<Of, keyof AsStored> & Pick<ShownCard, keyof AsStored> {
  return {
    ...row,
    checklist: JSON.parse(row.checklist) as ChecklistItem[],
    reminders: readReminders(row.reminders),
    isArchived: row.isArchived === 1,
    isTemplate: row.isTemplate === 1,
    labelIds: readIds(row.labelIds),
  };
}

export function toFound(row: FoundCardRow): FoundCard {
  return { ...row, ...toCard(row), hasAttachments: row.hasAttachments === 1 };
}

export function toRow(userId: string, card: StoredCard): object {
  const { title, description, checklist, reminders, storedLabelIds } = card;
  // The separator is a character that is not typed, so that no hit reaches from the title into the description.
  return {
    ...card,
    userId,
    checklist: JSON.stringify(checklist),
    isArchived: null,
    isTemplate: card.isTemplate ? 1 : 0,
    labelIds: null,
    storedLabelIds: storedLabelIds.length === 0 ? null : JSON.stringify(storedLabelIds),
    // Those without are in no index of reminders.
    reminders: reminders.length === 0 ? null : JSON.stringify(reminders),
    ringsFrom: card.ringsFrom ?? null,
    search: folded(`${title}\u001F${description ?? ''}`),
  };
}
