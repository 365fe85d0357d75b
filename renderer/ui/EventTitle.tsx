import type { ReactNode } from 'react';
import { strings } from './strings.ts';

interface EventTitleProps {
  readonly title: string;
  readonly isCancelled: boolean;
}

/** What an event is called: struck through where it is cancelled, which is read out as well. */
export function EventTitle({ title, isCancelled }: EventTitleProps): ReactNode {
  return (
    <>
      <bdi dir="auto" data-cancelled={isCancelled}>
        {title}
      </bdi>
      {isCancelled && <span className="visually-hidden"> ({strings.cancelled})</span>}
    </>
  );
}
