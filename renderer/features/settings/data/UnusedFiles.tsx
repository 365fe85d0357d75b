import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NoteFile } from '../../../../main/contract/files.ts';
import { maxOperations } from '../../../../main/contract/limits.ts';
import { refusalOf, type Client } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { useRemoved, useService } from '../../../api/service.ts';
import { momentText, sizeText } from '../../../ui/format.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { tellOfBatch, trashWithUndo } from '../../../ui/toasts.ts';
import { Card } from '../Card.tsx';
import { strings } from './strings.ts';

/** How many are listed; the others follow once some of these are gone. */
const maxListed = 100;

/** Files of notes that no note names any more: they stay until the user deletes them. */
export function UnusedFiles(): ReactNode {
  const { client } = useService();
  const removed = useRemoved();
  const query = useQuery({
    queryKey: ['file', 'unused'],
    queryFn: ({ signal }) => client.call(routes.listFiles, { query: { unused: 'true', limit: String(maxListed) }, signal }),
    refetchOnMount: 'always',
  });
  return (
    <Card title={strings.unusedFiles} hint={strings.unusedHint}>
      <Loaded query={query} failed={strings.unusedFailed}>
        {({ items, total }) => {
          const left = items.filter(({ id }) => !removed.has(id));
          if (left.length === 0) return <p className="field-hint">{strings.noneUnused}</p>;
          return (
            <>
              <ul className="unused-files">
                {left.map((file) => (
                  <UnusedFile key={file.id} file={file} />
                ))}
              </ul>
              {total > items.length && <p className="field-hint">{strings.moreUnused(total - items.length)}</p>}
              {left.length > 1 && <DeleteAll count={total - (items.length - left.length)} />}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** Puts all of them into the trash: an import that was taken back can leave thousands. */
function DeleteAll({ count }: { readonly count: number }): ReactNode {
  const service = useService();
  const { client, queries } = service;
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['file'] });
  const { mutate, isPending } = useMutation({
    meta: { failed: strings.deleteUnusedFailed },
    mutationFn: async () => {
      const batchIds: string[] = [];
      let deleted = 0;
      try {
        for (;;) {
          const { items } = await client.call(routes.listFiles, { query: { unused: 'true', limit: String(maxOperations) } });
          if (items.length === 0) break;
          batchIds.push(...(await trashTogether(client, items)));
          deleted += items.length;
        }
      } finally {
        const what = strings.allUnusedDeleted(deleted);
        if (deleted > 0) tellOfBatch(service, { what, batchIds, failed: strings.unusedUndoFailed, refresh });
      }
    },
    onSettled: refresh,
  });
  return (
    <div className="unused-all">
      <Button
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        <Trash2 aria-hidden="true" />
        {isPending ? strings.deletingUnused : strings.deleteAllUnused(count)}
      </Button>
    </div>
  );
}

/** The batch that has put these aside, if one has. Throws `ServiceError` where one of them is named by now, and then all stay. */
async function trashTogether(client: Client, files: readonly NoteFile[]): Promise<readonly string[]> {
  const operations = files.map(({ id }) => ({ method: 'POST' as const, path: '/api/trash', body: { type: 'file', id } }));
  const { batchId, failed } = await client.call(routes.runBatch, { body: { operations }, idempotencyKey: crypto.randomUUID() });
  if (failed !== null) throw refusalOf(failed);
  return batchId === null ? [] : [batchId];
}

function UnusedFile({ file: { id, filename, size, createdAt } }: { readonly file: NoteFile }): ReactNode {
  const service = useService();
  return (
    <li className="unused-file">
      <FileText aria-hidden="true" />
      <bdi className="unused-name" title={filename}>
        {filename}
      </bdi>
      <span className="unused-size">
        {sizeText(size)} · {momentText(new Date(createdAt))}
      </span>
      <IconButton
        size="small"
        icon={Trash2}
        label={strings.deleteUnused(filename)}
        onClick={() => {
          trashWithUndo(service, { type: 'file', id, message: strings.unusedDeleted(filename), failed: strings.deleteUnusedFailed });
        }}
      />
    </li>
  );
}
