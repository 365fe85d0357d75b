import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StorageUse } from '../../../../main/contract/backups.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Card } from '../Card.tsx';
import { momentText, sizeText } from '../../../ui/format.ts';
import { strings } from './strings.ts';

const parts = ['database', 'attachments', 'backups', 'jobs', 'logs'] as const;

/** What the data takes of the disk. */
export function Storage(): ReactNode {
  const { client } = useService();
  const query = useQuery({
    queryKey: ['data', 'storage'],
    queryFn: ({ signal }) => client.call(routes.readStorage, { signal, timeoutMs: 60_000 }),
    refetchOnMount: 'always',
  });
  return (
    <Card title={strings.storage}>
      <Loaded query={query} failed={strings.storageFailed}>
        {(use) => <Bars use={use} />}
      </Loaded>
    </Card>
  );
}

/** What is wrong with the data. The banner above the page reads it out. */
export function DataFault({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="storage-damaged">
      <TriangleAlert aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

/** What the last check of the database has found. */
function Checked({ integrity: { state, checkedAt, flaw } }: { readonly integrity: StorageUse['integrity'] }): ReactNode {
  const when = checkedAt === null ? '' : momentText(new Date(checkedAt));
  if (state === 'unchecked') return <p className="field-hint">{strings.unchecked}</p>;
  if (state === 'sound') return <p className="field-hint">{strings.sound(when)}</p>;
  return <DataFault text={strings.damaged(when, flaw ?? '')} />;
}

function Bars({ use }: { readonly use: StorageUse }): ReactNode {
  const total = parts.reduce((sum, part) => sum + use[part], 0);
  return (
    <>
      <div className="storage-bar" aria-hidden="true">
        {parts.map((part) => (
          <span key={part} className="storage-share" data-part={part} style={{ flexGrow: use[part] }} />
        ))}
      </div>
      <dl className="storage-parts">
        {parts.map((part) => (
          <div key={part}>
            <dt>
              <span className="storage-dot" data-part={part} aria-hidden="true" />
              {strings.parts[part]}
            </dt>
            <dd>{sizeText(use[part])}</dd>
          </div>
        ))}
        <div className="storage-total">
          <dt>{strings.total}</dt>
          <dd>{sizeText(total)}</dd>
        </div>
      </dl>
      <Checked integrity={use.integrity} />
    </>
  );
}
