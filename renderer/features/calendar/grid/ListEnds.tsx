import type { ReactNode } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { writtenDayText } from '../../../ui/format.ts';
import { strings } from '../strings.ts';
import { lastDayOf, type ListSpan } from '../use-list-span.ts';

/** How far the list goes, and the ways to what was before and to what comes after. */
export function ListEnds({ list: { period, earlier, further } }: { readonly list: ListSpan }): ReactNode {
  return (
    <div className="cal-list-ends">
      {earlier !== null && (
        <Button tone="quiet" onClick={earlier}>
          {strings.listEarlier}
        </Button>
      )}
      <span className="cal-list-until">{strings.listUntil(writtenDayText(lastDayOf(period)))}</span>
      {further !== null && (
        <Button tone="quiet" onClick={further}>
          {strings.listFurther}
        </Button>
      )}
    </div>
  );
}
