import './skeleton.css';
import type { ReactNode } from 'react';
import { strings } from './strings.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from './Buttons.tsx';
import { Message } from './Message.tsx';

interface SkeletonProps {
  /** What is read out; "Loading…" when absent. */
  readonly label?: string;
  /** How long the lines are, in percent. */
  readonly lines?: readonly number[];
}

/** Stands in the place of lines that are still being read. Appears only after a moment: most answers come at once. */
export function Skeleton({ label = strings.loading, lines = [70, 45, 60] }: SkeletonProps): ReactNode {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {lines.map((width, index) => (
        <span key={`${index}:${width}`} className="skeleton-line" style={{ inlineSize: `${width}%` }} aria-hidden="true" />
      ))}
    </div>
  );
}

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
