// All routes of the contract, for tests that go over every one of them.

import { aiApi } from '../../main/contract/ai.ts';
import { askApi } from '../../main/contract/ask.ts';
import { authApi } from '../../main/contract/auth.ts';
import { backupsApi } from '../../main/contract/backups.ts';
import { batchApi } from '../../main/contract/batch.ts';
import { filtersApi } from '../../main/contract/board-filters.ts';
import { attachmentsApi, cardsApi, columnsApi } from '../../main/contract/boards.ts';
import { calendarFilesApi } from '../../main/contract/calendar-files.ts';
import { calendarsApi } from '../../main/contract/calendars.ts';
import { changesApi } from '../../main/contract/changes.ts';
import { configApi } from '../../main/contract/config.ts';
import { eventsApi } from '../../main/contract/events.ts';
import { exportsApi } from '../../main/contract/exports.ts';
import { filesApi } from '../../main/contract/files.ts';
import { jobsApi } from '../../main/contract/jobs.ts';
import { importsApi } from '../../main/contract/imports.ts';
import { linksApi } from '../../main/contract/links.ts';
import { mcpApi } from '../../main/contract/mcp.ts';
import { notebooksApi } from '../../main/contract/notebooks.ts';
import { notesApi } from '../../main/contract/notes.ts';
import { projectsApi } from '../../main/contract/projects.ts';
import { remindersApi } from '../../main/contract/reminders.ts';
import type { Route } from '../../main/contract/route.ts';
import { runsApi } from '../../main/contract/runs.ts';
import type { Scope } from '../../main/contract/scopes.ts';
import { savedSearchesApi } from '../../main/contract/saved-searches.ts';
import { searchApi } from '../../main/contract/search.ts';
import { systemApi } from '../../main/contract/system.ts';
import { tokensApi } from '../../main/contract/tokens.ts';
import { trashApi } from '../../main/contract/trash.ts';
import { undoApi } from '../../main/contract/undo.ts';

const tables = [
  systemApi,
  authApi,
  tokensApi,
  configApi,
  notesApi,
  notebooksApi,
  exportsApi,
  filesApi,
  importsApi,
  linksApi,
  projectsApi,
  filtersApi,
  columnsApi,
  cardsApi,
  attachmentsApi,
  calendarsApi,
  calendarFilesApi,
  eventsApi,
  remindersApi,
  changesApi,
  backupsApi,
  aiApi,
  runsApi,
  askApi,
  batchApi,
  searchApi,
  savedSearchesApi,
  trashApi,
  undoApi,
  mcpApi,
  jobsApi,
];

export const allRoutes: readonly Route[] = tables.flatMap((table) => Object.values<Route>(table));

/** Scopes that some route needs. */
export function scopesInUse(): Scope[] {
  return [...new Set(allRoutes.flatMap(({ scope }) => (scope === null ? [] : [scope])))];
}
