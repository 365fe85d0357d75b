import { useQuery } from '@tanstack/react-query';
import { FileText, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NoteFile } from '../../../../main/contract/files.ts';
import { routes } from '../../../api/routes.ts';
import { useRemoved, useService } from '../../../api/service.ts';
import { momentText, sizeText } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { trashWithUndo } from '../../../ui/toasts.ts';
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
            </>
          );
        }}
      </Loaded>
    </Card>
  );
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
