// The saved filters of projects: parts of the project, as its labels are. What changes anything is called inside a write transaction.

import {
  maxFilters,
  type BoardFilter,
  type CreateFilter,
  type FilterList,
  type FilterQuery,
  type UpdateFilter,
} from '../../contract/board-filters.ts';
import { AppError, invalid, notFound } from '../../lib/app-error.ts';
import type { Projects } from './projects.ts';
import type { StoredProject } from './project-store.ts';

interface BoardFiltersOptions {
  readonly projects: Pick<Projects, 'stored' | 'changeFilters'>;
  readonly newId: () => string;
}

export class BoardFilters {
  readonly #options: BoardFiltersOptions;

  constructor(options: BoardFiltersOptions) {
    this.#options = options;
  }

  /** In the order in which they were made. Throws 404. */
  list(userId: string, projectId: string, { limit, offset = 0 }: FilterQuery): FilterList {
    const { filters } = this.#options.projects.stored(userId, projectId);
    return { items: filters.slice(offset, offset + (limit ?? filters.length)), total: filters.length, limit: limit ?? null, offset };
  }

  /** Throws 404, 400 for what is no label of the project, and 409 where there are as many as there may be. */
  create(userId: string, projectId: string, { name, ...fields }: CreateFilter): BoardFilter {
    const { projects, newId } = this.#options;
    const project = projects.stored(userId, projectId);
    if (project.filters.length >= maxFilters) throw new AppError('conflict', `A project can have at most ${maxFilters} filters`);
    const any = { q: '', priorities: [], due: null, labelId: null, completed: null };
    const filter: BoardFilter = { id: newId(), projectId, name, ...any, ...told(project, fields) };
    projects.changeFilters(userId, project, [...project.filters, filter]);
    return filter;
  }

  /** Throws 404. */
  read(userId: string, projectId: string, id: string): BoardFilter {
    return filterIn(this.#options.projects.stored(userId, projectId), id);
  }

  /** Throws 404, 400. */
  update(userId: string, projectId: string, id: string, { name, ...fields }: UpdateFilter): BoardFilter {
    const { projects } = this.#options;
    const project = projects.stored(userId, projectId);
    const filter = filterIn(project, id);
    const next: BoardFilter = { ...filter, name: name ?? filter.name, ...told(project, fields) };
    projects.changeFilters(
      userId,
      project,
      project.filters.map((each) => (each.id === id ? next : each)),
    );
    return next;
  }

  /** Throws 404. */
  remove(userId: string, projectId: string, id: string): undefined {
    const { projects } = this.#options;
    const project = projects.stored(userId, projectId);
    filterIn(project, id);
    projects.changeFilters(
      userId,
      project,
      project.filters.filter((each) => each.id !== id),
    );
  }
}

function filterIn({ filters }: StoredProject, id: string): BoardFilter {
  const filter = filters.find((each) => each.id === id);
  if (filter === undefined) throw notFound('filter');
  return filter;
}

/** The fields that a body gives. Throws 400 for what is no label of the project. */
function told({ labels }: StoredProject, { q, priorities, due, labelId, completed }: Omit<UpdateFilter, 'name'>): Partial<BoardFilter> {
  if (typeof labelId === 'string' && !labels.some(({ id }) => id === labelId))
    throw invalid({ path: 'labelId', message: 'is not the id of a label of the project' });
  return {
    ...(q === undefined ? {} : { q }),
    ...(priorities === undefined ? {} : { priorities: [...new Set(priorities)] }),
    ...(due === undefined ? {} : { due }),
    ...(labelId === undefined ? {} : { labelId }),
    ...(completed === undefined ? {} : { completed }),
  };
}
