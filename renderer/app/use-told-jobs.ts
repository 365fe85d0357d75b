// Tells of long work that has ended, whatever page is shown.

import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { problemText } from '../api/problem-text.ts';
import { routes } from '../api/routes.ts';
import { useService } from '../api/service.ts';
import { watchesFailures } from '../api/watched-jobs.ts';
import { notify } from '../ui/toasts.ts';
import { strings } from './strings.ts';
import { endOfJob } from '../../main/contract/job-ends.ts';
import type { Backup, PreparedRestore } from '../../main/contract/backups.ts';

export function useToldJobs(): void {
  const { client, connection, queries } = useService();
  const [location, go] = useLocation();
  const here = useRef(location);
  // Of short work several changes are told, and each is read when it has ended.
  const toldIds = useRef(new Set<string>());
  useEffect(() => {
    here.current = location;
  }, [location]);
  useEffect(() => {
    const tell = async (id: string): Promise<void> => {
      const { kind, status, error, result } = await client.call(routes.readJob, { params: { id } });
      if ((status !== 'done' && status !== 'failed') || toldIds.current.has(id)) return;
      toldIds.current.add(id);
      const end = endOfJob({ kind });
      // A backup that has failed may have found damage.
      if (kind === 'backup' || kind === 'restore') await queries.invalidateQueries({ queryKey: ['data'] });
      // Its page shows what has come of an import in the place of what it was before.
      if (kind.startsWith('import') && here.current === end.path) return;
      if (status === 'failed' && watchesFailures(kind)) return;
      const action = {
        name: strings.jobs.show,
        perform: () => {
          go(end.path);
        },
      };
      if (status === 'done' && (kind === 'backup' || kind === 'restore')) {
        // Its page tells of it as long as it is so.
        if (kind === 'restore' && here.current === end.path) return;
        const told = kind === 'backup' ? madeOf(end.done, result as Backup) : preparedOf(result as PreparedRestore);
        notify({ ...told, action });
      } else if (status === 'done') notify({ title: end.done, action, isOffer: true });
      if (status === 'failed')
        notify({ title: end.failed, kind: 'problem', action, ...(error === null ? {} : { text: problemText(error.message) }) });
    };
    return connection.onChange((change) => {
      if (change?.type === 'job' && change.action === 'updated' && change.id !== null)
        // Where it cannot be read, its own page tells.
        tell(change.id).catch(() => undefined);
    });
  }, [client, connection, queries, go]);
}

function preparedOf({ file, missing }: PreparedRestore): { readonly title: string; readonly text?: string; readonly kind?: 'problem' } {
  const title = strings.jobs.prepared(file);
  return missing === null || missing === 0 ? { title } : { title, text: strings.jobs.preparedLacks(missing), kind: 'problem' };
}

function madeOf(plain: string, { path, missing }: Backup): { readonly title: string; readonly text?: string; readonly kind?: 'problem' } {
  const title = path === null ? plain : strings.jobs.backupMade(path);
  return missing === null || missing === 0 ? { title } : { title, text: strings.jobs.filesMissing(missing), kind: 'problem' };
}
