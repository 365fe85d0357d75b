// What this page creates can be taken back; what a later page sends again of it is none of that page's own actions.

import { type MutationOptions, useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import type { CreationOptions, Keyed } from './creations.ts';
import type { Changes } from './history.ts';
import type { Touched } from './reversible.ts';
import type { Service } from './service.ts';

interface Creation<Sent, Made> {
  /** As it is told of: “Card “Write” added”. */
  readonly what: (sent: Sent) => string;
  readonly touched: (made: Made) => Touched;
  /** Tells of it, with a way back. */
  readonly told?: (historyEntry: Changes, sent: Sent) => void;
}

interface Begun {
  readonly historyEntry: Changes;
}

/** These options, by which each creation is an action of the page's history from the moment it is asked for. */
export function undoable<Sent extends Keyed, Made>(
  { history }: Pick<Service, 'history'>,
  options: CreationOptions<Sent, Made>,
  { what, touched, told }: Creation<Sent, Made>,
): MutationOptions<Made, Error, Sent, Begun> {
  return {
    ...options,
    onMutate: (sent, context) => {
      void options.onMutate?.(sent, context);
      return { historyEntry: history.begin(what(sent)) };
    },
    onSuccess: (made, sent, { historyEntry }, context) => {
      historyEntry.add([touched(made)]);
      told?.(historyEntry, sent);
      return options.onSuccess?.(made, sent, undefined, context);
    },
    onError: (error, sent, _begun, context) => options.onError?.(error, sent, undefined, context),
    onSettled: (_made, _error, _sent, begun) => {
      begun?.historyEntry.settle();
    },
  };
}

/** A record that is there for the first time. */
export function created(type: Touched['type'], { id, version }: { readonly id: string; readonly version: number }): Touched {
  return { type, id, version, how: 'created' };
}

/** What such a mutation is called with, besides its own values: the action of the page's history that it is part of. */
interface PartOfEntry {
  readonly historyEntry: Changes;
}

/** As `useMutation`. The action ends with the mutation, also if that fails, and before `onSettled` is called. */
export function useHistoryMutation<Made, Sent extends PartOfEntry, Context = unknown>({
  onSettled,
  ...options
}: UseMutationOptions<Made, Error, Sent, Context>): UseMutationResult<Made, Error, Sent, Context> {
  return useMutation<Made, Error, Sent, Context>({
    ...options,
    onSettled: (...args) => {
      const [, , { historyEntry }] = args;
      historyEntry.settle();
      return onSettled?.(...args);
    },
  });
}

/** The same change for a caller that has nothing to do with its end: its mutation tells of a refusal (`meta.failed`). */
export function notAwaited<Args extends readonly unknown[]>(change: (...args: Args) => Promise<unknown>): (...args: Args) => void {
  return (...args) => {
    change(...args).catch(() => {
      // The message of the mutation.
    });
  };
}
