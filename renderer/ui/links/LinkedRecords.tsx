import './links.css';
import { Link2, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { RecordLinks } from '../../../main/contract/links.ts';
import { useService } from '../../api/service.ts';
import { Button, IconButton } from '../Buttons.tsx';
import { addLink, linkedRecords, removeLink, type LinkEnd } from './change-links.ts';
import { RecordLink } from './RecordLink.tsx';
import { RecordPicker } from './RecordPicker.tsx';
import { strings as uiStrings } from '../strings.ts';
import { strings } from './strings.ts';
import { useRecordLinks } from './use-record-links.ts';

/** The records that are linked with this one by links of their own, with a way to add and to remove them. */
export function LinkedRecords({ record, links }: { readonly record: LinkEnd; readonly links: RecordLinks | undefined }): ReactNode {
  const service = useService();
  const [isPicking, setPicking] = useState(false);
  const linked = links === undefined ? [] : linkedRecords(links);
  return (
    <div className="linked">
      {linked.length > 0 && (
        <ul className="linked-list">
          {linked.map((other) => (
            <li key={other.linkId} className="linked-row">
              <RecordLink {...other} />
              <IconButton
                icon={X}
                size="small"
                label={strings.remove(other.title)}
                onClick={() => {
                  void removeLink(service, record, other);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {isPicking ? (
        <RecordPicker
          except={new Set([record.id, ...linked.map(({ id }) => id)])}
          onClose={() => {
            setPicking(false);
          }}
          onPick={(found) => {
            setPicking(false);
            void addLink(service, record, found);
          }}
        />
      ) : (
        <Button
          tone="quiet"
          onClick={() => {
            setPicking(true);
          }}
        >
          <Link2 aria-hidden="true" />
          {strings.add}
        </Button>
      )}
    </div>
  );
}

/** As `LinkedRecords`, with all texts that link to the record: for dialogs. */
export function RecordLinksPart({ type, id }: LinkEnd): ReactNode {
  const { data, error, refetch } = useRecordLinks(type, id);
  const sources = data?.backlinks.filter(({ kind }) => kind === 'text') ?? [];
  return (
    <section className="record-links" aria-label={strings.linked}>
      <h3 className="record-links-title">{strings.linked}</h3>
      {error !== null && data === undefined ? (
        <LinksFailed onAgain={() => void refetch()} />
      ) : (
        <LinkedRecords record={{ type, id }} links={data} />
      )}
      {sources.length > 0 && (
        <>
          <h4 className="record-links-title">{strings.backlinks}</h4>
          <ul className="linked-list">
            {sources.map((source) => (
              <li key={`${source.type} ${source.id}`} className="linked-row">
                <RecordLink {...source} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Says that the links could not be read. */
export function LinksFailed({ onAgain }: { readonly onAgain: () => void }): ReactNode {
  return (
    <div className="record-links-hint" role="status">
      <p>{strings.failed}</p>
      <Button onClick={onAgain}>{uiStrings.tryAgain}</Button>
    </div>
  );
}
