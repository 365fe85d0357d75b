import { CalendarDays, FileText, SquareKanban } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { LinkedType } from '../../../main/contract/mentions.ts';
import { eventPath, notePath } from '../../../main/contract/page-paths.ts';
import { askRecordPath } from '../../actions/record-path.ts';
import { useService } from '../../api/service.ts';
import { notify } from '../toasts.ts';
import { strings } from './strings.ts';

const icons = { note: FileText, card: SquareKanban, event: CalendarDays } as const;

/** The icon of a kind of record, with its name for those who do not see it. */
export function RecordIcon({ type }: { readonly type: LinkedType }): ReactNode {
  const Icon = icons[type];
  return <Icon role="img" aria-label={strings.kinds[type]} />;
}

interface RecordLinkProps {
  readonly type: LinkedType;
  readonly id: string;
  readonly title: string;
}

/** The title of a record, which leads to it. */
export function RecordLink({ type, id, title }: RecordLinkProps): ReactNode {
  const service = useService();
  const [, go] = useLocation();
  return (
    <a
      className="record-link"
      href={type === 'note' ? notePath(id) : type === 'event' ? eventPath(id) : '/boards'}
      data-opens-text={type === 'card' || undefined}
      onClick={(event) => {
        // Where a note or an event is, its address says; of a card the service knows it.
        if (type !== 'card' && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
        event.preventDefault();
        askRecordPath(service, type, id).then(go, (error: unknown) => {
          notify({ title: strings.openFailed, text: error instanceof Error ? error.message : '', kind: 'problem' });
        });
      }}
    >
      <RecordIcon type={type} />
      <bdi>{title}</bdi>
    </a>
  );
}
