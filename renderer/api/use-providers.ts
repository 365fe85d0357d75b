// Which providers can be asked, and which one the user has chosen.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AiProvider } from '../../main/contract/ai.ts';
import { routes } from './routes.ts';
import { useService } from './service.ts';
import { readSetting, writeSetting } from './remembered.ts';

const providerSetting = 'chat.provider';

export interface Providers {
  /** Undefined before they have been read. */
  readonly all: readonly AiProvider[] | undefined;
  /** Who is asked: the one that was chosen, else the active one. */
  readonly current: AiProvider | undefined;
  /** Null for the usual one. */
  readonly model: string | null;
  readonly models: readonly string[];
  readonly choose: (id: string) => void;
  readonly chooseModel: (model: string | null) => void;
}

/** `isShown`: nothing is asked before it is seen. The chat and the runs of agents share what is remembered. */
export function useProviders(isShown: boolean): Providers {
  const { client } = useService();
  const [chosen, setChosen] = useState(() => readSetting(providerSetting));
  const [model, setModel] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['config', 'providers'],
    queryFn: ({ signal }) => client.call(routes.listProviders, { signal }),
    enabled: isShown,
  });
  const all = data?.items;
  const current = all?.find(({ id }) => id === chosen) ?? all?.find(({ isActive }) => isActive);
  const models = useQuery({
    queryKey: ['config', 'models', current?.id ?? ''],
    queryFn: ({ signal }) => client.call(routes.listModels, { query: { provider: current?.id ?? 'local' }, signal, timeoutMs: 40_000 }),
    enabled: isShown && current !== undefined && current.isConfigured,
  });
  return {
    all,
    current,
    model,
    models: (models.data?.data ?? []).map(({ id }) => id),
    choose: (id) => {
      writeSetting(providerSetting, all?.find(({ isActive }) => isActive)?.id === id ? null : id);
      setChosen(id);
      setModel(null);
    },
    chooseModel: setModel,
  };
}
