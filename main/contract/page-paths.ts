// The addresses of the page's screens: renderer/app/pages.tsx and its features read what is written here. Pure.

import type { LinkedType } from './mentions.ts';

export const todayPath = '/';

export const trashPath = '/trash';

export const notePath = (id: string): string => `/notes/${id}`;

/** Where a new event is begun. */
export const newEventPath = '/calendar?new';

/** An event or an occurrence, in the view of the calendar that its reader has. */
export const eventPath = (id: string): string => `/calendar?event=${id}`;

/** An event or an occurrence among the others of its day. */
export const eventDayPath = (id: string): string => `/calendar?view=day&event=${id}`;

export const boardPath = (projectId: string): string => `/boards/${slugOf(projectId)}`;

export const cardPath = (projectId: string, cardId: string): string => `${boardPath(projectId)}/cards/${cardId}`;

/** Where a record is shown to a reader who comes from elsewhere; `projectId` is that of a card. */
export function recordPath(type: LinkedType, id: string, projectId: string): string {
  if (type === 'note') return notePath(id);
  return type === 'event' ? eventDayPath(id) : cardPath(projectId, id);
}

// A project's id may be any text, also such that browsers, servers and routers take apart or take for a file's name: so it is written in
// letters and digits, and ~…~ for all others.
function slugOf(projectId: string): string {
  return projectId.replace(/[^\p{L}\p{N}_-]/gu, (character) =>
    character === ' ' ? '+' : `~${(character.codePointAt(0) ?? 0).toString(16)}~`,
  );
}

/** The id of the project that the path of a board names by `slug`. */
export function projectOf(slug: string): string {
  return slug.replaceAll('+', ' ').replace(/~([0-9a-f]{1,6})~/g, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0x10_ff_ff ? whole : String.fromCodePoint(point);
  });
}
