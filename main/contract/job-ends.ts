// How the end of a job is told: by the page, and by the desktop app while the window is not looked at. Pure.

import type { Job } from './jobs.ts';

interface JobEnd {
  /** The sentence for an end that is `done`, and for one that is `failed`. */
  readonly done: string;
  readonly failed: string;
  /** Where jobs of the kind are in the page. */
  readonly path: string;
}

const moving = '/settings/moving';

const ends: Readonly<Record<string, JobEnd>> = {
  export: { done: 'The export is ready', failed: 'The export has failed', path: moving },
  import: { done: 'The import has been read', failed: 'The import could not be read', path: moving },
  'import-apply': { done: 'The import is finished', failed: 'The import has failed', path: moving },
  restore: { done: 'A backup will be restored at the next start', failed: 'The backup cannot be restored', path: '/settings/data' },
  backup: { done: 'Backup made', failed: 'No backup could be made', path: '/settings/data' },
};

const ofOthers: JobEnd = { done: 'The work is finished', failed: 'The work has failed', path: moving };

/** What is told of the end of a job of this kind. */
export const endOfJob = ({ kind }: Pick<Job, 'kind'>): JobEnd => ends[kind] ?? ofOthers;
