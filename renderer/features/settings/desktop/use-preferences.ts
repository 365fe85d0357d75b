import { useMutation, useQuery } from '@tanstack/react-query';
import type { DesktopPreferences, PreferencesAnswer } from '../../../../main/contract/bridge.ts';
import { desktopBridge } from '../../../api/bridge.ts';
import { useService } from '../../../api/service.ts';
import { desktopStrings } from '../strings.ts';

const queryKey = ['desktop', 'preferences'] as const;

export type Problems = PreferencesAnswer['problems'];

/** Whether there is a desktop window that can be set up. */
export function hasPreferences(): boolean {
  return desktopBridge()?.preferences !== undefined;
}

/** What is chosen for the desktop app. It is asked itself, so that this works while the service is away. */
export function usePreferences() {
  return useQuery({
    queryKey,
    networkMode: 'always',
    meta: { fixed: true },
    queryFn: async () => (await desktopBridge()?.preferences?.()) ?? Promise.reject(new Error(desktopStrings.failed)),
  });
}

/** A function that changes preferences, and what could not be had of the last change. */
export function useSetPreferences(): { readonly set: (changes: Partial<DesktopPreferences>) => void; readonly problems: Problems } {
  const { queries } = useService();
  const { mutate, data } = useMutation({
    networkMode: 'always',
    retry: false,
    meta: { failed: desktopStrings.saveFailed },
    mutationFn: async (changes: Partial<DesktopPreferences>) =>
      (await desktopBridge()?.setPreferences?.(changes)) ?? Promise.reject(new Error(desktopStrings.saveFailed)),
    onSuccess: ({ preferences }) => {
      queries.setQueryData(queryKey, preferences);
    },
  });
  return { set: mutate, problems: data?.problems ?? {} };
}
