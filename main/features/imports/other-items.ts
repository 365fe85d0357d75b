// Brings in notebooks, projects with their labels, columns, calendars, links, and saved searches: what is there already stays as it is.

import { readFile } from 'node:fs/promises';
import type { ImportFound } from '../../contract/imports.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Imported } from '../../lib/imported-record.ts';
import type { Came, PreparedItem } from './apply.ts';
import type { ImportedType } from './import-store.ts';
import { broughtAlong, warningsOfFile } from './item-changes.ts';
import type { ItemOptions } from './note-items.ts';
import type {
  PlanCalendar,
  PlanCard,
  PlanColumn,
  PlanEvent,
  PlanItem,
  PlanLink,
  PlanNote,
  PlanNotebook,
  PlanProject,
  PlanSavedSearch,
} from './plan.ts';
import type { WrittenRecord } from './targets.ts';

interface OtherItemsOptions extends ItemOptions {
  readonly caller: Caller;
  readonly batchId: string;
  readonly signal: AbortSignal;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly count: (kind: keyof ImportFound, came: Came, number: number) => void;
}

type Other = Exclude<PlanItem, PlanNote | PlanCard | PlanEvent>;

export class OtherItems {
  readonly #options: OtherItemsOptions;

  constructor(options: OtherItemsOptions) {
    this.#options = options;
  }

  /** Null for what has come in already, in writes of its own. */
  async prepare(item: Other): Promise<PreparedItem | null> {
    switch (item.type) {
      case 'notebook':
        return () => this.#notebook(item);
      case 'project':
        return () => this.#project(item);
      case 'column':
        return () => this.#column(item);
      case 'saved_search':
        return () => this.#savedSearch(item);
      case 'link':
        return () => this.#link(item);
      case 'calendar':
        await this.#calendar(await this.asKnown(item));
        return null;
    }
  }

  /** What would come of it as things are now; null for a link. Changes nothing. */
  foresee(item: Exclude<Other, PlanLink>): 'created' | 'updated' | 'unchanged' {
    const { targets, references, userId } = this.#options;
    const { type } = item;
    const target = type === 'saved_search' ? targets.savedSearch : targets[type];
    const standing = this.#maybeStanding(type, item, (id) => target.maybeVersion(userId, id));
    if (standing !== null) references.is(type, item.source, standing.id);
    if (standing !== null) return 'unchanged';
    if (type !== 'calendar' || item.isDefault !== true) return 'created';
    return targets.calendar.changesDefault(userId, item) ? 'updated' : 'unchanged';
  }

  /** A calendar under the source by which it is known, be that a former one. */
  async asKnown(item: PlanCalendar): Promise<PlanCalendar> {
    const { references } = this.#options;
    if (references.maybeKnown('calendar', item.source) !== null) return item;
    for (const source of item.formerSources ?? []) {
      const known = references.maybeKnown('calendar', source);
      if (known !== null && (await this.#isSame(item, known.recordId))) return { ...item, source };
    }
    return item;
  }

  /** Whether a calendar that came in under a path alone is this one: by its name, or, as that may be another here, by what is in it. */
  async #isSame({ name, file }: PlanCalendar, id: string): Promise<boolean> {
    const { targets, contents, caller, signal, userId } = this.#options;
    const standing = targets.calendar.maybeName(userId, id);
    if (standing === null || standing === name || file === null) return standing === name;
    const bytes = await readFile(contents.pathOf(file));
    const counts = await targets.calendar.importFile({ caller, calendarId: id, batchId: null, bytes, signal });
    return counts.updated + counts.unchanged + counts.kept > counts.created;
  }

  #notebook(item: PlanNotebook): Came {
    const { targets, references, userId } = this.#options;
    const { name, parent, isTemplates = false } = item;
    return this.#ensure(
      'notebook',
      item,
      (id) => targets.notebook.maybeVersion(userId, id),
      (as) => targets.notebook.create(userId, { name, parentId: references.maybeId('notebook', parent), isTemplates }, as),
    );
  }

  #savedSearch(item: PlanSavedSearch): Came {
    const { targets, userId } = this.#options;
    const { name, query } = item;
    return this.#ensure(
      'saved_search',
      item,
      (id) => targets.savedSearch.maybeVersion(userId, id),
      (as) => targets.savedSearch.create(userId, { name, query }, as),
    );
  }

  #project(item: PlanProject): Came {
    const { targets, references, userId, newId, warnings } = this.#options;
    const labels = item.labels.map((label) => ({ ...label, id: newId(), ...references.freeId('label', label.id) }));
    const came = this.#ensure(
      'project',
      item,
      (id) => targets.project.maybeVersion(userId, id),
      (as) => {
        const labelOf = (source: string | null): string | null => labels.find((label) => label.source === source)?.id ?? null;
        const filters = (item.filters ?? []).map(({ id = newId(), label, ...filter }) => ({ ...filter, id, labelId: labelOf(label) }));
        return targets.project.create(userId, item, { ...as, labels, filters });
      },
    );
    for (const [index, { source, id, name }] of labels.entries()) {
      const asked = item.labels[index]?.id;
      const known = references.maybeKnown('label', source);
      if (came === 'created') references.put('label', source, { recordId: id, hash: '', version: null });
      else if (known !== null) references.is('label', source, known.recordId);
      else if (asked === undefined)
        warnings.add({
          path: item.name,
          kind: 'lost',
          message: `The label "${name}" is new there: it does not come into the board that is here`,
        });
      else references.is('label', source, asked);
    }
    return came;
  }

  #column(item: PlanColumn): Came {
    const { targets, references, userId } = this.#options;
    return this.#ensure(
      'column',
      item,
      (id) => targets.column.maybeVersion(userId, id),
      (as) => targets.column.create(userId, item, references.maybeId('project', item.project) ?? '', as),
    );
  }

  #link(item: PlanLink): Came {
    const { id: asked, from, to } = item;
    const { targets, references, caller, warnings } = this.#options;
    const [fromId = null, toId = null] = [from, to].map(({ type, source }) => references.maybeId(type, source));
    const as = broughtAlong(item, references.freeId('link', asked));
    const written = fromId === null || toId === null ? null : targets.link(caller, { ...from, id: fromId }, { ...to, id: toId }, as);
    if (written === null) {
      const message = 'A record that it leads from or to did not come in, or has too many links';
      warnings.add({ path: `${from.type} → ${to.type}`, kind: 'link', message });
    }
    return written === null || written === 'duplicate' ? 'unchanged' : 'created';
  }

  /** A record that is as it is when it is there, be it under the id that it asks for. */
  #ensure(
    type: Extract<ImportedType, Other['type']>,
    item: Other,
    maybeVersion: (id: string) => number | null,
    create: (as: Imported) => WrittenRecord,
  ): Came {
    const { references } = this.#options;
    const { source, id: asked } = item;
    const standing = this.#maybeStanding(type, item, maybeVersion);
    if (standing !== null) {
      const { id, version, isKnown } = standing;
      if (isKnown) references.is(type, source, id);
      else references.putStanding(type, source, { recordId: id, hash: '', version });
      return 'unchanged';
    }
    const written = create(broughtAlong(item, references.freeId(type, asked)));
    references.put(type, source, { recordId: written.id, hash: '', version: written.version });
    return 'created';
  }

  /** The record that an item stands for: the one that it has become before, or that has the id that it asks for. */
  #maybeStanding(
    type: Extract<ImportedType, Other['type']>,
    { source, id: asked }: Other,
    maybeVersion: (id: string) => number | null,
  ): { readonly id: string; readonly version: number | null; readonly isKnown: boolean } | null {
    const known = this.#options.references.maybeKnown(type, source);
    if (known !== null && maybeVersion(known.recordId) !== null) return { id: known.recordId, version: known.version, isKnown: true };
    const version = asked === undefined ? null : maybeVersion(asked);
    return asked === undefined || version === null ? null : { id: asked, version, isKnown: false };
  }

  async #calendar(item: PlanCalendar): Promise<void> {
    const { targets, references, contents, caller, batchId, signal, warnings, write, count } = this.#options;
    const { file } = item;
    count('calendars', await write(() => this.#calendarItself(item)), 1);
    if (file === null) return;
    const calendarId = references.maybeId('calendar', item.source) ?? '';
    const bytes = await readFile(contents.pathOf(file));
    const counts = await targets.calendar.importFile({ caller, calendarId, batchId, bytes, signal });
    for (const came of ['created', 'updated', 'unchanged', 'kept'] as const) count('events', came, counts[came]);
    for (const warning of warningsOfFile(item.name, counts, false)) warnings.add(warning);
  }

  #calendarItself(item: PlanCalendar): Came {
    const { targets, userId } = this.#options;
    const maybeVersion = (id: string): number | null => targets.calendar.maybeVersion(userId, id);
    let isChanged = false;
    const came = this.#ensure('calendar', item, maybeVersion, (as) => {
      if (item.isDefault !== true) return this.#newCalendar(item, as);
      const taken = targets.calendar.takeDefault(userId, item);
      ({ isChanged } = taken);
      if (!taken.isSame) this.#tell(item, `Its events come into your default calendar, "${taken.name}", which stays as it is`);
      return taken;
    });
    // It was there before.
    return item.isDefault === true && came === 'created' ? (isChanged ? 'updated' : 'unchanged') : came;
  }

  #newCalendar(item: PlanCalendar, as: Imported): WrittenRecord {
    const { targets, userId } = this.#options;
    try {
      return targets.calendar.create(userId, item, as);
    } catch (error) {
      const { subscription = null } = item;
      if (subscription === null || !(error instanceof AppError) || error.code !== 'validation_failed') throw error;
      this.#tell(item, 'Its address may not be asked from here: it comes in as a calendar of its own');
      return targets.calendar.create(userId, { ...item, subscription: null }, as);
    }
  }

  #tell({ name }: PlanCalendar, message: string): void {
    this.#options.warnings.add({ path: name, kind: 'lost', message });
  }
}
