import './card-dialog.css';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import type { Column } from '../../../../main/contract/columns.ts';
import { ServiceError } from '../../../api/client.ts';
import type { Drafts } from '../../../api/drafts.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RecordLinksPart } from '../../../ui/links/LinkedRecords.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Loaded, Skeleton } from '../../../ui/Loaded.tsx';
import { Archived, Message, Unsaved } from '../../../ui/Message.tsx';
import { withUnderWay } from '../changes-under-way.ts';
import { strings as boardStrings } from '../strings.ts';
import { cardKey, cardsKey } from '../use-board.ts';
import { useChangeCard } from '../use-card-changes.ts';
import { Attachments } from './Attachments.tsx';
import { CardFields } from './CardFields.tsx';
import { CardTitle } from './CardTitle.tsx';
import { Checklist } from './Checklist.tsx';
import { Description } from './Description.tsx';
import { FileDrop } from './FileDrop.tsx';
import { strings } from './strings.ts';
import { unsavedItems } from './use-checklist.ts';

const Activity = lazyPart(() => import('./Activity.tsx').then((module) => module.Activity));
// With the board: the service may be away when a card is opened.
Activity.preload();

interface CardDialogProps {
  readonly projectId: string;
  /** Null: closed. */
  readonly cardId: string | null;
  readonly columns: readonly Column[];
  readonly onClose: () => void;
}

/** A card with all that belongs to it. What is changed is saved as one goes. */
export function CardDialog({ projectId, cardId, columns, onClose }: CardDialogProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [id, setId] = useState(cardId);
  if (cardId !== null && cardId !== id) setId(cardId);
  const { queries } = useService();
  const title = queries.getQueryData<readonly Card[]>(cardsKey(projectId))?.find((card) => card.id === id)?.title;
  return (
    <Dialog
      open={cardId !== null}
      onClose={onClose}
      onClosed={() => {
        setId(null);
      }}
      title={title ?? strings.title}
      titleHidden
      size="large"
    >
      {id !== null && <CardContent key={id} projectId={projectId} id={id} columns={columns} onClose={onClose} />}
    </Dialog>
  );
}

function CardContent({
  projectId,
  id,
  columns,
  onClose,
}: {
  readonly projectId: string;
  readonly id: string;
  readonly columns: readonly Column[];
  readonly onClose: () => void;
}): ReactNode {
  const { client, queries, drafts } = useService();
  const change = useChangeCard();
  const query = useQuery({
    queryKey: cardKey(id),
    queryFn: async ({ signal }) => withUnderWay(queries, await client.call(routes.readCard, { params: { id }, signal })),
    // What the board knows is shown while the card is read.
    placeholderData: () => queries.getQueryData<readonly Card[]>(cardsKey(projectId))?.find((card) => card.id === id),
  });
  if (query.error instanceof ServiceError && query.error.status === 404) {
    return (
      <Message icon={SearchX} title={strings.gone} action={<Unsaved text={unsavedTexts(drafts, id)} />}>
        {strings.goneHint}
      </Message>
    );
  }
  return (
    <Loaded query={query} failed={strings.failed}>
      {(card) => (
        <FileDrop card={card}>
          <CardTitle card={card} />
          {card.isArchived && !card.isTemplate && (
            <Archived
              text={boardStrings.cardIsArchived}
              action={boardStrings.bringBack}
              onBack={() => {
                change(card, { isArchived: false });
              }}
            />
          )}
          <div className="card-parts">
            <div className="card-main">
              <Description card={card} />
              <Checklist card={card} />
              <Attachments card={card} />
              <RecordLinksPart type="card" id={card.id} />
              <ActivityPart id={card.id} />
            </div>
            <CardFields card={card} columns={columns} onClose={onClose} />
          </div>
        </FileDrop>
      )}
    </Loaded>
  );
}

/** The texts that were written into the card and that the service does not have. */
function unsavedTexts(drafts: Pick<Drafts, 'read'>, id: string): string {
  const written = (field: string): string => (drafts.read(`card/${id}/${field}`) as { readonly text: string } | null)?.text ?? '';
  const texts = [written('title'), written('description'), ...unsavedItems(drafts, id)];
  return texts.filter((text) => text.trim() !== '').join('\n');
}

/** Folded away until it is asked for, and not read before. */
function ActivityPart({ id }: { readonly id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="activity-part"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{strings.activity}</summary>
      {isOpen && (
        <Suspense fallback={<Skeleton />}>
          <Activity id={id} />
        </Suspense>
      )}
    </details>
  );
}
