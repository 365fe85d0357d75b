import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Message } from './Message.tsx';
import { Skeleton } from './Skeleton.tsx';
import { strings } from './strings.ts';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus' | 'refetch'>;
  /** The heading when it could not be read. */
  readonly failed: string;
  /** Stands there until it has been read; lines when absent. */
  readonly loading?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What a query has read; before that, that it is being read, that the service is away, or why it could not be read. */
export function Loaded<Data>({ query, failed, loading = <Skeleton />, children }: LoadedProps<Data>): ReactNode {
  const { data, error, fetchStatus, refetch } = query;
  if (data !== undefined) return children(data);
  if (fetchStatus === 'paused')
    return (
      <Message icon="cloud" title={strings.waiting}>
        {strings.waitingHint}
      </Message>
    );
  if (error === null || fetchStatus === 'fetching') return loading;
  return (
    <Message icon="warning" title={failed} urgent action={<Button onClick={() => void refetch()}>{strings.tryAgain}</Button>}>
      {error.message}
    </Message>
  );
}
