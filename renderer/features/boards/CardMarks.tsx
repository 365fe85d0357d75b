import './labels.css';
import type { CSSProperties, ReactNode } from 'react';
import type { Label } from '../../../main/contract/projects.ts';
import { ChevronDown, ChevronsUp, ChevronUp, Equal, type LucideIcon } from 'lucide-react';
import type { Priority } from '../../../main/contract/cards.ts';

/** A label by its name, on a ground of its colour. */
export function LabelChip({ label: { name, color } }: { readonly label: Pick<Label, 'name' | 'color'> }): ReactNode {
  return (
    <span className="label-chip" style={{ '--label': color } as CSSProperties}>
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
