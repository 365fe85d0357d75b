// Brings in cards.

import type { PreparedItem } from './apply.ts';
import { adopted, broughtAlong, conflictOf, decide, hashOfFields, secondTitle } from './item-changes.ts';
import type { ItemOptions } from './note-items.ts';
import type { PlanCard, PlanFile } from './plan.ts';
import type { CardReferences, GivenFile } from './targets.ts';

export class CardItems {
  readonly #options: ItemOptions;

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  /** Throws the system's errors. */
  async prepare(item: PlanCard): Promise<PreparedItem> {
    const { targets, references, contents, userId } = this.#options;
    const { source, id: asked } = item;
    const { source: _source, id: _id, createdAt: _created, updatedAt: _updated, type: _type, files, ...fields } = item;
    const hash = hashOfFields([fields, contents.signatures(files)]);
    const known = references.maybeKnown('card', source);
    const decision = decide(known, known === null ? null : (targets.card.maybeState(userId, known.recordId)?.version ?? null), hash);
    if (decision.do === 'nothing') {
      references.is('card', source, decision.id);
      return () => 'unchanged';
    }
    const standing = asked === undefined ? null : targets.card.maybeState(userId, asked);
    if (decision.do === 'create' && asked !== undefined && standing !== null) {
      const as = adopted(standing, item);
      if (as !== 'second')
        return () => {
          references.put('card', source, { recordId: asked, hash, version: as.version });
          return 'unchanged';
        };
      const own = await this.#taken(files);
      const second = { id: asked, version: standing.version };
      return () => this.#second(item, hash, second, own);
    }
    if (decision.do === 'update') return () => this.#update(item, hash, decision.id);
    const given = await this.#taken(files);
    if (decision.do === 'second') return () => this.#second(item, hash, decision, given);
    return () => this.#create(item, hash, given);
  }

  #create(item: PlanCard, hash: string, files: readonly GivenFile[]): 'created' {
    const { targets, references, userId } = this.#options;
    const as = broughtAlong(item, references.freeId('card', item.id, item.title));
    const written = targets.card.create(userId, item, this.#references(item), as);
    targets.files.addToCard(userId, written.id, files);
    references.put('card', item.source, { recordId: written.id, hash, version: written.version });
    return 'created';
  }

  #update(item: PlanCard, hash: string, id: string): 'updated' {
    const { targets, references, userId } = this.#options;
    const { version } = targets.card.update(userId, id, item, this.#references(item));
    references.put('card', item.source, { recordId: id, hash, version });
    return 'updated';
  }

  #second(
    item: PlanCard,
    hash: string,
    { id, version }: { readonly id: string; readonly version: number },
    files: readonly GivenFile[],
  ): 'kept' {
    const { targets, references, warnings, clock, userId } = this.#options;
    const title = secondTitle(item.title, clock());
    const written = targets.card.create(userId, { ...item, title }, this.#references(item), {});
    targets.files.addToCard(userId, written.id, files);
    references.put('card', item.source, { recordId: id, hash, version });
    warnings.add(conflictOf(item.title, title));
    return 'kept';
  }

  async #taken(files: readonly PlanFile[]): Promise<GivenFile[]> {
    const taken = await this.#options.contents.take(files);
    return taken.map(({ given }) => given);
  }

  #references({ column, labels }: PlanCard): CardReferences {
    const { references } = this.#options;
    return {
      columnId: references.maybeId('column', column) ?? '',
      labelIds: labels.flatMap((label) => references.maybeId('label', label) ?? []),
    };
  }
}
