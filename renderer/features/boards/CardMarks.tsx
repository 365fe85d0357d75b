import './labels.css';
import type { CSSProperties, ReactNode } from 'react';
import type { Label } from '../../../main/contract/projects.ts';
import { CalendarClock, ChevronDown, ChevronsUp, ChevronUp, Equal, type LucideIcon } from 'lucide-react';
import type { Priority } from '../../../main/contract/cards.ts';
import { dueOf, dueState, dueText } from './due.ts';
import { strings } from './strings.ts';

interface LabelChipProps {
  readonly label: Pick<Label, 'name' | 'color'>;
  /** There is no room for it: it is read out alone. */
  readonly isHidden?: boolean;
}

/** A label by its name, on a ground of its colour. */
export function LabelChip({ label: { name, color }, isHidden = false }: LabelChipProps): ReactNode {
  return (
    <span className="label-chip" data-hidden={isHidden} style={{ '--label': color } as CSSProperties}>
      <bdi>{name}</bdi>
    </span>
  );
}

const icons: Readonly<Record<Priority, LucideIcon>> = { low: ChevronDown, medium: Equal, high: ChevronUp, urgent: ChevronsUp };

/** A sign for a priority, beside its name or with one that is read out. */
export function PriorityMark({ priority, label }: { readonly priority: Priority; readonly label?: string }): ReactNode {
  const Icon = icons[priority];
  return (
    <span className="priority" data-priority={priority}>
      <Icon aria-hidden="true" />
      {label !== undefined && <span className="visually-hidden">{label}</span>}
    </span>
  );
}

/** When a card is due, and whether that is over, for the eye and to be read out; nothing for a date that cannot be read. */
export function DueFact({ dueDate, now, isDone }: { readonly dueDate: string; readonly now: Date; readonly isDone: boolean }): ReactNode {
  const due = dueOf(dueDate);
  if (due === null) return null;
  // What is done is late no more.
  const state = isDone ? 'later' : dueState(due, now);
  return (
    <span className="fact due" data-due={state}>
      <span className="visually-hidden">{strings.dueStates[state]}: </span>
      <span className="fact-shown">
        <CalendarClock aria-hidden="true" />
        <time dateTime={dueDate}>{dueText(due, now)}</time>
      </span>
    </span>
  );
}
