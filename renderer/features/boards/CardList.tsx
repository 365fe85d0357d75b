import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { usePrinting } from '../../ui/use-media.ts';
import { useBoardControl, type ShownColumn, type FocusedCard } from './board-context.ts';
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

/** The cards of a column. Of thousands only those are drawn that can be seen, on paper all. */
export function CardList({
  shown: { column, cards, total },
  scroller,
  dragged,
  wanted,
  now,
  headingId,
  selected,
}: CardListProps): ReactNode {
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 8,
    getItemKey: (index) => cards[index]?.id ?? index,
    // What is dragged stays, however far the column scrolls.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      const kept = dragged === null ? -1 : cards.findIndex(({ id }) => id === dragged);
      return kept === -1 || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b);
    },
  });
  const [tabStop, setTabStop] = useState<string | null>(null);
  const onTheWay = useCardsOnTheWay(column.id);
  const wantedIndex = wanted === null ? -1 : cards.findIndex(({ id }) => id === wanted.id);
  useEffect(() => {
    if (wantedIndex !== -1) virtualizer.scrollToIndex(wantedIndex, { align: 'auto' });
  }, [wanted, wantedIndex, virtualizer]);
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

function cardIdAt(element: Element | null): string | null {
  return element?.closest('[data-card]')?.getAttribute('data-card') ?? null;
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
