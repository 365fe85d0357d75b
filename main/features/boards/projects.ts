// The rules of projects and their labels. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import { maxFilters, type BoardFilter } from '../../contract/board-filters.ts';
import { defaultColor } from '../../contract/events.ts';
import {
  projectLimits,
  type CreateLabel,
  type CreateProject,
  type Label,
  type LabelList,
  type LabelQuery,
  type Project,
  type ProjectList,
  type ProjectQuery,
  type UpdateLabel,
  type UpdateProject,
} from '../../contract/projects.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { backFromTrash, inTrashAs, type Change, type RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { Precondition } from '../../lib/precondition.ts';
import { replacedFields, type FormerFields } from '../../lib/record-kinds.ts';
import type { ProjectStore, StoredProject } from './project-store.ts';

interface ProjectsOptions {
  readonly store: ProjectStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Deletes all columns of a project for good, with what is in them. */
  readonly removeColumns: (userId: string, projectId: string) => void;
}

/** What an update writes on a project; labels have routes of their own. */
const writtenFields = ['name', 'description', 'color', 'isArchived', 'labels', 'filters'] as const;

export class Projects {
  readonly #options: ProjectsOptions;

  constructor(options: ProjectsOptions) {
    this.#options = options;
  }

  /** By name. */
  list(userId: string, { archived = 'all', limit, offset = 0 }: ProjectQuery): ProjectList {
    const { store } = this.#options;
    const isArchived = archived === 'all' ? null : archived === 'true';
    const items = store.page(userId, { isArchived, limit, offset }).map(toReply);
    return { items, total: store.count(userId, isArchived), limit: limit ?? null, offset };
  }

  /** Throws 409 for an id that another project has, and where there are as many as there may be. */
  create(userId: string, { id, name, description = null, color, isArchived = false }: CreateProject): Project {
    const { store, newId } = this.#options;
    if (id !== undefined && store.has(userId, id)) throw new AppError('conflict', 'There is a project with this id');
    return toReply(this.#insert(userId, { id: id ?? newId(), name, description, color: color ?? defaultColor, isArchived }));
  }

  /** Makes the project that a column names unless there is one; `name` is what it was called. Throws 409. */
  ensure(userId: string, id: string, name = id): void {
    const { store } = this.#options;
    if (store.has(userId, id)) return;
    const former = store.maybeTrashed(userId, id) ?? { name, color: defaultColor, description: null };
    this.#insert(userId, { id, name: former.name, color: former.color, description: former.description, isArchived: false });
  }

  /** The same for what comes back from the trash: its project, if that is there, comes back before the others that went with it. */
  ensureBack(userId: string, id: string, name?: string): void {
    const { store, record } = this.#options;
    const trashed = store.has(userId, id) ? null : store.maybeTrashed(userId, id);
    if (trashed === null) {
      this.ensure(userId, id, name);
      return;
    }
    store.takeBack(userId, trashed.key);
    record({ userId, type: 'project', action: 'created', id, version: trashed.version, told: backFromTrash });
  }

  /** Throws 404. */
  read(userId: string, id: string): Project {
    return toReply(this.#project(userId, id));
  }

  /** What the project is called; null if the user has none with this id. */
  maybeName(userId: string, id: string): string | null {
    return this.#options.store.maybeProject(userId, id)?.name ?? null;
  }

  /**
   * If that changes nothing, neither version nor feed grows. `labels`: those that it has under these ids are changed, others are added.
   * Throws 404, 412, and 409 for more labels than there may be.
   */
  update(userId: string, id: string, fields: UpdateProject, precondition: Precondition, labels: readonly GivenLabel[] = []): Project {
    const project = this.#project(userId, id);
    precondition.check(project.version);
    return toReply(
      this.#change(userId, project, {
        ...project,
        name: fields.name ?? project.name,
        description: fields.description === undefined ? project.description : fields.description,
        color: fields.color === undefined ? project.color : (fields.color ?? defaultColor),
        isArchived: fields.isArchived ?? project.isArchived,
        labels: withLabels(project, labels),
      }),
    );
  }

  /** For good, with its columns. Throws 404, 412. */
  remove(userId: string, id: string, precondition: Precondition): undefined {
    const { store, removeColumns } = this.#options;
    const project = this.#project(userId, id);
    precondition.check(project.version);
    removeColumns(userId, id);
    store.remove(userId, project.key);
    this.#record(userId, 'deleted', project);
  }

  /** In the order in which they were made. Throws 404. */
  labels(userId: string, id: string, { limit, offset = 0 }: LabelQuery): LabelList {
    const { labels } = this.#project(userId, id);
    return { items: labels.slice(offset, offset + (limit ?? labels.length)), total: labels.length, limit: limit ?? null, offset };
  }

  /** Throws 404, and 409 where there are as many as there may be. */
  addLabel(userId: string, id: string, { name, color }: CreateLabel): Label {
    const project = this.#project(userId, id);
    checkRoomForLabels(project.labels.length + 1);
    const label: Label = { id: this.#options.newId(), projectId: id, name, color: color ?? defaultColor };
    this.#change(userId, project, { ...project, labels: [...project.labels, label] });
    return label;
  }

  /** Throws 404. */
  label(userId: string, id: string, labelId: string): Label {
    const label = this.#project(userId, id).labels.find((each) => each.id === labelId);
    if (label === undefined) throw notFound('label');
    return label;
  }

  /** Throws 404. */
  updateLabel(userId: string, id: string, labelId: string, fields: UpdateLabel): Label {
    const project = this.#project(userId, id);
    const label = this.label(userId, id, labelId);
    const next: Label = {
      ...label,
      name: fields.name ?? label.name,
      color: fields.color === undefined ? label.color : (fields.color ?? defaultColor),
    };
    this.#change(userId, project, { ...project, labels: project.labels.map((each) => (each.id === labelId ? next : each)) });
    return next;
  }

  /** Throws 404. */
  removeLabel(userId: string, id: string, labelId: string): undefined {
    const project = this.#project(userId, id);
    this.label(userId, id, labelId);
    this.#change(userId, project, { ...project, labels: project.labels.filter((each) => each.id !== labelId) });
  }

  /** The ids of the labels of a project; null if the user has none with this id. */
  maybeLabelIds(userId: string, id: string): ReadonlySet<string> | null {
    const project = this.#options.store.maybeProject(userId, id);
    return project === null ? null : new Set(project.labels.map((label) => label.id));
  }

  /** Those of `ids` that are labels of a project; none if the user has no project with this id. */
  labelsAmong(userId: string, id: string, ids: readonly string[]): ReadonlySet<string> {
    return new Set(this.#options.store.labelsAmong(userId, id, ids));
  }

  /** What the labels of a project are called, by their ids; none if the user has no project with this id. */
  labelNames(userId: string, id: string): ReadonlyMap<string, string> {
    return new Map(this.#options.store.maybeProject(userId, id)?.labels.map((label) => [label.id, label.name]));
  }

  /** As it is stored. Throws 404. */
  stored(userId: string, id: string): StoredProject {
    return this.#project(userId, id);
  }

  /** Gives a project, as it is stored now, other saved filters. */
  changeFilters(userId: string, project: StoredProject, filters: readonly BoardFilter[]): void {
    this.#change(userId, project, { ...project, filters });
  }

  /** Null if the user has no such project. */
  maybeVersion(userId: string, id: string): number | null {
    return this.#options.store.maybeProject(userId, id)?.version ?? null;
  }

  /** Gives a project fields that it had, its labels among them; its version, null where it is gone. */
  giveBack(userId: string, { id, fields }: FormerFields): number | null {
    const project = this.#options.store.maybeProject(userId, id);
    // What `replacedFields` has given.
    return project === null ? null : this.#change(userId, project, { ...project, ...(fields as Partial<StoredProject>) }).version;
  }

  /** Puts a project into the trash; its columns follow. What it is called. Throws 404. */
  trash(userId: string, id: string, entryId: string): string {
    const { store } = this.#options;
    const project = this.#project(userId, id);
    store.trash(userId, project.key, entryId);
    const { version } = project;
    // Others in the trash can have the same id.
    this.#options.record({ userId, type: 'project', action: 'deleted', id, version, told: inTrashAs(entryId) });
    return project.name;
  }

  /**
   * Brings the project of an entry back; where there is one with its id again, that one gets its labels and filters. Its version, null
   * without one.
   */
  restore(userId: string, entryId: string): number | null {
    const { store } = this.#options;
    const found = store.maybeOfEntry(userId, entryId);
    if (found === null) return null;
    const present = store.maybeProject(userId, found.id);
    if (present === null) {
      store.takeBack(userId, found.key);
      const { id, version } = found;
      this.#options.record({ userId, type: 'project', action: 'created', id, version, told: backFromTrash });
      return version;
    }
    store.passLabels(found.key, present.key);
    store.remove(userId, found.key);
    const filters = [...present.filters, ...found.filters].slice(0, maxFilters);
    const next: StoredProject = { ...present, filters, version: present.version + 1, updatedAt: this.#options.clock() };
    store.update(userId, next);
    // Labels that are gone stay named by their cards, which have them again if this is done anew.
    this.#record(userId, 'updated', next, { labels: present.labels, filters: present.filters });
    return next.version;
  }

  /** The project of an entry goes for good. */
  purge(userId: string, entryId: string): void {
    const { store } = this.#options;
    const found = store.maybeOfEntry(userId, entryId);
    if (found !== null) store.remove(userId, found.key);
  }

  #insert(userId: string, fields: Pick<StoredProject, 'id' | 'name' | 'description' | 'color' | 'isArchived'>): StoredProject {
    const { store, clock, newId } = this.#options;
    if (store.count(userId, null) >= projectLimits.projects)
      throw new AppError('conflict', `There can be at most ${projectLimits.projects} projects`);
    const now = clock();
    const counts = { columnCount: 0, cardCount: 0 };
    const project: StoredProject = {
      ...fields,
      ...counts,
      key: newId(),
      labels: [],
      filters: [],
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    store.insert(userId, project);
    this.#record(userId, 'created', project);
    return project;
  }

  #change(userId: string, project: StoredProject, changed: StoredProject): StoredProject {
    const { store, clock } = this.#options;
    const before = replacedFields(project, changed, writtenFields);
    if (Object.keys(before).length === 0) return project;
    const next: StoredProject = { ...changed, version: project.version + 1, updatedAt: clock() };
    store.update(userId, next);
    if ('labels' in before) this.#writeLabels(project, next.labels);
    this.#record(userId, 'updated', next, before);
    return next;
  }

  #writeLabels({ key, labels: standing }: StoredProject, labels: readonly Label[]): void {
    const { store } = this.#options;
    const known = new Set(standing.map(({ id }) => id));
    const wanted = new Set(labels.map(({ id }) => id));
    for (const { id } of standing) if (!wanted.has(id)) store.removeLabel(key, id);
    for (const label of labels)
      if (known.has(label.id)) store.updateLabel(key, label);
      else store.insertLabel(key, label);
  }

  #project(userId: string, id: string): StoredProject {
    const project = this.#options.store.maybeProject(userId, id);
    if (project === null) throw notFound('project');
    return project;
  }

  #record(
    userId: string,
    action: Change['action'],
    { id, version }: Pick<StoredProject, 'id' | 'version'>,
    before?: Change['before'],
  ): void {
    this.#options.record({ userId, type: 'project', action, id, version, before });
  }
}

type GivenLabel = Pick<Label, 'id' | 'name'> & { readonly color?: string };

/** Throws 409 for more than there may be. */
function withLabels({ id: projectId, labels }: StoredProject, given: readonly GivenLabel[]): readonly Label[] {
  if (given.length === 0) return labels;
  const byId = new Map(labels.map((label) => [label.id, label]));
  for (const { id, name, color } of given) byId.set(id, { id, projectId, name, color: color ?? byId.get(id)?.color ?? defaultColor });
  checkRoomForLabels(byId.size);
  return [...byId.values()];
}

function checkRoomForLabels(labels: number): void {
  if (labels > projectLimits.labels) throw new AppError('conflict', `A project can have at most ${projectLimits.labels} labels`);
}

function toReply({ key: _key, createdAt, updatedAt, labels, filters, ...project }: StoredProject): Project {
  return { ...project, labels: [...labels], filters: [...filters], createdAt: toInstant(createdAt), updatedAt: toInstant(updatedAt) };
}
