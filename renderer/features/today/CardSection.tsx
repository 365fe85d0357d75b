import { CircleAlert, SquareKanban } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useProjectName } from '../../api/projects.ts';
import { calendarTime } from '../../ui/format.ts';
import { dueDayText, strings } from './strings.ts';
import type { DueCard } from './due-cards.ts';

interface CardSectionProps {
  readonly cards: readonly DueCard[];
  readonly isOverdue: boolean;
  /** Where a card is shown. */
  readonly cardPath: (projectId: string, cardId: string) => string;
}

/** Up to this many cards are shown at once: the day shall not be a wall. */
const maxShown = 50;

/** Cards that are overdue, or due today; nothing when there are none. */
export function CardSection({ cards, isOverdue, cardPath }: CardSectionProps): ReactNode {
  const heading = useId();
  const nameOf = useProjectName(cards.length > 0);
  if (cards.length === 0) return null;
  const Icon = isOverdue ? CircleAlert : SquareKanban;
  return (
    <section className="today-due" aria-labelledby={heading} data-overdue={isOverdue}>
      <h2 id={heading} className="today-due-heading">
        <Icon aria-hidden="true" />
        {isOverdue ? strings.overdue : strings.dueToday} <span className="today-due-count">{cards.length}</span>
      </h2>
      <ul className="agenda">
        {cards.slice(0, maxShown).map(({ card: { id, title, projectId, dueDate }, at, isDay }) => (
          <li key={id} className="today-due-item">
            <Link href={cardPath(projectId, id)} className="today-due-card">
              <span className="today-due-title">
                <bdi dir="auto">{title}</bdi>
              </span>
              <span className="today-due-board cut-name">
                <span className="visually-hidden">{strings.onBoard} </span>
                <bdi dir="auto">{nameOf(projectId)}</bdi>
              </span>
              {(isOverdue || !isDay) && (
                <span className="today-due-when">
                  <span className="visually-hidden">{strings.due} </span>
                  <time dateTime={dueDate ?? undefined}>{isOverdue ? dueDayText(at, isDay) : calendarTime.format(at)}</time>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {cards.length > maxShown && <p className="today-more">{strings.more(cards.length - maxShown)}</p>}
    </section>
  );
}
