import './table-view.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, use, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Card } from '../../../main/contract/cards.ts';
import { cardPath } from '../../../main/contract/page-paths.ts';
import { momentText } from '../../ui/format.ts';
import { usePrinting } from '../../ui/use-media.ts';
import { LabelsContext, useBoardControl, type ShownColumn, type FocusedCard } from './board-context.ts';
import { DueFact, PriorityMark } from './CardMarks.tsx';
import { LabelsCell } from './LabelsCell.tsx';
import { priorities } from '../../../main/contract/card-values.ts';
import { strings } from './strings.ts';
import { sortedRows, type SortKey } from './table-rows.ts';

const rowHeight = 40;

const heads: readonly { readonly key: SortKey; readonly name: string }[] = [
  { key: 'title', name: strings.cardName },
  { key: 'column', name: strings.columnOf },
  { key: 'labels', name: strings.labels },
  { key: 'priority', name: strings.priority },
  { key: 'due', name: strings.due },
  { key: 'progress', name: strings.progress },
  { key: 'changed', name: strings.changedAt },
];

interface TableViewProps {
  readonly columns: readonly ShownColumn[];
  readonly wanted: FocusedCard | null;
  readonly now: Date;
  readonly selected: ReadonlySet<string>;
}

/** The cards of a board as rows, to be sorted by any column. Of thousands only those are drawn that can be seen, on paper all. */
export function TableView({ columns, wanted, now, selected }: TableViewProps): ReactNode {
  const labels = use(LabelsContext);
  const [sort, setSort] = useState<{ readonly key: SortKey; readonly isDown: boolean } | null>(null);
  const rows = useMemo(() => sortedRows(columns, labels, sort), [columns, labels, sort]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // The heads of the columns stay above the rows.
    scrollPaddingStart: rowHeight,
  });
  const wantedIndex = wanted === null ? -1 : rows.findIndex(({ card }) => card.id === wanted.id);
  useEffect(() => {
    if (wantedIndex !== -1) virtualizer.scrollToIndex(wantedIndex, { align: 'auto' });
  }, [wanted, wantedIndex, virtualizer]);
  const { focusCard } = useBoardControl();
  const goFrom = (event: KeyboardEvent): void => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    const id = event.target instanceof Element ? event.target.closest('[data-card]')?.getAttribute('data-card') : null;
    if (by === undefined || !id || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = rows[rows.findIndex(({ card }) => card.id === id) + by];
    if (next !== undefined) focusCard(next.card.id);
  };
  const isPrinting = usePrinting();
  const seen = virtualizer.getVirtualItems();
  const indexes = isPrinting ? [...rows.keys()] : seen.map(({ index }) => index);
  const above = isPrinting ? 0 : (seen[0]?.start ?? 0);
  const below = isPrinting ? 0 : virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className="board-table-scroller" tabIndex={0} role="region" aria-label={strings.table}>
      <table className="board-table" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{strings.isDone}</span>
            </th>
            {heads.map(({ key, name }) => (
              <th key={key} scope="col" data-key={key} aria-sort={sort?.key === key ? (sort.isDown ? 'descending' : 'ascending') : 'none'}>
                <button
                  type="button"
                  onClick={() => {
                    setSort(sort?.key !== key ? { key, isDown: false } : sort.isDown ? null : { key, isDown: true });
                  }}
                >
                  {name}
                  {sort?.key === key && (sort.isDown ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={goFrom}>
          {above > 0 && <tr aria-hidden="true" style={{ blockSize: above }} />}
          {indexes.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Row
                key={row.card.id}
                card={row.card}
                column={row.column}
                index={index}
                wanted={wanted?.id === row.card.id ? wanted.count : 0}
                now={now}
                isSelected={selected.has(row.card.id)}
              />
            );
          })}
          {below > 0 && <tr aria-hidden="true" style={{ blockSize: below }} />}
        </tbody>
      </table>
      {rows.length === 0 && <p className="board-table-none">{strings.noCards}</p>}
    </div>
  );
}

interface RowProps {
  readonly card: Card;
  readonly column: string;
  readonly index: number;
  /** Grows each time that it shall get the focus; 0 when it shall not. */
  readonly wanted: number;
  readonly now: Date;
  readonly isSelected: boolean;
}

const Row = memo(function Row({ card, column, index, wanted, now, isSelected }: RowProps): ReactNode {
  const { projectId, openCard, noteFocus, takeFocus, leaveFocus, toggleDone, select } = useBoardControl();
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (wanted > 0 && takeFocus(card.id)) link.current?.focus({ preventScroll: true });
  }, [wanted, takeFocus, card.id]);
  const labels = use(LabelsContext);
  const own = useMemo(() => card.labelIds.flatMap((id) => labels.get(id) ?? []), [card.labelIds, labels]);
  const isDone = card.completedAt !== null;
  return (
    <tr data-card={card.id} aria-rowindex={index + 2} data-selected={isSelected}>
      <td>
        <button
          type="button"
          role="checkbox"
          className="card-check table-check"
          aria-checked={isDone}
          aria-label={strings.markDone(card.title)}
          onClick={() => {
            toggleDone(card);
          }}
        >
          ✓
        </button>
      </td>
      <th scope="row">
        <Link
          ref={link}
          href={cardPath(projectId, card.id)}
          className="board-table-card"
          data-done={isDone}
          onFocus={() => {
            noteFocus(card.id);
          }}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget !== null) leaveFocus();
          }}
          onClick={(event) => {
            event.preventDefault();
            if (event.ctrlKey || event.metaKey || event.shiftKey) select(card.id, false);
            else openCard(card.id);
          }}
        >
          <bdi>{card.title}</bdi>
        </Link>
      </th>
      <td>
        <bdi>{column}</bdi>
      </td>
      <td>
        <LabelsCell labels={own} />
      </td>
      <td>
        {card.priority !== null && priorities.includes(card.priority) && (
          <span className="board-table-priority">
            <PriorityMark priority={card.priority} />
            {strings.priorities[card.priority]}
          </span>
        )}
      </td>
      <td>{card.dueDate !== null && <DueFact dueDate={card.dueDate} now={now} isDone={isDone} />}</td>
      <td>{card.progress > 0 && strings.percent(card.progress)}</td>
      <td>{momentText(new Date(card.updatedAt))}</td>
    </tr>
  );
});
