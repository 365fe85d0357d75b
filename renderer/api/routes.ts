// The lines of the contract's route table that the page can use. Only their types are taken from it:
// the schemas would bring the validation library along, and the service validates.

import type { aiApi } from '../../main/contract/ai.ts';
import type { authApi } from '../../main/contract/auth.ts';
import type { backupsApi } from '../../main/contract/backups.ts';
import type { attachmentsApi, cardsApi, columnsApi } from '../../main/contract/boards.ts';
import type { changesApi } from '../../main/contract/changes.ts';
import type { configApi } from '../../main/contract/config.ts';
import type { eventsApi } from '../../main/contract/events.ts';
import type { exportsApi } from '../../main/contract/exports.ts';
import type { notesApi } from '../../main/contract/notes.ts';
import type { Route } from '../../main/contract/route.ts';
import type { systemApi } from '../../main/contract/system.ts';

/** Where a route of the contract answers, with its types. */
export interface Line<R extends Pick<Route, 'method' | 'path'>> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Never set: carries the types of query, body and reply. */
  readonly types?: R;
}

/** Compiles only with the very path of the route; a test compares both with the table. */
function line<R extends Pick<Route, 'method' | 'path'>>(method: R['method'], path: R['path']): Line<R> {
  return { method, path };
}

export const routes = {
  health: line<typeof systemApi.health>('GET', '/health'),
  openapi: line<typeof systemApi.openapi>('GET', '/api/openapi.json'),

  listChanges: line<typeof changesApi.listChanges>('GET', '/api/changes'),

  listNotes: line<typeof notesApi.listNotes>('GET', '/api/notes'),
  createNote: line<typeof notesApi.createNote>('POST', '/api/notes'),
  linkPreview: line<typeof notesApi.linkPreview>('POST', '/api/notes/link-preview'),
  readNote: line<typeof notesApi.readNote>('GET', '/api/notes/:id'),
  deleteNote: line<typeof notesApi.deleteNote>('DELETE', '/api/notes/:id'),
  changeNote: line<typeof notesApi.changeNote>('POST', '/api/notes/:id/delta'),
  listVersions: line<typeof notesApi.listVersions>('GET', '/api/notes/:id/history'),
  readVersion: line<typeof notesApi.readVersion>('GET', '/api/notes/:id/history/:version'),
  restoreVersion: line<typeof notesApi.restoreVersion>('POST', '/api/notes/:id/restore'),
  exportDocx: line<typeof exportsApi.exportDocx>('POST', '/api/notes/:id/export/docx'),
  exportPdf: line<typeof exportsApi.exportPdf>('POST', '/api/notes/:id/export/pdf'),

  listProjects: line<typeof columnsApi.listProjects>('GET', '/api/projects'),
  listColumns: line<typeof columnsApi.listColumns>('GET', '/api/columns'),
  createColumn: line<typeof columnsApi.createColumn>('POST', '/api/columns'),
  orderColumns: line<typeof columnsApi.orderColumns>('PUT', '/api/columns/order'),
  readColumn: line<typeof columnsApi.readColumn>('GET', '/api/columns/:id'),
  updateColumn: line<typeof columnsApi.updateColumn>('PUT', '/api/columns/:id'),
  deleteColumn: line<typeof columnsApi.deleteColumn>('DELETE', '/api/columns/:id'),

  listCards: line<typeof cardsApi.listCards>('GET', '/api/cards'),
  listColumnCards: line<typeof cardsApi.listColumnCards>('GET', '/api/cards/column/:columnId'),
  createCard: line<typeof cardsApi.createCard>('POST', '/api/cards'),
  readCard: line<typeof cardsApi.readCard>('GET', '/api/cards/:id'),
  updateCard: line<typeof cardsApi.updateCard>('PUT', '/api/cards/:id'),
  deleteCard: line<typeof cardsApi.deleteCard>('DELETE', '/api/cards/:id'),
  moveCard: line<typeof cardsApi.moveCard>('POST', '/api/cards/:id/move'),
  replaceChecklist: line<typeof cardsApi.replaceChecklist>('PUT', '/api/cards/:id/checklist'),

  addAttachments: line<typeof attachmentsApi.addAttachments>('POST', '/api/cards/:id/attachments'),
  readAttachment: line<typeof attachmentsApi.readAttachment>('GET', '/api/cards/:id/attachments/:attachmentId'),
  removeAttachment: line<typeof attachmentsApi.removeAttachment>('DELETE', '/api/cards/:id/attachments/:attachmentId'),

  listEvents: line<typeof eventsApi.listEvents>('GET', '/api/events'),
  combinedEvents: line<typeof eventsApi.combinedEvents>('GET', '/api/events/combined-data'),
  createEvent: line<typeof eventsApi.createEvent>('POST', '/api/events'),
  readEvent: line<typeof eventsApi.readEvent>('GET', '/api/events/:id'),
  updateEvent: line<typeof eventsApi.updateEvent>('PUT', '/api/events/:id'),
  deleteEvent: line<typeof eventsApi.deleteEvent>('DELETE', '/api/events/:id'),

  readConfig: line<typeof configApi.readConfig>('GET', '/api/config'),
  writeConfig: line<typeof configApi.writeConfig>('PUT', '/api/config'),
  listSecrets: line<typeof configApi.listSecrets>('GET', '/api/config/secrets'),
  writeSecret: line<typeof configApi.writeSecret>('PUT', '/api/config/secrets'),

  listBackups: line<typeof backupsApi.listBackups>('GET', '/api/backups'),
  makeBackup: line<typeof backupsApi.makeBackup>('POST', '/api/backups'),
  prepareRestore: line<typeof backupsApi.prepareRestore>('POST', '/api/backups/restore'),
  cancelRestore: line<typeof backupsApi.cancelRestore>('DELETE', '/api/backups/restore'),
  readStorage: line<typeof backupsApi.readStorage>('GET', '/api/storage'),

  login: line<typeof authApi.login>('POST', '/api/auth/login'),
  me: line<typeof authApi.me>('GET', '/api/auth/me'),
  updateMe: line<typeof authApi.updateMe>('PUT', '/api/auth/me'),
  logout: line<typeof authApi.logout>('POST', '/api/auth/logout'),
  listUsers: line<typeof authApi.listUsers>('GET', '/api/users'),
  createUser: line<typeof authApi.createUser>('POST', '/api/users'),
  readUser: line<typeof authApi.readUser>('GET', '/api/users/:id'),
  deleteUser: line<typeof authApi.deleteUser>('DELETE', '/api/users/:id'),

  chat: line<typeof aiApi.chat>('POST', '/api/ai/chat'),
  listModels: line<typeof aiApi.listModels>('GET', '/api/ai/models'),
  listProviders: line<typeof aiApi.listProviders>('GET', '/api/ai/providers'),
  readLocalModel: line<typeof aiApi.readLocalModel>('GET', '/api/ai/local'),
  startLocalModel: line<typeof aiApi.startLocalModel>('POST', '/api/ai/local/start'),
  stopLocalModel: line<typeof aiApi.stopLocalModel>('POST', '/api/ai/local/stop'),
  restartLocalModel: line<typeof aiApi.restartLocalModel>('POST', '/api/ai/local/restart'),
} as const;
