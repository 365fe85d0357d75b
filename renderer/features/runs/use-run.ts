// One run: what it does, and what can be done with it.

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Decision, RunUndone } from '../../../main/contract/runs.ts';
import { ServiceError } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { announce } from '../../ui/announce.tsx';
import { notify } from '../../ui/toasts.ts';
import { callTitle } from './call-title.ts';
import { RunFollower, type FollowedRun } from './run-follower.ts';
import { waitingCalls } from './run-state.ts';
import { strings } from './strings.ts';

interface FollowedRunControl {
  readonly state: FollowedRun;
  readonly again: () => void;
}

/** Follows a run as long as the component is there. Give the component the run's id as its key. */
export function useRun(id: string): FollowedRunControl {
  const { client, connection } = useService();
  const [follower] = useState(() => new RunFollower({ client, id, onSessionEnd: connection.retry }));
  useEffect(() => follower.open(), [follower]);
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.status() === 'reachable') follower.again();
      }),
    [connection, follower],
  );
  // One that has ended has no stream: another window, or a program, can let it go on or delete it.
  useEffect(
    () =>
      connection.onChange((change) => {
        if (change === null || (change.type === 'run' && change.id === id)) follower.again();
      }),
    [connection, follower, id],
  );
  const state = useSyncExternalStore(follower.subscribe, follower.state);
  useTold(state);
  return { state, again: follower.again };
}

/** For people who hear the page: each new state, and what waits for a decision. Not what was so when the page was opened. */
function useTold(state: FollowedRun): void {
  const status = state.run?.status;
  const [waiting] = waitingCalls(state);
  const before = useRef<{ readonly status: typeof status; readonly waiting: string | undefined }>(null);
  useEffect(() => {
    const last = before.current;
    before.current = status === undefined ? null : { status, waiting: waiting?.id };
    if (last === null || status === undefined) return;
    if (waiting !== undefined && waiting.id !== last.waiting) announce(strings.approvalOf(callTitle(waiting)));
    else if (status !== last.status) announce(strings.told[status]);
  }, [status, waiting]);
}

export interface RunControl {
  readonly decide: (decision: { readonly callId: string; readonly body: Decision }) => void;
  /** The call whose decision is on its way. */
  readonly deciding: string | null;
  readonly say: (content: string) => void;
  readonly cancel: () => void;
  readonly resume: () => void;
  readonly undo: () => void;
  /** What the last undo has done; null before there was one. */
  readonly undone: RunUndone | null;
  /** Takes the last undo back. */
  readonly redo: () => void;
  readonly remove: () => void;
  /** Something of it is under way. */
  readonly isBusy: boolean;
}

/** `again` looks at the run anew; `onRemoved` is called once it is deleted. */
export function useRunControl(id: string, again: () => void, onRemoved: () => void): RunControl {
  const { client } = useService();
  const onSuccess = again;
  const params = { id };
  const decide = useMutation({
    mutationFn: async ({ callId, body }: { readonly callId: string; readonly body: Decision }) => {
      try {
        await client.call(routes.decideCall, { params: { id, callId }, body });
      } catch (error) {
        // Decided already, by an earlier attempt or elsewhere: the stream tells how.
        if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      }
    },
    meta: { failed: strings.decideFailed },
    onSuccess,
  });
  const say = useSay(id, onSuccess);
  const cancel = useMutation({
    mutationFn: () => client.call(routes.cancelRun, { params }),
    meta: { failed: strings.cancelFailed },
    onSuccess,
  });
  const resume = useMutation({
    mutationFn: () => client.call(routes.resumeRun, { params }),
    meta: { failed: strings.resumeFailed },
    onSuccess,
  });
  const undo = useMutation({
    mutationFn: () => client.call(routes.undoRun, { params, timeoutMs: 60_000 }),
    meta: { failed: strings.undoFailed },
    onSuccess,
  });
  const redo = useMutation({
    mutationFn: ({ batchId, key }: { readonly batchId: string; readonly key: string }) =>
      client.call(routes.undoChanges, { body: { batchId }, idempotencyKey: key, timeoutMs: 60_000 }),
    meta: { failed: strings.doAgainFailed },
    onSuccess: () => {
      undo.reset();
      notify({ title: strings.doneAgain });
    },
  });
  const remove = useMutation({
    mutationFn: () => client.call(routes.deleteRun, { params }),
    meta: { failed: strings.removeFailed },
    onSuccess: () => {
      notify({ title: strings.removed });
      onRemoved();
    },
  });
  const isBusy = [cancel, resume, undo, redo, remove].some(({ isPending }) => isPending);
  const unlessBusy = (start: () => void) => (): void => {
    if (!isBusy) start();
  };
  return {
    decide: decide.mutate,
    deciding: decide.isPending ? decide.variables.callId : null,
    say,
    cancel: unlessBusy(cancel.mutate),
    resume: unlessBusy(resume.mutate),
    undo: unlessBusy(undo.mutate),
    undone: undo.data ?? null,
    redo: () => {
      const batchId = undo.data?.batchId ?? null;
      if (batchId !== null && !isBusy) redo.mutate({ batchId, key: crypto.randomUUID() });
    },
    remove: remove.mutate,
    isBusy,
  };
}

/** Under which the message is kept while it is being written. */
export const sayDraft = (id: string): string => `run/${id}/say`;

/** What did not arrive goes back into its field: sent again by itself it could arrive twice. */
function useSay(id: string, onSuccess: () => void): (content: string) => void {
  const { client, drafts } = useService();
  const { mutate } = useMutation({
    mutationFn: (content: string) => client.call(routes.addRunMessage, { params: { id }, body: { content } }),
    retry: false,
    meta: { failed: strings.sayFailed },
    onError: (_error, content) => {
      drafts.giveBack(sayDraft(id), content);
    },
    onSuccess,
  });
  return mutate;
}
