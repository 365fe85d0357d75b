import './activity.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readOn } from '../../../api/read-on.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { useNow, exactTime, timeSince } from '../../../ui/when.ts';
import { cardKey } from '../use-board.ts';
import { strings } from './activity-strings.ts';
import { activityText, actorText } from './activity-text.ts';

/** How much is read at a time. */
const limit = '20';

/** What was done to a card, the newest first. */
export function Activity({ id }: { readonly id: string }): ReactNode {
  const { client } = useService();
  const now = useNow();
  const query = useInfiniteQuery({
    // Read anew with the card itself.
    queryKey: [...cardKey(id), 'activity'],
    queryFn: ({ pageParam, signal }) =>
      client.call(routes.cardActivity, {
        params: { id },
        query: { limit, ...(pageParam === null ? {} : { before: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Loaded query={query} failed={strings.failed}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        const names = Object.assign({}, ...pages.map((page) => page.names)) as Record<string, string>;
        return (
          <>
            <ol className="activity">
              {items.map((item, index) => (
                <li key={item.seq} className="activity-item" data-undone={item.isUndone}>
                  {activityText(item, items[index + 1], { names, now }).map((phrase) => (
                    <p key={phrase} className="activity-phrase">
                      {phrase}
                    </p>
                  ))}
                  <p className="activity-by">
                    <bdi>{actorText(item.actor)}</bdi>
                    <time dateTime={item.at} title={exactTime(item.at)}>
                      {timeSince(item.at, now)}
                    </time>
                    {item.isUndone && <span>{strings.undone}</span>}
                  </p>
                </li>
              ))}
            </ol>
            {query.hasNextPage && (
              <Button tone="quiet" disabled={query.isFetchingNextPage} onClick={() => void readOn(query)}>
                {strings.more}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
