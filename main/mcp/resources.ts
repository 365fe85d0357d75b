// Records as resources, by the addresses that Daybook's links have: daybook://note/ID and the others.

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { notesApi } from '../contract/notes.ts';
import { projectsApi } from '../contract/projects.ts';
import type { Scope } from '../contract/scopes.ts';
import { AppError } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';
import { boardPage } from '../tools/board.ts';
import { recordText } from '../tools/read.ts';
import type { ToolContext } from '../tools/tool.ts';

const pageSize = 100;
/** More boards than this are found with the tools. */
const maxBoards = 100;

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

/** Notes, newest change first, a page at a time; with the last of them the boards. Cards and events are reached by their templates. */
export async function listResources(
  cursor: string | undefined,
  { ask, caller }: ToolContext,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such cursor');
  const offset = Number(cursor ?? '0');
  const resources: Resource[] = [];
  if (caller.scopes.has('notes:read')) {
    const { items, total } = await ask(notesApi.listNotes, { query: { limit: pageSize, offset } });
    for (const { id, title, updatedAt } of items)
      resources.push({ uri: resourceUri('note', id), name: title, title, mimeType, annotations: { lastModified: updatedAt } });
    if (offset + items.length < total && items.length > 0) return { resources, nextCursor: String(offset + items.length) };
  }
  if (caller.scopes.has('boards:read')) {
    const { items } = await ask(projectsApi.listProjects, { query: { archived: 'false', limit: maxBoards } });
    for (const { id, name } of items) resources.push({ uri: resourceUri('board', id), name, mimeType });
  }
  return { resources };
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
    const text = type === 'board' ? (await boardPage(id, 1, context)).text : (await recordText(type as 'note', id, context)).text;
    return { contents: [{ uri, mimeType, text }] };
  } catch (error) {
    if (error instanceof URIError || (error instanceof AppError && error.code === 'not_found')) throw new ResourceNotFoundError(uri);
    throw error;
  }
}
