// Where each endpoint answers: its name (the `operationId` of the OpenAPI document), method and path. The schemas stand in the
// files of the features; the page takes this table without them, and so without the library that validates.

interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for each parameter. */
  readonly path: `/${string}`;
}

export const endpoints = {
  readLocalModel: { method: 'GET', path: '/api/ai/local' },
  startLocalModel: { method: 'POST', path: '/api/ai/local/start' },
  stopLocalModel: { method: 'POST', path: '/api/ai/local/stop' },
  restartLocalModel: { method: 'POST', path: '/api/ai/local/restart' },
  chat: { method: 'POST', path: '/api/ai/chat' },
  listModels: { method: 'GET', path: '/api/ai/models' },
  listProviders: { method: 'GET', path: '/api/ai/providers' },
  openAiChat: { method: 'POST', path: '/api/ai/v1/chat/completions' },
  openAiCompletions: { method: 'POST', path: '/api/ai/v1/completions' },
  openAiEmbeddings: { method: 'POST', path: '/api/ai/v1/embeddings' },
  openAiModels: { method: 'GET', path: '/api/ai/v1/models' },
  openAiModel: { method: 'GET', path: '/api/ai/v1/models/:id' },

  createRun: { method: 'POST', path: '/api/ai/agent/runs' },
  listRuns: { method: 'GET', path: '/api/ai/agent/runs' },
  readRun: { method: 'GET', path: '/api/ai/agent/runs/:id' },
  deleteRun: { method: 'DELETE', path: '/api/ai/agent/runs/:id' },
  decideCall: { method: 'POST', path: '/api/ai/agent/runs/:id/calls/:callId' },
  addRunMessage: { method: 'POST', path: '/api/ai/agent/runs/:id/messages' },
  cancelRun: { method: 'POST', path: '/api/ai/agent/runs/:id/cancel' },
  resumeRun: { method: 'POST', path: '/api/ai/agent/runs/:id/resume' },
  undoRun: { method: 'POST', path: '/api/ai/agent/runs/:id/undo' },

  login: { method: 'POST', path: '/api/auth/login' },
  me: { method: 'GET', path: '/api/auth/me' },
  updateMe: { method: 'PUT', path: '/api/auth/me' },
  renewToken: { method: 'POST', path: '/api/auth/renew' },
  logout: { method: 'POST', path: '/api/auth/logout' },

  listTokens: { method: 'GET', path: '/api/tokens' },
  createToken: { method: 'POST', path: '/api/tokens' },
  readToken: { method: 'GET', path: '/api/tokens/:id' },
  deleteToken: { method: 'DELETE', path: '/api/tokens/:id' },

  listUsers: { method: 'GET', path: '/api/users' },
  createUser: { method: 'POST', path: '/api/users' },
  readUser: { method: 'GET', path: '/api/users/:id' },
  deleteUser: { method: 'DELETE', path: '/api/users/:id' },

  runBatch: { method: 'POST', path: '/api/batch' },

  listBackups: { method: 'GET', path: '/api/backups' },
  makeBackup: { method: 'POST', path: '/api/backups' },
  prepareRestore: { method: 'POST', path: '/api/backups/restore' },
  cancelRestore: { method: 'DELETE', path: '/api/backups/restore' },
  readStorage: { method: 'GET', path: '/api/storage' },

  listProjects: { method: 'GET', path: '/api/projects' },
  createProject: { method: 'POST', path: '/api/projects' },
  readProject: { method: 'GET', path: '/api/projects/:id' },
  updateProject: { method: 'PUT', path: '/api/projects/:id' },
  deleteProject: { method: 'DELETE', path: '/api/projects/:id' },
  listLabels: { method: 'GET', path: '/api/projects/:id/labels' },
  createLabel: { method: 'POST', path: '/api/projects/:id/labels' },
  readLabel: { method: 'GET', path: '/api/projects/:id/labels/:labelId' },
  updateLabel: { method: 'PUT', path: '/api/projects/:id/labels/:labelId' },
  deleteLabel: { method: 'DELETE', path: '/api/projects/:id/labels/:labelId' },
  listFilters: { method: 'GET', path: '/api/projects/:id/filters' },
  createFilter: { method: 'POST', path: '/api/projects/:id/filters' },
  readFilter: { method: 'GET', path: '/api/projects/:id/filters/:filterId' },
  updateFilter: { method: 'PUT', path: '/api/projects/:id/filters/:filterId' },
  deleteFilter: { method: 'DELETE', path: '/api/projects/:id/filters/:filterId' },
  listColumns: { method: 'GET', path: '/api/columns' },
  createColumn: { method: 'POST', path: '/api/columns' },
  orderColumns: { method: 'PUT', path: '/api/columns/order' },
  readColumn: { method: 'GET', path: '/api/columns/:id' },
  updateColumn: { method: 'PUT', path: '/api/columns/:id' },
  deleteColumn: { method: 'DELETE', path: '/api/columns/:id' },
  listCards: { method: 'GET', path: '/api/cards' },
  listColumnCards: { method: 'GET', path: '/api/cards/column/:columnId' },
  createCard: { method: 'POST', path: '/api/cards' },
  readCard: { method: 'GET', path: '/api/cards/:id' },
  updateCard: { method: 'PUT', path: '/api/cards/:id' },
  deleteCard: { method: 'DELETE', path: '/api/cards/:id' },
  moveCard: { method: 'POST', path: '/api/cards/:id/move' },
  cardActivity: { method: 'GET', path: '/api/cards/:id/activity' },
  duplicateCard: { method: 'POST', path: '/api/cards/:id/duplicate' },
  replaceChecklist: { method: 'PUT', path: '/api/cards/:id/checklist' },
  addAttachments: { method: 'POST', path: '/api/cards/:id/attachments' },
  readAttachment: { method: 'GET', path: '/api/cards/:id/attachments/:attachmentId' },
  removeAttachment: { method: 'DELETE', path: '/api/cards/:id/attachments/:attachmentId' },

  ask: { method: 'POST', path: '/api/ai/ask' },

  listChanges: { method: 'GET', path: '/api/changes' },

  undoChanges: { method: 'POST', path: '/api/undo' },

  readConfig: { method: 'GET', path: '/api/config' },
  writeConfig: { method: 'PUT', path: '/api/config' },
  listSecrets: { method: 'GET', path: '/api/config/secrets' },
  writeSecret: { method: 'PUT', path: '/api/config/secrets' },

  listCalendars: { method: 'GET', path: '/api/calendars' },
  createCalendar: { method: 'POST', path: '/api/calendars' },
  readCalendar: { method: 'GET', path: '/api/calendars/:id' },
  updateCalendar: { method: 'PUT', path: '/api/calendars/:id' },
  deleteCalendar: { method: 'DELETE', path: '/api/calendars/:id' },

  exportCalendar: { method: 'GET', path: '/api/calendars/:id/export.ics' },
  importCalendar: { method: 'POST', path: '/api/calendars/:id/import' },
  refreshCalendar: { method: 'POST', path: '/api/calendars/:id/refresh' },
  makeFeed: { method: 'POST', path: '/api/calendars/:id/feed' },
  removeFeed: { method: 'DELETE', path: '/api/calendars/:id/feed' },
  readFeed: { method: 'GET', path: '/feeds/:feed' },

  listReminders: { method: 'GET', path: '/api/reminders' },
  ringReminders: { method: 'POST', path: '/api/reminders/ring' },
  confirmReminders: { method: 'POST', path: '/api/reminders/rung' },
  snoozeReminder: { method: 'POST', path: '/api/reminders/snooze' },
  dismissReminder: { method: 'POST', path: '/api/reminders/dismiss' },

  listEvents: { method: 'GET', path: '/api/events' },
  combinedEvents: { method: 'GET', path: '/api/events/combined-data' },
  createEvent: { method: 'POST', path: '/api/events' },
  readEvent: { method: 'GET', path: '/api/events/:id' },
  updateEvent: { method: 'PUT', path: '/api/events/:id' },
  deleteEvent: { method: 'DELETE', path: '/api/events/:id' },
  readInvitation: { method: 'GET', path: '/api/events/:id/invitation' },
  exportEvent: { method: 'GET', path: '/api/events/:id/export.ics' },

  mcp: { method: 'POST', path: '/api/mcp' },
  mcpText: { method: 'POST', path: '/api/mcp/text' },

  listJobs: { method: 'GET', path: '/api/jobs' },
  readJob: { method: 'GET', path: '/api/jobs/:id' },
  deleteJob: { method: 'DELETE', path: '/api/jobs/:id' },

  startImport: { method: 'POST', path: '/api/imports' },
  applyImport: { method: 'POST', path: '/api/imports/:id/apply' },

  exportEverything: { method: 'POST', path: '/api/exports' },
  readExport: { method: 'GET', path: '/api/exports/:id/file' },

  exportDocx: { method: 'POST', path: '/api/notes/:id/export/docx' },
  exportPdf: { method: 'POST', path: '/api/notes/:id/export/pdf' },

  listNotebooks: { method: 'GET', path: '/api/notebooks' },
  createNotebook: { method: 'POST', path: '/api/notebooks' },
  readNotebook: { method: 'GET', path: '/api/notebooks/:id' },
  updateNotebook: { method: 'PUT', path: '/api/notebooks/:id' },
  deleteNotebook: { method: 'DELETE', path: '/api/notebooks/:id' },
  listSavedSearches: { method: 'GET', path: '/api/saved-searches' },
  createSavedSearch: { method: 'POST', path: '/api/saved-searches' },
  readSavedSearch: { method: 'GET', path: '/api/saved-searches/:id' },
  updateSavedSearch: { method: 'PUT', path: '/api/saved-searches/:id' },
  deleteSavedSearch: { method: 'DELETE', path: '/api/saved-searches/:id' },

  listNotes: { method: 'GET', path: '/api/notes' },
  createNote: { method: 'POST', path: '/api/notes' },
  linkPreview: { method: 'POST', path: '/api/notes/link-preview' },
  remotePicture: { method: 'POST', path: '/api/notes/remote-picture' },
  readDailyNote: { method: 'GET', path: '/api/notes/daily/:date' },
  createDailyNote: { method: 'POST', path: '/api/notes/daily/:date' },
  readNote: { method: 'GET', path: '/api/notes/:id' },
  deleteNote: { method: 'DELETE', path: '/api/notes/:id' },
  changeNote: { method: 'POST', path: '/api/notes/:id/delta' },
  listVersions: { method: 'GET', path: '/api/notes/:id/history' },
  readVersion: { method: 'GET', path: '/api/notes/:id/history/:version' },
  restoreVersion: { method: 'POST', path: '/api/notes/:id/restore' },

  listFiles: { method: 'GET', path: '/api/files' },
  listNoteFiles: { method: 'GET', path: '/api/notes/:id/files' },
  addNoteFiles: { method: 'POST', path: '/api/notes/:id/files' },
  removeNoteFile: { method: 'DELETE', path: '/api/notes/:id/files/:fileId' },
  readNoteFile: { method: 'GET', path: '/api/notes/:id/attachments/:name' },

  listTags: { method: 'GET', path: '/api/tags' },
  renameTag: { method: 'POST', path: '/api/tags/rename' },
  noteLinks: { method: 'GET', path: '/api/notes/:id/links' },
  cardLinks: { method: 'GET', path: '/api/cards/:id/links' },
  eventLinks: { method: 'GET', path: '/api/events/:id/links' },
  renameNote: { method: 'POST', path: '/api/notes/:id/rename' },
  createLink: { method: 'POST', path: '/api/links' },
  listLinks: { method: 'GET', path: '/api/links' },
  readLink: { method: 'GET', path: '/api/links/:id' },
  deleteLink: { method: 'DELETE', path: '/api/links/:id' },

  search: { method: 'GET', path: '/api/search' },

  listTrash: { method: 'GET', path: '/api/trash' },
  putIntoTrash: { method: 'POST', path: '/api/trash' },
  emptyTrash: { method: 'DELETE', path: '/api/trash' },
  restoreTrash: { method: 'POST', path: '/api/trash/:id/restore' },
  deleteTrash: { method: 'DELETE', path: '/api/trash/:id' },

  health: { method: 'GET', path: '/health' },
  openapi: { method: 'GET', path: '/api/openapi.json' },
} as const satisfies Readonly<Record<string, Endpoint>>;

export type EndpointName = keyof typeof endpoints;

/** Where a request goes: a path of the table with its parameters, and the query without what is undefined. */
export function addressOf(path: string, params: Readonly<Record<string, string>>, query: Readonly<Record<string, unknown>>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  // What may be given several times is a list.
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`;
}
