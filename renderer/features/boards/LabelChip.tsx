import './labels.css';
import type { CSSProperties, ReactNode } from 'react';
import type { Label } from '../../../main/contract/projects.ts';

/** A label by its name, on a ground of its colour. */
export function LabelChip({ label: { name, color } }: { readonly label: Pick<Label, 'name' | 'color'> }): ReactNode {
  return (
    <span className="label-chip" style={{ '--label': color } as CSSProperties}>
      <bdi>{name}</bdi>
    </span>
  );
}
