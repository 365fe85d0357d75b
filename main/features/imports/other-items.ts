// Brings in notebooks, projects with their labels, columns, calendars, links, and saved searches. What has come in before and has changed
// there alone is changed here; what has changed here as well stays as it is, which is told.

import { readFile } from 'node:fs/promises';
import type { ImportFound } from '../../contract/imports.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Imported } from '../../lib/imported-record.ts';
import type { Came, PreparedItem } from './apply.ts';
import { broughtAlong, hashOfFields, warningsOfFile } from './item-changes.ts';
import type { ItemOptions } from './note-items.ts';
import type {
  PlanCalendar,
  PlanCard,
  PlanColumn,
  PlanEvent,
  PlanItem,
  PlanLabel,
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
type Standing = Exclude<Other, PlanLink>;

/** What is to be done with an item, and with the record that it stands for. */
type Decision =
  | { readonly do: 'create' }
  /** `told`: why a change there does not come in; null where there is none. */
  | { readonly do: 'nothing'; readonly id: string; readonly version: number | null; readonly told: string | null }
  | { readonly do: 'update'; readonly id: string };

/** Of what the record of an item takes over from it. */
function hashOf(item: Standing): string {
  switch (item.type) {
    case 'notebook':
      return hashOfFields([item.name, item.parent, item.isTemplates ?? false]);
    case 'saved_search':
      return hashOfFields([item.name, item.query]);
    case 'project':
      return hashOfFields([hashOfBoard(item), item.labels.map((label) => [label.source, hashOfLabel(label)])]);
    case 'column':
      return hashOfFields([item.title, item.wipLimit ?? null, item.isCollapsed ?? false]);
    case 'calendar':
      return hashOfFields([item.name, item.color ?? null, item.isVisible ?? true]);
  }
}

/** Without its labels: earlier versions have kept this of a board. */
const hashOfBoard = ({ name, description = null, color, isArchived = false }: PlanProject): string =>
  hashOfFields([name, description, color ?? null, isArchived]);

const hashOfLabel = ({ name, color }: PlanLabel): string => hashOfFields([name, color ?? null]);

type OwnLabel = PlanLabel & { readonly id: string };

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
  foresee(item: Standing): 'created' | 'updated' | 'unchanged' {
    const { targets, references, userId } = this.#options;
    const { type } = item;
    const decision = this.#decide(item);
    if (decision.do !== 'create') {
      references.is(type, item.source, decision.id);
      this.#tellStays(item, decision);
      if (type === 'project' && decision.do === 'nothing') this.#tellLabels(item);
      return decision.do === 'update' ? 'updated' : 'unchanged';
    }
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
    const fields = { name, parentId: references.maybeId('notebook', parent), isTemplates };
    return this.#bring(
      item,
      (as) => targets.notebook.create(userId, fields, as),
      (id) => targets.notebook.update(userId, id, fields),
    );
  }

  #savedSearch(item: PlanSavedSearch): Came {
    const { targets, userId } = this.#options;
    const { name, query } = item;
    return this.#bring(
      item,
      (as) => targets.savedSearch.create(userId, { name, query }, as),
      (id) => targets.savedSearch.update(userId, id, { name, query }),
    );
  }

  #project(item: PlanProject): Came {
    const { targets, references, userId, newId } = this.#options;
    let labels: readonly OwnLabel[] = [];
    const came = this.#bring(
      item,
      (as) => {
        labels = this.#ownLabels(item, null);
        const labelOf = (source: string | null): string | null => labels.find((label) => label.source === source)?.id ?? null;
        const filters = (item.filters ?? []).map(({ id = newId(), label, ...filter }) => ({ ...filter, id, labelId: labelOf(label) }));
        return targets.project.create(userId, item, { ...as, labels, filters });
      },
      (id) => {
        labels = this.#ownLabels(item, id);
        return targets.project.update(userId, id, item, labels);
      },
    );
    if (came === 'unchanged') this.#labelsThatStay(item);
    for (const label of labels) references.put('label', label.source, { recordId: label.id, hash: hashOfLabel(label), version: null });
    return came;
  }

  /** The labels of a board under the ids that they have here, or are to have. */
  #ownLabels({ labels }: PlanProject, projectId: string | null): OwnLabel[] {
    const { targets, references, userId, newId } = this.#options;
    const here = projectId === null ? null : targets.project.maybeLabelIds(userId, projectId);
    return labels.map((label) => {
      const known = projectId === null ? undefined : references.maybeKnown('label', label.source)?.recordId;
      const standing = [known, label.id].find((id) => id !== undefined && here?.has(id) === true);
      return { ...label, id: standing ?? references.freeId('label', known ?? label.id).id ?? newId() };
    });
  }

  /** Those of a board that stays as it is. */
  #labelsThatStay(item: PlanProject): void {
    const { targets, references, userId, warnings } = this.#options;
    this.#tellLabels(item);
    const here = targets.project.maybeLabelIds(userId, references.maybeId('project', item.source) ?? '');
    // What came out of this Daybook can have labels that were deleted here since.
    const isOwn = references.maybeKnown('project', item.source)?.version === null;
    for (const label of item.labels) {
      const { source, name, id: asked } = label;
      const known = references.maybeKnown('label', source);
      if (known?.hash === '') references.putStanding('label', source, { ...known, hash: hashOfLabel(label) });
      else if (known !== null) references.is('label', source, known.recordId);
      else if (asked !== undefined && (isOwn || here?.has(asked) === true)) references.is('label', source, asked);
      else
        warnings.add({
          path: item.name,
          kind: 'lost',
          message: `The label "${name}" is new there: it does not come into the board that is here`,
        });
    }
  }

  #column(item: PlanColumn): Came {
    const { targets, references, userId } = this.#options;
    return this.#bring(
      item,
      (as) => targets.column.create(userId, item, references.maybeId('project', item.project) ?? '', as),
      (id) => targets.column.update(userId, id, item),
    );
  }

  /** Labels that came in before, and are called or coloured otherwise there by now. */
  #tellLabels({ name: path, labels }: PlanProject): void {
    const { references, warnings } = this.#options;
    for (const label of labels) {
      const known = references.maybeKnown('label', label.source);
      if (known === null || known.hash === '' || known.hash === hashOfLabel(label)) continue;
      warnings.add({ path, kind: 'lost', message: `A label is "${label.name}" there by now, or of another colour: yours stays as it is` });
    }
  }

  #hasOtherLabels({ labels }: PlanProject): boolean {
    return labels.some((label) => {
      const hash = this.#options.references.maybeKnown('label', label.source)?.hash;
      return hash === undefined || (hash !== '' && hash !== hashOfLabel(label));
    });
  }

  #tellStays(item: Standing, decision: Decision): void {
    if (decision.do !== 'nothing' || decision.told === null) return;
    this.#options.warnings.add({ path: item.type === 'column' ? item.title : item.name, kind: 'lost', message: decision.told });
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

  /** `update` gives the version that it makes. */
  #bring(item: Standing, create: (as: Imported) => WrittenRecord, update: (id: string) => number): Came {
    const { references } = this.#options;
    const { type, source, id: asked } = item;
    const hash = hashOf(item);
    const decision = this.#decide(item);
    this.#tellStays(item, decision);
    switch (decision.do) {
      case 'nothing': {
        const { id: recordId, version } = decision;
        const isNew = references.maybeKnown(type, source)?.recordId !== recordId;
        // What earlier versions have brought in is from here on what it is there now.
        if (isNew || references.maybeKnown(type, source)?.hash === '') references.putStanding(type, source, { recordId, hash, version });
        else references.is(type, source, recordId);
        return 'unchanged';
      }
      case 'update':
        // First: what lies in it comes in there also where it cannot be changed.
        references.is(type, source, decision.id);
        references.put(type, source, { recordId: decision.id, hash, version: update(decision.id) });
        return 'updated';
      case 'create': {
        const written = create(broughtAlong(item, references.freeId(type, asked)));
        if (type === 'column') references.columnIsNew(source);
        references.put(type, source, { recordId: written.id, hash, version: written.version });
        return 'created';
      }
    }
  }

  /** An item stands for the record that it has become before, or that has the id that it asks for. Changes nothing. */
  #decide(item: Standing): Decision {
    const { targets, references, userId } = this.#options;
    const { type, source, id: asked } = item;
    const target = type === 'saved_search' ? targets.savedSearch : targets[type];
    const known = references.maybeKnown(type, source);
    const version = known === null ? null : target.maybeVersion(userId, known.recordId);
    if (known === null || version === null) {
      // It came out of this Daybook: whether it is the same there is not known.
      const isThere = asked !== undefined && target.maybeVersion(userId, asked) !== null;
      return isThere ? { do: 'nothing', id: asked, version: null, told: null } : { do: 'create' };
    }
    const { recordId: id, version: before, hash } = known;
    const hasOwnFields = type === 'project' && hash === hashOfBoard(item);
    if (hash === '' || hash === hashOf(item) || (hasOwnFields && !this.#hasOtherLabels(item)))
      return { do: 'nothing', id, version: before, told: null };
    if (type === 'calendar' && item.isDefault === true)
      return { do: 'nothing', id, version: before, told: 'It has changed there: your default calendar stays as it is' };
    if (before === version) return { do: 'update', id };
    return { do: 'nothing', id, version: before, told: 'It has changed here and there: yours stays as it is' };
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
    let isChanged = false;
    const create = (as: Imported): WrittenRecord => {
      if (item.isDefault !== true) return this.#newCalendar(item, as);
      const taken = targets.calendar.takeDefault(userId, item);
      ({ isChanged } = taken);
      if (!taken.isSame) this.#tell(item, `Its events come into your default calendar, "${taken.name}", which stays as it is`);
      return taken;
    };
    const came = this.#bring(item, create, (id) => targets.calendar.update(userId, id, item));
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
