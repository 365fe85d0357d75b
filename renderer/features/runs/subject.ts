// What a task is about, as the agent is told of it: its tools find a record by type and id. Pure.

export interface Subject {
  readonly type: 'note' | 'card';
  readonly id: string;
  readonly title: string;
  /** The part of its text that is meant; empty for all of it. */
  readonly excerpt: string;
}

/** Characters of an excerpt that go into the task: the agent can read the rest. */
const maxExcerptLength = 4_000;

/** The beginning of a task; what is to be done follows. */
export function referenceTo({ type, id, title, excerpt }: Subject): string {
  const named = `${type} ${title.trim() === '' ? '' : `“${title.trim()}” `}(id ${id})`;
  if (excerpt === '') return `About the ${named}:\n`;
  const shown = excerpt.length > maxExcerptLength ? `${excerpt.slice(0, maxExcerptLength).toWellFormed()} …` : excerpt;
  return `About this part of the ${named}:\n${shown.replace(/^/gm, '> ')}\n\n`;
}
