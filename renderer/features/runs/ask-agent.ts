// What a task is about, as the agent is told of it: its tools find a record by type and id. Pure.

import { cutText } from '../../../main/contract/cut-text.ts';
import type { ActionContext } from '../../actions/action.ts';
import type { Drafts } from '../../api/drafts.ts';

/** Where a new task is kept while it is being written. */
export const taskDraft = 'run/new';

/** Shows the form for a new task, with a reference to what it is about; what was begun there stays. */
export function askAgent({ service: { drafts }, go }: ActionContext, subject: Subject | null): void {
  if (subject !== null) beginTask(drafts, referenceTo(subject));
  go('/runs?new');
}

/** Begins a new task with `text`, before what was begun there, unless it stands in that already. */
export function beginTask(drafts: Pick<Drafts, 'read' | 'giveBack'>, text: string): void {
  const begun = drafts.read(taskDraft);
  if (typeof begun !== 'string' || !begun.includes(text.trim())) drafts.giveBack(taskDraft, text, { isWhole: true });
}

interface Subject {
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
  const shown = excerpt.length > maxExcerptLength ? `${cutText(excerpt, maxExcerptLength)} …` : excerpt;
  return `About this part of the ${named}:\n${shown.replace(/^/gm, '> ')}\n\n`;
}
