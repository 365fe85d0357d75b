// The built-in model: how it is, and what can be done about it.

import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LocalModel } from '../../main/contract/ai.ts';
import type { Client } from './client.ts';
import { routes } from './routes.ts';
import { useService } from './service.ts';

// Begins as the feed names changes of the configuration: with those it is read anew by itself.
const queryKey = ['config', 'local-model'] as const;

/** How often it is looked at, in milliseconds: while it changes by itself, and otherwise. */
const changingPollMs = 500;
const steadyPollMs = 5_000;

/**
 * No feed tells of it: as long as it is shown it is asked again and again, more often while something is expected of it, and at once when
 * that begins and ends: a small model is loaded and has answered before it is looked at for the first time.
 */
export function useLocalModel(isShown: boolean, isExpected = false): UseQueryResult<LocalModel> {
  const { client, queries } = useService();
  const wasExpected = useRef(isExpected);
  useEffect(() => {
    if (wasExpected.current === isExpected) return;
    wasExpected.current = isExpected;
    void queries.invalidateQueries({ queryKey });
  }, [queries, isExpected]);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(routes.readLocalModel, { signal }),
    enabled: isShown,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      isExpected || data?.state === 'starting' || data?.state === 'stopping' ? changingPollMs : steadyPollMs,
  });
}

/** A model that is being stopped may take a while to end, in milliseconds. */
const options = { timeoutMs: 60_000 } as const;

const orders = {
  start: (client: Client) => client.call(routes.startLocalModel, options),
  stop: (client: Client) => client.call(routes.stopLocalModel, options),
  restart: (client: Client) => client.call(routes.restartLocalModel, options),
} as const;

interface LocalModelControl {
  readonly start: () => void;
  readonly stop: () => void;
  readonly restart: () => void;
  /** Something of it is under way. */
  readonly isBusy: boolean;
}

/** For the owner alone. `failed` is the title of the message when the service refuses. */
export function useLocalModelControl(failed: string): LocalModelControl {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: (what: keyof typeof orders) => orders[what](client),
    meta: { failed },
    onSuccess: (model) => {
      queries.setQueryData(queryKey, model);
    },
  });
  return {
    start: () => {
      mutate('start');
    },
    stop: () => {
      mutate('stop');
    },
    restart: () => {
      mutate('restart');
    },
    isBusy: isPending,
  };
}

/** Sets LOCAL_MODEL_PATH. Throws as `Client.call` does. */
export function useSetModelPath(): (path: string) => Promise<void> {
  const { client, queries } = useService();
  return async (path) => {
    await client.call(routes.writeConfig, { body: { LOCAL_MODEL_PATH: path } });
    await queries.invalidateQueries({ queryKey: ['config'] });
  };
}
