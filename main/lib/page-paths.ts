// The page's addresses, as renderer/app/pages.tsx and the features have them; a test holds both together.

export const notePath = (id: string): string => `/notes/${id}`;

export const eventPath = (id: string): string => `/calendar?view=day&event=${id}`;

const escaped = (character: string): string => (character === ' ' ? '+' : `~${(character.codePointAt(0) ?? 0).toString(16)}~`);

/** A project's id may be any text: letters and digits stand as they are, all else as ~code point~. */
export function boardPath(projectId: string): string {
  return `/boards/${projectId.replace(/[^\p{L}\p{N}_-]/gu, escaped)}`;
}

export const cardPath = (projectId: string, cardId: string): string => `${boardPath(projectId)}/cards/${cardId}`;

export const todayPath = '/';

export const trashPath = '/trash';
