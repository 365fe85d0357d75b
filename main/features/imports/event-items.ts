// Brings in events that another Daybook has told of, record by record.

import type { Came, PreparedItem } from './apply.ts';
import { adopted, broughtAlong, conflictOf, decide, hashOfFields, secondTitle } from './item-changes.ts';
import type { ItemOptions } from './note-items.ts';
import type { PlanEvent } from './plan.ts';
import type { EventReferences, Written } from './targets.ts';

export class EventItems {
  readonly #options: ItemOptions;

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  prepare(item: PlanEvent): PreparedItem {
    const { source: _source, id: _id, createdAt: _created, updatedAt: _updated, type: _type, version: _version, ...fields } = item;
    const hash = hashOfFields([fields]);
    return () => this.#bring(item, hash);
  }

  #bring(item: PlanEvent, hash: string): Came {
    const { targets, references, userId } = this.#options;
    const { source, id: asked } = item;
    const known = references.maybeKnown('event', source);
    const state = known === null ? null : targets.event.maybeState(userId, known.recordId);
    const decision = decide(known, state?.version ?? null, hash);
    if (decision.do === 'nothing') {
      references.is('event', source, decision.id);
      return 'unchanged';
    }
    if (decision.do === 'update') {
      references.put('event', source, { recordId: decision.id, hash, version: targets.event.update(userId, decision.id, item).version });
      return 'updated';
    }
    if (decision.do === 'second') return this.#second(item, hash, decision.id, state);
    const standing = asked === undefined ? null : targets.event.maybeState(userId, asked);
    if (asked !== undefined && standing !== null) {
      const as = adopted(standing, item);
      if (as === 'second') return this.#second(item, hash, asked, standing);
      references.put('event', source, { recordId: asked, hash, version: as.version });
      return 'unchanged';
    }
    const { id, version } = this.#create(item, references.freeId('event', asked, item.title));
    references.put('event', source, { recordId: id, hash, version });
    return 'created';
  }

  #create(item: PlanEvent, as: { readonly id?: string }): Written {
    return this.#options.targets.event.create(this.#options.userId, item, this.#references(item), broughtAlong(item, as));
  }

  /** Ours stays. Of a subscription that is all: what is at its address counts. */
  #second(
    item: PlanEvent,
    hash: string,
    id: string,
    standing: { readonly version: number; readonly isWritable: boolean } | null,
  ): 'kept' | 'unchanged' {
    const { references, warnings, clock } = this.#options;
    references.put('event', item.source, { recordId: id, hash, version: standing?.version ?? null });
    if (standing?.isWritable === false) return 'unchanged';
    const title = secondTitle(item.title, clock());
    // The same UID would stand for both.
    this.#create({ ...item, title, eventSource: null }, {});
    warnings.add(conflictOf(item.title, title));
    return 'kept';
  }

  #references({ calendar, followsId }: PlanEvent): EventReferences {
    const { references } = this.#options;
    return { calendarId: references.maybeId('calendar', calendar), followsId: references.maybeId('event', followsId) ?? followsId };
  }
}
