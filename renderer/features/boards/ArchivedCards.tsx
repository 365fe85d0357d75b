import { useInfiniteQuery } from '@tanstack/react-query';
import { ArchiveRestore } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cardPath } from '../../../main/contract/page-paths.ts';
import { readOn } from '../../api/read-on.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { strings } from './strings.ts';
import { useChangeCard } from './use-card-changes.ts';

interface ArchivedCardsProps {
  readonly projectId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The cards of a board that are put away, and the way back for each. */
export function ArchivedCards({ projectId, open, onClose }: ArchivedCardsProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title={strings.archivedCards}>
      {open && <List projectId={projectId} onOpen={onClose} />}
    </Dialog>
  );
}

const pageSize = 200;

function List({ projectId, onOpen }: { readonly projectId: string; readonly onOpen: () => void }): ReactNode {
  const { client } = useService();
  const change = useChangeCard();
  const query = useInfiniteQuery({
    queryKey: ['card', 'archived', projectId],
    queryFn: ({ pageParam, signal }) => {
      const paging = { limit: String(pageSize), offset: String(pageParam) };
      return client.call(routes.listCards, { query: { projectId, archived: 'true', template: 'false', ...paging }, signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length * pageSize : undefined),
  });
  return (
    <Loaded query={query} failed={strings.archivedFailed}>
      {({ pages }) => {
        const cards = pages.flatMap(({ items }) => items);
        if (cards.length === 0) return <p className="archived-none">{strings.noArchivedCards}</p>;
        return (
          <>
            <ul className="archived-cards">
              {cards.map((card) => (
                <li key={card.id}>
                  <Link href={cardPath(projectId, card.id)} onClick={onOpen}>
                    <bdi>{card.title}</bdi>
                  </Link>
                  <Button
                    tone="quiet"
                    onClick={() => {
                      change(card, { isArchived: false });
                    }}
                  >
                    <ArchiveRestore aria-hidden="true" />
                    {strings.bringBack}
                  </Button>
                </li>
              ))}
            </ul>
            {query.hasNextPage && (
              <p className="archived-more" role="status">
                {strings.archivedShown(cards.length, pages.at(-1)?.total ?? 0)}
                <Button tone="quiet" onClick={() => void readOn(query)}>
                  {strings.moreArchived}
                </Button>
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
