import './card-tile.css';
import { AlignLeft, Check, CheckCheck, Paperclip } from 'lucide-react';
import { memo, use, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import { LabelsContext, useBoardControl } from './board-context.ts';
import { useCardDrag } from './board-drag.ts';
import { cardPath } from '../../../main/contract/page-paths.ts';
import { DueFact, LabelChip, PriorityMark } from './CardMarks.tsx';
import { strings } from './strings.ts';

interface CardTileProps {
  /** Measures its height. */
  readonly ref: (element: HTMLElement | null) => void;
  readonly card: Card;
  /** Its place among those that are shown. */
  readonly index: number;
  readonly of: number;
  /** How far from the top it lies, in pixels. */
  readonly start: number;
  readonly isTabStop: boolean;
  /** Grows each time that it shall get the focus; 0 when it shall not. */
  readonly wanted: number;
  readonly now: Date;
  readonly isSelected: boolean;
}

/** A card on its board. */
export const CardTile = memo(function CardTile(props: CardTileProps): ReactNode {
  const { ref, card, index, of, start, isTabStop, wanted, now, isSelected } = props;
  const { projectId, openCard, noteFocus, takeFocus, leaveFocus, toggleDone, select, attachFiles } = useBoardControl();
  const [isOver, setOver] = useState(false);
  const isDone = card.completedAt !== null;
  const item = useRef<HTMLLIElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const attach = useCallback(
    (element: HTMLLIElement | null) => {
      item.current = element;
      ref(element);
    },
    [ref],
  );
  const { isDragged, edge } = useCardDrag(item, card.id);
  // Also when it is drawn for the first time: it may have come from another column.
  useLayoutEffect(() => {
    if (wanted > 0 && takeFocus(card.id)) link.current?.focus({ preventScroll: true });
  }, [wanted, takeFocus, card.id]);
  return (
    <li
      ref={attach}
      className="card-item"
      data-card={card.id}
      data-index={index}
      data-edge={edge}
      data-dragged={isDragged}
      data-selected={isSelected}
      data-over={isOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        attachFiles(card, files);
      }}
      aria-posinset={index + 1}
      aria-setsize={of}
      style={{ transform: `translateY(${start}px)` }}
    >
      <a
        ref={link}
        className="card"
        href={cardPath(projectId, card.id)}
        draggable={false}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => {
          noteFocus(card.id);
        }}
        // Not when it loses the focus by coming into another column.
        onBlur={({ relatedTarget }) => {
          if (relatedTarget !== null) leaveFocus();
        }}
        onClick={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          if (event.ctrlKey || event.metaKey || event.shiftKey) select(card.id, event.shiftKey);
          else openCard(card.id);
        }}
      >
        <CardLabels labelIds={card.labelIds} />
        <bdi className="card-title" dir="auto" data-done={isDone}>
          {card.title}
        </bdi>
        {isDone && <span className="visually-hidden">({strings.isDone})</span>}
        {isSelected && <span className="visually-hidden">({strings.isSelected})</span>}
        <Facts card={card} now={now} />
      </a>
      <button
        type="button"
        role="checkbox"
        className="card-check"
        // Keys do it from the card.
        tabIndex={-1}
        aria-checked={isDone}
        aria-label={strings.markDone(card.title)}
        onClick={() => {
          toggleDone(card);
        }}
      >
        <Check aria-hidden="true" />
      </button>
    </li>
  );
});

function CardLabels({ labelIds }: Pick<Card, 'labelIds'>): ReactNode {
  const labels = use(LabelsContext);
  const shown = labelIds.flatMap((id) => labels.get(id) ?? []);
  if (shown.length === 0) return null;
  return (
    <span className="label-chips">
      {shown.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
    </span>
  );
}

/** What else there is to know at a glance; nothing when there is nothing. */
function Facts({
  card: { priority, dueDate, completedAt, checklist, attachments, description, progress },
  now,
}: Pick<CardTileProps, 'card' | 'now'>): ReactNode {
  const hasText = description !== null && description.trim() !== '';
  if (priority === null && dueDate === null && checklist.length === 0 && attachments.length === 0 && !hasText && progress === 0)
    return null;
  const done = checklist.filter(({ completed }) => completed).length;
  return (
    <>
      <span className="card-facts card-signs">
        {priority !== null && <PriorityMark priority={priority} label={`${strings.priority}: ${strings.priorities[priority]}`} />}
        {dueDate !== null && <DueFact dueDate={dueDate} now={now} isDone={completedAt !== null} />}
        {hasText && (
          <Fact label={strings.hasDescription}>
            <AlignLeft aria-hidden="true" />
          </Fact>
        )}
        {checklist.length > 0 && (
          <Fact label={strings.checklistDone(done, checklist.length)} complete={done === checklist.length}>
            <CheckCheck aria-hidden="true" />
            {strings.done(done, checklist.length)}
          </Fact>
        )}
        {attachments.length > 0 && (
          <Fact label={strings.attachmentCount(attachments.length)}>
            <Paperclip aria-hidden="true" />
            {attachments.length}
          </Fact>
        )}
      </span>
      {progress > 0 && (
        <span className="card-facts card-progress">
          <span className="card-bar" aria-hidden="true">
            <span style={{ inlineSize: `${progress}%` }} />
          </span>
          <Fact label={`${strings.progress}: ${strings.percent(progress)}`} complete={progress === 100}>
            {strings.percent(progress)}
          </Fact>
        </span>
      )}
    </>
  );
}

function Fact({
  label,
  complete = false,
  children,
}: {
  readonly label: string;
  readonly complete?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className="fact" data-complete={complete}>
      <span className="visually-hidden">{label}</span>
      <span className="fact-shown" aria-hidden="true">
        {children}
      </span>
    </span>
  );
}
