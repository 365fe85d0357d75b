// The configuration as the service has it, and changing it.

import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { announce } from '../../../ui/announce.tsx';
import { fieldFaults, type FieldFaults } from '../../../ui/field-faults.ts';
import { notify } from '../../../ui/toasts.ts';
import { drafts, type Values } from './drafts.ts';
import { configKey as queryKey, showSaved, type Config } from './saved-config.ts';
import { strings } from './strings.ts';

export function useConfig(): UseQueryResult<Config> {
  const { client } = useService();
  return useQuery({ queryKey, queryFn: ({ signal }) => client.call(routes.readConfig, { signal }) });
}

export interface SaveConfig {
  readonly save: (changes: Values) => void;
  readonly isSaving: boolean;
  /** What the service objects to, by key. */
  readonly faults: FieldFaults;
  /** Forgets them. */
  readonly forgetFaults: () => void;
}

/** Saves drafts, all or none. What is saved is no draft any more. */
export function useSaveConfig(): SaveConfig {
  const { client, queries } = useService();
  const { mutate, isPending, error, reset } = useMutation({
    mutationKey: ['settings', 'config'],
    scope: { id: 'settings.config' },
    mutationFn: (changes: Values) => client.call(routes.writeConfig, { body: changes }),
    onSuccess: (saved, changes) => {
      showSaved(queries, saved);
      drafts.drop(changes);
      announce(strings.saved);
    },
    onError: (failure) => {
      if (fieldFaults(failure) === null) notify({ title: strings.saveFailed, text: failure.message, kind: 'problem' });
    },
  });
  const faults = useMemo(() => fieldFaults(error) ?? {}, [error]);
  return { save: mutate, isSaving: isPending, faults, forgetFaults: reset };
}
