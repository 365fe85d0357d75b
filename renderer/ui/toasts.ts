// Short messages at the edge of the page.

import { Toast } from '@base-ui/react/toast';
import type { Removal, Removals } from '../api/removals.ts';
import { strings } from './strings.ts';

/** For the shell alone; use `notify`. */
export const toasts = Toast.createToastManager();

/** How long a deletion can be undone, in milliseconds. The clock stands still while somebody points at the message. */
const regret = 6_000;

interface Notice {
  readonly title: string;
  readonly text?: string;
  readonly kind?: 'plain' | 'problem';
  readonly action?: { readonly name: string; readonly perform: () => void };
}

/** Shows a message for a few seconds; problems stay longer and are read out at once. */
export function notify({ title, text, kind = 'plain', action }: Notice): void {
  const id = toasts.add({
    title,
    type: kind,
    priority: kind === 'problem' ? 'high' : 'low',
    timeout: kind === 'problem' ? 10_000 : 5_000,
    ...(text === undefined ? {} : { description: text }),
    ...(action === undefined ? {} : { actionProps: { children: action.name, onClick: () => { toasts.close(id); action.perform(); } } }),
  });
}

const undoable: { readonly undo: () => void }[] = [];

/** Whether there is a deletion that can still be undone. */
export function canUndo(): boolean {
  return undoable.length > 0;
}

/** Undoes the last deletion that still can be. */
export function undoLast(): void {
  undoable.at(-1)?.undo();
}

/** Deletes with a way back: `message` is shown with a button that undoes it, as in "Card deleted". */
export function removeWithUndo(removals: Removals, { message, ...removal }: Removal & { readonly message: string }): void {
  const pending = removals.begin(removal);
  const entry = { undo: () => { pending.undo(); toasts.close(id); } };
  const id = toasts.add({
    title: message,
    type: 'plain',
    timeout: regret,
    actionProps: { children: strings.undo, onClick: entry.undo },
    onClose: () => {
      undoable.splice(undoable.indexOf(entry), 1);
      pending.commit();
    },
  });
  undoable.push(entry);
}
