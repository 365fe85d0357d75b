import type { ActionContext } from '../../actions/action.ts';
import { referenceTo, type Subject } from './subject.ts';

/** Where a new task is kept while it is being written. */
export const taskDraft = 'run/new';

/** Shows the form for a new task, with a reference to what it is about; what was begun there stays. */
export function askAgent({ service: { drafts }, go }: ActionContext, subject: Subject | null): void {
  if (subject !== null) {
    const reference = referenceTo(subject);
    const begun = drafts.read(taskDraft);
    if (typeof begun !== 'string' || !begun.includes(reference.trim())) drafts.giveBack(taskDraft, reference);
  }
  go('/runs?new');
}
