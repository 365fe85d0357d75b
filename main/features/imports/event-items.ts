// Brings in events that another Daybook has told of, record by record.

import { secondTitle, type EventReferences } from '../../lib/imported-record.ts';
import type { Came, PreparedItem } from './apply.ts';
import { broughtAlong, conflictOf, decideItem, hashOfFields, type ItemDecision } from './item-changes.ts';
import type { ItemOptions } from './note-items.ts';
import type { PlanEvent } from './plan.ts';
import type { WrittenRecord } from './targets.ts';

function hashOf({
  source: _source,
  id: _id,
  createdAt: _created,
  updatedAt: _updated,
  type: _type,
  version: _version,
  ...fields
}: PlanEvent) {
  return hashOfFields([fields]);
}

export class EventItems {
  readonly #options: ItemOptions;

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  prepare(item: PlanEvent): PreparedItem {
    const hash = hashOf(item);
    return () => this.#bring(item, hash);
  }

  /** What is to be done as things are now. Changes nothing. */
  foresee(item: PlanEvent): ItemDecision {
    const decision = this.#decide(item, hashOf(item));
    if (decision.do !== 'second' || this.#isWritable(decision.id)) return decision;
    return { do: 'nothing', id: decision.id };
  }

  #bring(item: PlanEvent, hash: string): Came {
    const { references, noteLinks } = this.#options;
    const { source } = item;
    const decision = this.#decide(item, hash);
    switch (decision.do) {
      case 'nothing':
        references.is('event', source, decision.id);
        return 'unchanged';
      case 'adopt':
        references.putStanding('event', source, { recordId: decision.id, hash, version: decision.version });
        return 'unchanged';
      case 'update':
        return this.#update(item, hash, decision.id);
      case 'second':
        return this.#second(item, hash, decision.id);
      case 'create': {
        references.tellTaken('event', item.id, item.title);
        const { id, version } = this.#create(item, references.freeId('event', noteLinks.idFor(item)));
        references.put('event', source, { recordId: id, hash, version });
        return 'created';
      }
    }
  }

  #decide(item: PlanEvent, hash: string): ItemDecision {
    const { targets, references, userId } = this.#options;
    return decideItem(item, { type: 'event', hash, references, maybeState: (id) => targets.event.maybeState(userId, id) });
  }

  #isWritable(id: string): boolean {
    const { targets, userId } = this.#options;
    return targets.event.maybeState(userId, id)?.isWritable !== false;
  }

  #update(item: PlanEvent, hash: string, recordId: string): 'updated' {
    const { targets, references, warnings, userId } = this.#options;
    const { version, isThere } = targets.event.update(userId, recordId, this.#relinked(item), this.#references(item));
    if (!isThere)
      warnings.add({ path: item.title, kind: 'lost', message: 'It cannot go into its calendar: it stays in the one that it is in here' });
    references.put('event', item.source, { recordId, hash, version });
    return 'updated';
  }

  #create(item: PlanEvent, as: { readonly id?: string }): WrittenRecord {
    return this.#options.targets.event.create(this.#options.userId, this.#relinked(item), this.#references(item), broughtAlong(item, as));
  }

  /** Ours stays. Of a subscription that is all: what is at its address counts. */
  #second(item: PlanEvent, hash: string, own: string): 'kept' | 'unchanged' {
    const { references, warnings, clock } = this.#options;
    references.is('event', item.source, own);
    if (!this.#isWritable(own)) return 'unchanged';
    const title = secondTitle(item.title, clock());
    // The same UID would stand for both.
    const { id } = this.#create({ ...item, title, eventSource: null }, {});
    references.putSecond('event', item.source, { id, hash });
    warnings.add(conflictOf(item.title, title));
    return 'kept';
  }

  #relinked(item: PlanEvent): PlanEvent {
    const { noteLinks } = this.#options;
    const overrides = item.overrides.map(({ fields, ...override }) => {
      const { description } = fields;
      return {
        ...override,
        fields: typeof description === 'string' ? { ...fields, description: noteLinks.relinked(description) } : fields,
      };
    });
    return { ...item, description: noteLinks.relinked(item.description), overrides };
  }

  #references({ calendar, followsId }: PlanEvent): EventReferences {
    const { references } = this.#options;
    return { calendarId: references.maybeId('calendar', calendar), followsId: references.maybeId('event', followsId) ?? followsId };
  }
}
