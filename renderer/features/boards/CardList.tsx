import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { usePrinting } from '../../ui/use-media.ts';
import { cardIdAt, useBoardControl, type ShownColumn, type FocusedCard } from './board-context.ts';
import { CardTile } from './CardTile.tsx';
import { strings } from './strings.ts';
import { useCardsOnTheWay } from './use-card-changes.ts';

interface CardListProps {
  readonly shown: ShownColumn;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly dragged: string | null;
  readonly wanted: FocusedCard | null;
  readonly now: Date;
  readonly headingId: string;
  readonly selected: ReadonlySet<string>;
}

/** The height of a card with a title of one line and nothing else, in pixels, with the gap below it. */
const usualHeight = 50;

/** The cards of a column. Of thousands only those are drawn that can be seen, of a column far to the side none, on paper all. */
export function CardList({
  shown: { column, cards, total },
  scroller,
  dragged,
  wanted,
  now,
  headingId,
  selected,
}: CardListProps): ReactNode {
  const isNear = useNear(scroller);
  const [tabStop, setTabStop] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 8,
    getItemKey: (index) => cards[index]?.id ?? index,
    // What is dragged, and what has the focus or is to have it, stays however far the column or the board scrolls.
    rangeExtractor: (range) => {
      const indexes = isNear ? defaultRangeExtractor(range) : [];
      const ids = [dragged, tabStop, wanted?.id].filter((id) => id !== null && id !== undefined);
      if (ids.length === 0) return indexes;
      const kept = ids.map((id) => cards.findIndex((card) => card.id === id)).filter((index) => index !== -1);
      return [...new Set([...indexes, ...kept])].toSorted((a, b) => a - b);
    },
  });
  const onTheWay = useCardsOnTheWay(column.id);
  const wantedIndex = wanted === null ? -1 : cards.findIndex(({ id }) => id === wanted.id);
  const inSight = useRef<FocusedCard | null>(null);
  useEffect(() => {
    if (wantedIndex === -1) return;
    virtualizer.scrollToIndex(wantedIndex, { align: 'auto' });
    // It took the focus without scrolling: its place in the column was not known. Once: the user may have scrolled the board since.
    const list = scroller.current;
    if (inSight.current === wanted || !list?.contains(document.activeElement)) return;
    inSight.current = wanted;
    list.closest('.column')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [wanted, wantedIndex, virtualizer, scroller]);
  const isPrinting = usePrinting();
  const seen = virtualizer.getVirtualItems();
  const items = isPrinting ? cards.map((_, index) => ({ index, start: 0 })) : seen;
  const drawn = items.map(({ index }) => cards[index]?.id);
  const stop = tabStop !== null && drawn.includes(tabStop) ? tabStop : (drawn[0] ?? null);
  const goFrom = useGoFrom();
  return (
    <div ref={scroller} className="column-scroller" tabIndex={-1}>
      <ol
        className="cards"
        aria-labelledby={headingId}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={goFrom}
        onFocus={(event) => {
          setTabStop(cardIdAt(event.target));
        }}
      >
        {items.map(({ index, start }) => {
          const card = cards[index];
          if (card === undefined) return null;
          return (
            <CardTile
              key={card.id}
              ref={virtualizer.measureElement}
              card={card}
              index={index}
              of={cards.length}
              start={start}
              isTabStop={card.id === stop}
              wanted={wanted?.id === card.id ? wanted.count : 0}
              now={now}
              isSelected={selected.has(card.id)}
            />
          );
        })}
      </ol>
      {onTheWay.map(({ key, title }) => (
        <p key={key} className="card-on-the-way">
          {title}
          <span>{strings.waiting}</span>
        </p>
      ))}
      {cards.length === 0 && total > 0 && <p className="column-none">{strings.noneShown}</p>}
    </div>
  );
}

/** Whether a column is in sight, or so near to it that it may be seen at the next moment: within one more width of the board. */
function useNear(scroller: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useLayoutEffect(() => {
    const column = scroller.current?.closest('.column');
    const board = column?.closest('.board-columns');
    if (!column || !board) return undefined;
    // At once, so that the board does not appear without its cards.
    const [own, seen] = [column.getBoundingClientRect(), board.getBoundingClientRect()];
    setNear(own.left < seen.right + seen.width && own.right > seen.left - seen.width);
    const observer = new IntersectionObserver(
      (entries) => {
        setNear(entries.at(-1)?.isIntersecting === true);
      },
      { root: board, rootMargin: '0px 100%' },
    );
    observer.observe(column);
    return () => {
      observer.disconnect();
    };
  }, [scroller]);
  return isNear;
}

/** Arrow keys go from card to card: up and down in a column, and to the same height of the ones beside it. */
function useGoFrom(): (event: KeyboardEvent) => void {
  const { focusCard, neighbour } = useBoardControl();
  return (event) => {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = ({ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const)[event.key];
    const id = cardIdAt(event.target as Element);
    if (direction === undefined || id === null) return;
    event.preventDefault();
    const next = neighbour(id, direction);
    if (next !== null) focusCard(next);
  };
}
