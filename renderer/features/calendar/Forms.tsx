import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { QuickControl } from './quick/use-quick.ts';
import { ScopeQuestion } from './ScopeQuestion.tsx';
import type { CalendarView } from './use-calendar-view.ts';

const QuickEvent = lazyPart(() => import('./quick/QuickEvent.tsx').then((module) => module.QuickEvent));
const EventDialog = lazyPart(() => import('./dialog/EventDialog.tsx').then((module) => module.EventDialog));
// They will be wanted as soon as the user opens an event, also when the service is away by then.
QuickEvent.preload();
EventDialog.preload();

interface FormsProps {
  readonly place: CalendarView;
  readonly quick: QuickControl;
}

/** The small form beside a slot, the whole one, and what is asked about a series. */
export function Forms({ place, quick }: FormsProps): ReactNode {
  const [goesOn, setGoesOn] = useState(false);
  return (
    <>
      <ScopeQuestion />
      <Suspense>
        <QuickEvent
          control={quick}
          onMore={(span) => {
            setGoesOn(true);
            place.create(span);
          }}
        />
      </Suspense>
      <Suspense>
        {place.target !== undefined && (
          <EventDialog
            target={place.target}
            goesOn={goesOn}
            onClose={() => {
              setGoesOn(false);
              place.close();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
