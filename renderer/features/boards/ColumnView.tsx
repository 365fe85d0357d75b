import './column.css';
import { useId, useRef, type ReactNode } from 'react';
import type { ShownColumn, Wanted } from './board-context.ts';
import { useColumnDrag } from './board-drag.ts';
import { CardList } from './CardList.tsx';
import { ColumnHead } from './ColumnHead.tsx';
import { QuickAdd } from './QuickAdd.tsx';

interface ColumnViewProps {
  readonly shown: ShownColumn;
  /** How many columns there are. */
  readonly count: number;
  /** The card that is being dragged. */
  readonly dragged: string | null;
  readonly adding: boolean;
  readonly onAdding: (columnId: string | null) => void;
  /** The card that shall get the focus. */
  readonly wanted: Wanted | null;
  readonly now: Date;
}

/** A column: its head, its cards, and the way to a further one. */
export function ColumnView({ shown, count, dragged, adding, onAdding, wanted, now }: ColumnViewProps): ReactNode {
  const { column } = shown;
  const [section, handle, scroller] = [useRef<HTMLElement>(null), useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)];
  const { isDragged, edge } = useColumnDrag({ column: section, handle, scroller }, column.id);
  const heading = useId();
  return (
    <section ref={section} className="column" aria-labelledby={heading} data-dragged={isDragged} data-edge={edge}>
      <ColumnHead
        ref={handle}
        shown={shown}
        count={count}
        headingId={heading}
        onAdd={() => {
          onAdding(column.id);
        }}
      />
      <CardList shown={shown} scroller={scroller} dragged={dragged} wanted={wanted} now={now} headingId={heading} />
      <QuickAdd
        column={column}
        open={adding}
        onOpen={(open) => {
          onAdding(open ? column.id : null);
        }}
      />
    </section>
  );
}
