// Where records are shown. A project's id may be any text, also such that browsers, servers and routers take apart or take for a file's
// name: so it is written in letters and digits, and ~…~ for all others.

import type { LinkedType } from '../../main/contract/mentions.ts';
import { routes } from '../api/routes.ts';
import type { Service } from '../api/service.ts';

/** The path of a board. */
export function boardPath(projectId: string): string {
  return `/boards/${slugOf(projectId)}`;
}

/** The path of a card on its board. */
export function cardPath(projectId: string, cardId: string): string {
  return `${boardPath(projectId)}/cards/${cardId}`;
}

/** The path of an event in the calendar, by its id or that of an occurrence. */
export function eventPath(id: string): string {
  return `/calendar?event=${encodeURIComponent(id)}`;
}

export function slugOf(projectId: string): string {
  return projectId.replace(/[^\p{L}\p{N}_-]/gu, (character) =>
    character === ' ' ? '+' : `~${(character.codePointAt(0) ?? 0).toString(16)}~`,
  );
}

/** What `slugOf` was given. */
export function projectOf(slug: string): string {
  return slug.replaceAll('+', ' ').replace(/~([0-9a-f]{1,6})~/g, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0x10_ff_ff ? whole : String.fromCodePoint(point);
  });
}

/** The path of a record's page; a card's board has to be asked for. Throws like `Client.call`. */
export async function recordPath({ client }: Pick<Service, 'client'>, type: LinkedType, id: string): Promise<string> {
  if (type === 'note') return `/notes/${id}`;
  if (type === 'event') return eventPath(id);
  const { projectId } = await client.call(routes.readCard, { params: { id } });
  return cardPath(projectId, id);
}
