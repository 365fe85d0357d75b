// What was done to a card, as the change feed has it. Reads only.

import type { ActivityChange, ActivityField, ActivityQuery, ActivityValue, CardActivity } from '../../contract/card-activity.ts';
import type { ChecklistItem } from '../../contract/cards.ts';
import type { Reminder } from '../../contract/reminders.ts';
import { notFound } from '../../lib/app-error.ts';
import type { CardChange, CardChanges } from '../../lib/change.ts';
import { toInstant } from '../../lib/clock.ts';
import type { CardStore } from './card-store.ts';
import type { ColumnStore } from './column-store.ts';
import { writtenFields, type StoredCard } from './stored-card.ts';

interface CardActivitiesOptions {
  readonly changes: CardChanges;
  readonly cards: Pick<CardStore, 'maybeCard'>;
  readonly columns: Pick<ColumnStore, 'maybeColumn'>;
  /** What the labels of a project are called, by their ids. */
  readonly labelNames: (userId: string, projectId: string) => ReadonlyMap<string, string>;
}

/** Unless told. */
const usualLimit = 50;
/** How much of a description is told, in characters. */
const toldLength = 200;

const storedFields = [...writtenFields, 'columnId'] as const;

type StoredField = (typeof storedFields)[number];

export class CardActivities {
  readonly #options: CardActivitiesOptions;

  constructor(options: CardActivitiesOptions) {
    this.#options = options;
  }

  /** The newest first. Throws 404. */
  of(userId: string, cardId: string, { limit = usualLimit, before = Number.MAX_SAFE_INTEGER }: ActivityQuery): CardActivity {
    const { changes, cards } = this.#options;
    const card = cards.maybeCard(userId, cardId);
    if (card === null) throw notFound('card');
    if (limit === 0) return { items: [], next: null, names: {} };
    const found = changes.newestFirst(userId, cardId, before, limit);
    const newest = found[0]?.seq ?? 0;
    // What a field is after a change is what it was before the next one of it.
    const since: Partial<Record<StoredField, unknown>> = {};
    const after = (field: StoredField): unknown => {
      if (!(field in since)) since[field] = changes.maybeLater(userId, cardId, newest, field) ?? card[field];
      return since[field];
    };
    const items = found.map((change): CardActivity['items'][number] => {
      const { seq, at, action, version, actor, batchId, isUndone, told } = change;
      const own = changesOf(change, after);
      Object.assign(since, change.before);
      const { filesAdded = [], filesRemoved = [] } = (told ?? {}) as FilesTold;
      return {
        seq,
        at: toInstant(at),
        action,
        version,
        actor,
        batchId,
        isUndone,
        changes: own,
        filesAdded: [...filesAdded],
        filesRemoved: [...filesRemoved],
      };
    });
    const last = found.at(-1)?.seq;
    const more = last !== undefined && changes.newestFirst(userId, cardId, last, 1).length > 0;
    return { items, next: more ? last : null, names: this.#names(userId, card, items) };
  }

  #names(userId: string, { projectId }: StoredCard, items: CardActivity['items']): Record<string, string> {
    const { columns, labelNames } = this.#options;
    const labels = labelNames(userId, projectId);
    const names: Record<string, string> = {};
    for (const { field, before, after } of items.flatMap(({ changes }) => changes)) {
      if (field === 'columnId') {
        for (const id of [before, after]) {
          const column = typeof id === 'string' && !(id in names) ? columns.maybeColumn(userId, id) : null;
          if (column !== null) names[column.id] = column.title;
        }
      } else if (field === 'labelIds') {
        for (const id of [before, after].flat()) {
          const name = typeof id === 'string' ? labels.get(id) : undefined;
          if (name !== undefined) names[id as string] = name;
        }
      }
    }
    return names;
  }
}

/** The files of a card that a change tells of. */
export interface FilesTold {
  readonly filesAdded?: readonly string[];
  readonly filesRemoved?: readonly string[];
}

function changesOf({ before }: CardChange, after: (field: StoredField) => unknown): ActivityChange[] {
  if (before === null) return [];
  return storedFields
    .filter((field) => field in before)
    .map((field) => ({
      field: field === 'storedLabelIds' ? 'labelIds' : (field satisfies ActivityField),
      before: valueOf(field, before[field]),
      after: valueOf(field, after(field)),
    }));
}

/** A field as an answer tells of it, of what is stored. */
function valueOf(field: StoredField, stored: unknown): ActivityValue {
  if (stored === null || stored === undefined) return null;
  switch (field) {
    case 'completedAt':
      return toInstant(stored as number);
    case 'reminders':
      return (stored as Reminder[]).map(({ minutesBefore }) => minutesBefore);
    case 'checklist': {
      const items = stored as ChecklistItem[];
      return { items: items.length, completed: items.filter(({ completed }) => completed).length };
    }
    case 'description':
      // Twice as many units hold as many characters, whatever these are.
      return Array.from((stored as string).slice(0, 2 * toldLength))
        .slice(0, toldLength)
        .join('');
    default:
      return stored as ActivityValue;
  }
}
