// Tells of long work that has ended, whatever page is shown.

import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { routes } from '../api/routes.ts';
import { useService } from '../api/service.ts';
import { notify } from '../ui/toasts.ts';
import { strings } from './strings.ts';

/** Where exports and imports are. */
const path = '/settings/moving';

export function useToldJobs(): void {
  const { client, connection } = useService();
  const [, go] = useLocation();
  useEffect(() => {
    const tell = async (id: string): Promise<void> => {
      const { kind, status, error } = await client.call(routes.readJob, { params: { id } });
      const action = {
        name: strings.jobs.show,
        perform: () => {
          go(path);
        },
      };
      const titleOf = (titles: Readonly<Record<string, string>>): string => titles[kind] ?? kind;
      if (status === 'done') notify({ title: titleOf(strings.jobs.done), action, isOffer: true });
      if (status === 'failed')
        notify({ title: titleOf(strings.jobs.failed), kind: 'problem', action, ...(error === null ? {} : { text: error.message }) });
    };
    return connection.onChange((change) => {
      if (change?.type === 'job' && change.action === 'updated' && change.id !== null)
        // Where it cannot be read, its own page tells.
        tell(change.id).catch(() => undefined);
    });
  }, [client, connection, go]);
}
