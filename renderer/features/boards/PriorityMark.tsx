import { ChevronDown, ChevronsUp, ChevronUp, Equal, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Priority } from '../../../main/contract/cards.ts';

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
