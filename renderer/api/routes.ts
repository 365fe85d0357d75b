// The endpoints of the contract as the page calls them. Only types are taken from the features' tables:
// the schemas would bring the validation library along, and the service validates.

import type { aiApi } from '../../main/contract/ai.ts';
import type { askApi } from '../../main/contract/ask.ts';
import type { authApi } from '../../main/contract/auth.ts';
import type { backupsApi } from '../../main/contract/backups.ts';
import type { batchApi } from '../../main/contract/batch.ts';
import type { attachmentsApi, cardsApi, columnsApi } from '../../main/contract/boards.ts';
import type { filtersApi } from '../../main/contract/board-filters.ts';
import type { calendarFilesApi } from '../../main/contract/calendar-files.ts';
import type { remindersApi } from '../../main/contract/reminders.ts';
import type { calendarsApi } from '../../main/contract/calendars.ts';
import type { changesApi } from '../../main/contract/changes.ts';
import type { configApi } from '../../main/contract/config.ts';
import { endpoints } from '../../main/contract/endpoints.ts';
import type { eventsApi } from '../../main/contract/events.ts';
import type { exportsApi } from '../../main/contract/exports.ts';
import type { filesApi } from '../../main/contract/files.ts';
import type { importsApi } from '../../main/contract/imports.ts';
import type { jobsApi } from '../../main/contract/jobs.ts';
import type { linksApi } from '../../main/contract/links.ts';
import type { notebooksApi } from '../../main/contract/notebooks.ts';
import type { notesApi } from '../../main/contract/notes.ts';
import type { projectsApi } from '../../main/contract/projects.ts';
import type { Route } from '../../main/contract/route.ts';
import type { runsApi } from '../../main/contract/runs.ts';
import type { savedSearchesApi } from '../../main/contract/saved-searches.ts';
import type { searchApi } from '../../main/contract/search.ts';
import type { systemApi } from '../../main/contract/system.ts';
import type { tokensApi } from '../../main/contract/tokens.ts';
import type { trashApi } from '../../main/contract/trash.ts';
import type { undoApi } from '../../main/contract/undo.ts';

/** Where a route of the contract answers, with its types. */
export interface RouteRef<R extends Pick<Route, 'method' | 'path'>> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Never set: carries the types of query, body and reply. */
  readonly types?: R;
}

type Api = typeof aiApi &
  typeof batchApi &
  typeof askApi &
  typeof authApi &
  typeof attachmentsApi &
  typeof backupsApi &
  typeof calendarFilesApi &
  typeof calendarsApi &
  typeof remindersApi &
  typeof cardsApi &
  typeof changesApi &
  typeof columnsApi &
  typeof configApi &
  typeof eventsApi &
  typeof exportsApi &
  typeof importsApi &
  typeof jobsApi &
  typeof filesApi &
  typeof filtersApi &
  typeof linksApi &
  typeof notebooksApi &
  typeof notesApi &
  typeof projectsApi &
  typeof runsApi &
  typeof savedSearchesApi &
  typeof searchApi &
  typeof systemApi &
  typeof tokensApi &
  typeof trashApi &
  typeof undoApi;

/** Every endpoint by its name. */
export const routes: { readonly [Name in keyof Api]: RouteRef<Api[Name]> } = endpoints;
