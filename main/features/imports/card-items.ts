// Brings in cards.

import type { ImportWarning } from '../../contract/imports.ts';
import { secondTitle } from '../../lib/imported-record.ts';
import type { PreparedItem } from './apply.ts';
import { broughtAlong, conflictOf, decideItem, filesLeft, hashOfFields, isSameFile, type ItemDecision } from './item-changes.ts';
import type { ItemOptions } from './note-items.ts';
import type { PlanCard, PlanFile, SourceId } from './plan.ts';
import type { CardReferences, GivenFile } from './targets.ts';

/** Up to this number of cards before one are asked for that is still in its column. */
const maxBehind = 50;

export class CardItems {
  readonly #options: ItemOptions;
  /** The card before each in its column there; null for the first. */
  readonly #before = new Map<SourceId, SourceId | null>();
  /** The last card of each column so far. */
  readonly #last = new Map<SourceId, SourceId>();

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  /** Throws the system's errors. */
  async prepare(item: PlanCard): Promise<PreparedItem> {
    const { references } = this.#options;
    const { source, column, files } = item;
    if (!this.#before.has(source)) {
      this.#before.set(source, this.#last.get(column) ?? null);
      this.#last.set(column, source);
    }
    const hash = this.#hashOf(item);
    const decision = this.#decide(item, hash);
    if (decision.do === 'nothing') {
      references.is('card', source, decision.id);
      return () => 'unchanged';
    }
    if (decision.do === 'adopt')
      return () => {
        references.putStanding('card', source, { recordId: decision.id, hash, version: decision.version });
        return 'unchanged';
      };
    const given = await this.#taken(files);
    if (decision.do === 'update') return () => this.#update(item, hash, decision.id, given);
    if (decision.do === 'second') return () => this.#second(item, hash, decision.id, given);
    return () => this.#create(item, hash, given);
  }

  /** What is to be done as things are now. Changes nothing. */
  foresee(item: PlanCard): ItemDecision {
    return this.#decide(item, this.#hashOf(item));
  }

  #hashOf({
    source: _source,
    id: _id,
    createdAt: _created,
    updatedAt: _updated,
    updatedBefore: _before,
    type: _type,
    links: _links,
    files,
    ...fields
  }: PlanCard): string {
    return hashOfFields([fields, this.#options.contents.signatures(files)]);
  }

  #decide(item: PlanCard, hash: string): ItemDecision {
    const { targets, references, userId } = this.#options;
    return decideItem(item, { type: 'card', hash, references, maybeState: (id) => targets.card.maybeState(userId, id) });
  }

  #create(item: PlanCard, hash: string, files: readonly GivenFile[]): 'created' {
    const { targets, references, noteLinks, userId } = this.#options;
    references.tellTaken('card', item.id, item.title);
    const as = broughtAlong(item, references.freeId('card', noteLinks.idFor(item)));
    const written = targets.card.create(userId, this.#relinked(item), this.#placed(item), as);
    targets.files.addToCard(userId, written.id, files);
    references.put('card', item.source, { recordId: written.id, hash, version: written.version });
    return 'created';
  }

  /** Files that it has here and not there stay with it. */
  #update(item: PlanCard, hash: string, id: string, files: readonly GivenFile[]): 'updated' {
    const { targets, references, warnings, userId } = this.#options;
    const standing = targets.files.ofCard(userId, id);
    const added = files.filter((file) => !standing.some((each) => isSameFile(each, file)));
    const filesAdded = added.map(({ filename }) => filename);
    // An undo goes backwards: it takes the files away after it has given the card back.
    targets.files.addToCard(userId, id, added, true);
    const { version, hasColumn } = targets.card.update(userId, id, this.#relinked(item), { ...this.#placed(item), filesAdded });
    if (!hasColumn) this.#tell(item, 'lost', 'Its column did not come in: it stays in the one that it is in here');
    const left = standing.filter((each) => !files.some((file) => isSameFile(each, file))).length;
    if (left > 0) warnings.add(filesLeft(item.title, left));
    references.putUpdated('card', item.source, { recordId: id, hash, version });
    return 'updated';
  }

  #tell({ title }: PlanCard, kind: ImportWarning['kind'], message: string): void {
    this.#options.warnings.add({ path: title, kind, message });
  }

  #second(item: PlanCard, hash: string, own: string, files: readonly GivenFile[]): 'kept' | 'unchanged' {
    const { targets, references, warnings, clock, userId } = this.#options;
    references.is('card', item.source, own);
    // Another import can have brought it in meanwhile.
    if (references.hasSecond('card', item.source, hash)) return 'unchanged';
    const title = secondTitle(item.title, clock());
    const written = targets.card.create(userId, { ...this.#relinked(item), title }, this.#references(item), {});
    targets.files.addToCard(userId, written.id, files);
    references.putSecond('card', item.source, { id: written.id, hash });
    warnings.add(conflictOf(item.title, title));
    return 'kept';
  }

  async #taken(files: readonly PlanFile[]): Promise<GivenFile[]> {
    const taken = await this.#options.contents.take(files);
    return taken.map(({ given }) => given);
  }

  #relinked(item: PlanCard): PlanCard {
    return { ...item, description: this.#options.noteLinks.relinked(item.description, item.links) };
  }

  /** With where it is to stand in a column that was here before. */
  #placed(item: PlanCard): CardReferences {
    const { references } = this.#options;
    if (references.isNewColumn(item.column)) return this.#references(item);
    const behind: string[] = [];
    for (
      let source = this.#before.get(item.source) ?? null;
      source !== null && behind.length < maxBehind;
      source = this.#before.get(source) ?? null
    ) {
      const id = references.maybeId('card', source);
      if (id !== null) behind.push(id);
    }
    return { ...this.#references(item), behind };
  }

  #references({ column, labels }: PlanCard): CardReferences {
    const { references } = this.#options;
    return {
      columnId: references.maybeId('column', column) ?? '',
      labelIds: labels.flatMap((label) => references.maybeId('label', label) ?? []),
    };
  }
}
