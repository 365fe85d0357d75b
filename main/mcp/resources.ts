// Records as resources, by the addresses that Daybook's links have: daybook://note/ID and the others.

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { notesApi, type NoteSummary } from '../contract/notes.ts';
import { projectsApi } from '../contract/projects.ts';
import type { Scope } from '../contract/scopes.ts';
import { AppError } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';
import { boardPage } from '../tools/board.ts';
import { recordText } from '../tools/read.ts';
import type { ToolContext } from '../tools/tool.ts';

const pageSize = 100;

export function resourceUri(type: 'note' | 'card' | 'event' | 'board', id: string): string {
  return `daybook://${type}/${encodeURIComponent(id)}`;
}

const mimeType = 'text/markdown';

const templates: readonly { readonly scope: Scope; readonly template: ResourceTemplateType }[] = [
  { scope: 'notes:read', template: { name: 'note', title: 'Note', uriTemplate: 'daybook://note/{id}', mimeType } },
  { scope: 'boards:read', template: { name: 'card', title: 'Card', uriTemplate: 'daybook://card/{id}', mimeType } },
  { scope: 'calendar:read', template: { name: 'event', title: 'Event', uriTemplate: 'daybook://event/{id}', mimeType } },
  { scope: 'boards:read', template: { name: 'board', title: 'Board', uriTemplate: 'daybook://board/{projectId}', mimeType } },
];

/** Those that the caller's scopes allow. */
export function resourceTemplates({ scopes }: Caller): ResourceTemplateType[] {
  return templates.filter(({ scope }) => scopes.has(scope)).map(({ template }) => template);
}

/**
 * Notes, newest first, a page at a time; with the last of them the first boards, whose pages follow. Cards and events are reached by their
 * templates. By their creation, which never changes: each note is in one page, whatever is done to others meanwhile.
 */
export async function listResources(
  cursor: string | undefined,
  { ask, caller }: ToolContext,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const ofBoards = maybeBoardsFrom(cursor);
  const after = cursor === undefined || ofBoards !== null ? null : placeOf(cursor);
  const resources: Resource[] = [];
  if (caller.scopes.has('notes:read') && ofBoards === null) {
    const { notes, next } = await notesAfter(after, ask);
    for (const { id, title, updatedAt } of notes)
      resources.push({ uri: resourceUri('note', id), name: title, title, mimeType, annotations: { lastModified: updatedAt } });
    if (next !== null) return { resources, nextCursor: next };
  }
  if (caller.scopes.has('boards:read')) {
    const offset = ofBoards ?? 0;
    const { items, total } = await ask(projectsApi.listProjects, { query: { archived: 'false', limit: pageSize, offset } });
    for (const { id, name } of items) resources.push({ uri: resourceUri('board', id), name, mimeType });
    const end = offset + items.length;
    if (items.length > 0 && end < total) return { resources, nextCursor: `boards ${end}` };
  }
  return { resources };
}

/** From which board on a page goes on; null where it is one of notes. */
function maybeBoardsFrom(cursor: string | undefined): number | null {
  const [, offset] = /^boards (\d{1,9})$/.exec(cursor ?? '') ?? [];
  return offset === undefined ? null : Number(offset);
}

/** The last note of a page, and where the next one began then. */
interface Place {
  readonly offset: number;
  readonly createdAt: string;
  readonly id: string;
}

/** Throws the protocol's error for what is no cursor. */
function placeOf(cursor: string): Place {
  const [, offset, createdAt, id] = /^(\d{1,9}) (\d{4}-[\d-]{5}T[\d:.]{12}Z) ([\da-f-]{36})$/.exec(cursor) ?? [];
  if (offset === undefined || createdAt === undefined || id === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such cursor');
  return { offset: Number(offset), createdAt, id };
}

/** The notes that come after a place; those before it can have become more or fewer since. */
async function notesAfter(after: Place | null, ask: ToolContext['ask']): Promise<{ notes: NoteSummary[]; next: string | null }> {
  const isAfter = ({ createdAt, id }: NoteSummary): boolean =>
    after === null || createdAt < after.createdAt || (createdAt === after.createdAt && id < after.id);
  let offset = after?.offset ?? 0;
  for (;;) {
    const query = { sort: 'created', order: 'desc', pinned: 'mixed', limit: pageSize + 1, offset } as const;
    const { items, total } = await ask(notesApi.listNotes, { query });
    const first = items[0];
    if (offset > 0 && (first === undefined || isAfter(first))) {
      // The note before may be one of those that are wanted.
      offset = Math.max(0, Math.min(offset, total) - pageSize);
      continue;
    }
    const start = items.findIndex(isAfter);
    if (start < 0 && offset + items.length < total) {
      offset += items.length;
      continue;
    }
    const notes = start < 0 ? [] : items.slice(start, start + pageSize);
    const end = offset + Math.max(0, start) + notes.length;
    const last = notes.at(-1);
    // Of the next page the first is this page's last: it tells whether notes before it have gone.
    return { notes, next: last === undefined || end >= total ? null : `${end - 1} ${last.createdAt} ${last.id}` };
  }
}

/** A record as markdown, of a note its bytes. Throws `ResourceNotFoundError` and `AppError`. */
export async function readResource(
  uri: string,
  context: ToolContext,
): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }> {
  const [, type, segment = ''] = /^daybook:\/\/(note|card|event|board)\/([^/?#]+)$/.exec(uri) ?? [];
  if (type === undefined) throw new ResourceNotFoundError(uri);
  try {
    const id = decodeURIComponent(segment);
    const text = type === 'board' ? (await boardPage(id, '1', 'from', context)).text : (await recordText(type as 'note', id, context)).text;
    return { contents: [{ uri, mimeType, text }] };
  } catch (error) {
    if (error instanceof URIError || (error instanceof AppError && error.code === 'not_found')) throw new ResourceNotFoundError(uri);
    throw error;
  }
}
