import './column.css';
import { ChevronsLeftRight } from 'lucide-react';
import { memo, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useBoardControl, type ShownColumn } from './board-context.ts';
import { useColumnDrag } from './board-drag.ts';
import { CardList } from './CardList.tsx';
import type { CardsOfNote } from './kept-columns.ts';
import { ColumnHead } from './ColumnHead.tsx';
import { QuickAdd } from './QuickAdd.tsx';
import { strings } from './strings.ts';
import { useUpdateColumn } from './use-column-changes.ts';

interface ColumnViewProps extends CardsOfNote {
  readonly shown: ShownColumn;
  /** How many columns there are. */
  readonly count: number;
  readonly adding: boolean;
  readonly onAdding: (columnId: string | null) => void;
  readonly now: Date;
}

/** A column: its head, its cards, and the way to a further one. Of dozens only those are drawn anew that show something else. */
export const ColumnView = memo(function ColumnView(props: ColumnViewProps): ReactNode {
  const { shown, count, dragged, adding, onAdding, wanted, now, selected } = props;
  const { column, name } = shown;
  const [section, handle, scroller] = [useRef<HTMLElement>(null), useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)];
  const { isDragged, edge } = useColumnDrag({ column: section, handle, scroller }, column.id);
  const held = useFocusOnFold(section, column.isCollapsed);
  const heading = useId();
  const { projectId } = useBoardControl();
  const update = useUpdateColumn(projectId);
  if (column.isCollapsed) {
    return (
      <section ref={section} className="column column-collapsed" aria-label={name} data-dragged={isDragged} data-edge={edge} {...held}>
        <div ref={scroller}>
          <button
            ref={(element) => {
              handle.current = element;
            }}
            type="button"
            className="column-expand"
            aria-expanded={false}
            onClick={() => {
              update(column.id, { isCollapsed: false }, strings.expanded(column.title));
            }}
          >
            <ChevronsLeftRight aria-hidden="true" />
            <span className="visually-hidden">{strings.expand} </span>
            <h2 id={heading} className="column-title">
              <bdi>{column.title}</bdi>
            </h2>
            <span className="column-count" aria-hidden="true">
              {shown.total}
            </span>
          </button>
        </div>
      </section>
    );
  }
  return (
    <section ref={section} className="column" data-column={column.id} aria-label={name} data-dragged={isDragged} data-edge={edge} {...held}>
      <ColumnHead
        ref={handle}
        shown={shown}
        count={count}
        headingId={heading}
        onAdd={() => {
          onAdding(column.id);
        }}
      />
      <CardList shown={shown} scroller={scroller} dragged={dragged} wanted={wanted} now={now} headingId={heading} selected={selected} />
      <QuickAdd
        column={column}
        name={name}
        open={adding}
        onOpen={(open) => {
          onAdding(open ? column.id : null);
        }}
      />
    </section>
  );
});

/** Where the focus was in a column that is collapsed or expanded, by whatever, it goes to the button that does the opposite. */
function useFocusOnFold(section: RefObject<HTMLElement | null>, isCollapsed: boolean) {
  const isHeld = useRef(false);
  const before = useRef(isCollapsed);
  useLayoutEffect(() => {
    if (before.current === isCollapsed) return;
    before.current = isCollapsed;
    if (!isHeld.current || document.activeElement !== document.body) return;
    section.current?.querySelector<HTMLElement>('.column-expand, .column-head > button')?.focus();
  });
  return {
    onFocus: () => {
      isHeld.current = true;
    },
    // Not told of what is taken away with the focus.
    onBlur: () => {
      isHeld.current = false;
    },
  };
}
