// Short messages at the edge of the page.

import { Toast } from '@base-ui/react/toast';
import { batchEntry, type BatchOptions } from '../api/batch-entry.ts';
import type { Changes, HistoryEntry, UndoOutcome } from '../api/history.ts';
import type { Service } from '../api/service.ts';
import { putIntoTrash, type Trashing } from '../api/trash.ts';
import { leaveAbove } from './focus-after-press.ts';
import { strings } from './strings.ts';

/** For the shell alone; use `notify`. */
export const toasts = Toast.createToastManager();

/** How long something can be undone, in milliseconds. The clock stands still while the user points at the message. */
const regret = 6_000;

interface Notice {
  readonly title: string;
  readonly text?: string;
  readonly kind?: 'plain' | 'problem';
  readonly action?: { readonly name: string; readonly perform: () => void };
  /** It asks for something, and stays as long as a problem. */
  readonly isOffer?: true;
}

/** Shows a message for a few seconds; problems stay longer and are read out at once. It is not shown twice at a time. */
export function notify({ title, text, kind = 'plain', action, isOffer }: Notice): void {
  // What two messages offer need not be the same.
  const same = action === undefined ? `${kind} ${title}\n${text ?? ''}` : undefined;
  // It comes again in front of others, which may hide it.
  if (same !== undefined) toasts.close(same);
  const id = toasts.add({
    title,
    ...(same === undefined ? {} : { id: same }),
    type: kind,
    priority: kind === 'problem' ? 'high' : 'low',
    timeout: kind === 'problem' || isOffer === true ? 10_000 : 5_000,
    ...(text === undefined ? {} : { description: text }),
    ...(action === undefined
      ? {}
      : {
          actionProps: {
            children: action.name,
            onClick: () => {
              toasts.close(id);
              action.perform();
            },
          },
        }),
  });
}

/** Says what Ctrl+Z has taken back, or Ctrl+Shift+Z done again, or why not. */
export function tellOfUndo(direction: 'undo' | 'redo', what: string, { done, reasons, isInTrash = false }: NonNullable<UndoOutcome>): void {
  const [reason] = reasons;
  const text = reason !== undefined ? { text: strings.undoReasons[reason] } : isInTrash ? { text: strings.undoneIntoTrash } : {};
  if (done) notify({ title: direction === 'undo' ? strings.undone(what) : strings.redone(what), ...text });
  else notify({ title: direction === 'undo' ? strings.notUndone(what) : strings.notRedone(what), ...text, kind: 'problem' });
}

/** A message with a way back. */
interface Undoing {
  readonly message: string;
  readonly undo: () => void;
  /** Called when the message goes and the way back with it, also after `undo`. */
  readonly onGone?: (() => void) | undefined;
}

export interface UndoMessage {
  /** Takes the message away, and the way back with it. */
  readonly close: () => void;
  /** Lets it stay for as long again as a new one. */
  readonly renew: () => void;
}

/** Says what has been done, with a button that takes it back, as in "Event moved". */
export function notifyWithUndo({ message, undo, onGone }: Undoing): UndoMessage {
  const id = toasts.add({
    title: message,
    type: 'plain',
    timeout: regret,
    actionProps: {
      children: strings.undo,
      onClick: ({ currentTarget }) => {
        undo();
        toasts.close(id);
        // Another message may say what was taken back before this one is gone.
        leaveAbove(currentTarget);
      },
    },
    onClose: () => onGone?.(),
  });
  return {
    close: () => {
      toasts.close(id);
    },
    renew: () => {
      toasts.update(id, { timeout: regret });
    },
  };
}

/** Says what an action has done, with a button that takes it back; the message goes when the action is taken back elsewhere. */
export function showUndoMessage({ history }: Service, historyEntry: Changes, onGone?: () => void): UndoMessage {
  const message = notifyWithUndo({
    message: historyEntry.what,
    undo: () => {
      history.undo(historyEntry);
    },
    onGone,
  });
  historyEntry.whenUndone(message.close);
  return message;
}

/**
 * Says what was done by batches, with a way back here and in the history. That is there at once also while they are on their way; they are
 * told of once they are done, and not at all if nothing came of them or they were taken back before.
 */
export function tellOfBatch(service: Service, options: BatchOptions): void {
  const { history } = service;
  const batch = batchEntry(service, options);
  let isUndone = false;
  let message: UndoMessage | null = null;
  const historyEntry: HistoryEntry = {
    ...batch,
    undo: () => {
      isUndone = true;
      message?.close();
      return batch.undo();
    },
  };
  history.push(historyEntry);
  void Promise.resolve(options.batchIds).then((batchIds) => {
    if (batchIds.length === 0) history.drop(historyEntry);
    else if (!isUndone) {
      message = notifyWithUndo({
        message: historyEntry.what,
        undo: () => {
          history.undo(historyEntry);
        },
      });
    }
  });
}

/** Puts a record into the trash: `message` is shown with a button that brings it back, as in "Card moved to the trash". */
export function trashWithUndo(
  service: Service,
  { message, ...trashing }: Omit<Trashing, 'restoreFailed' | 'onRefused'> & { readonly message: string },
): void {
  const put = (): { readonly undo: () => Promise<boolean>; readonly toast: UndoMessage } => {
    const { undo } = putIntoTrash(service, {
      ...trashing,
      restoreFailed: strings.restoreFailed,
      onRefused: () => {
        toast.close();
        service.history.drop(historyEntry);
      },
    });
    const toast = notifyWithUndo({
      message,
      undo: () => {
        service.history.undo(historyEntry);
      },
    });
    return { undo, toast };
  };
  const historyEntry: HistoryEntry = {
    what: message,
    undo: async () => {
      current.toast.close();
      return (await current.undo()) ? { done: true, reasons: [] } : null;
    },
    redo: () => {
      current = put();
      return Promise.resolve({ done: true, reasons: [] });
    },
  };
  service.history.push(historyEntry);
  let current = put();
}
