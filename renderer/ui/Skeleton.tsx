import './skeleton.css';
import type { ReactNode } from 'react';
import { strings } from './strings.ts';

interface SkeletonProps {
  /** What is read out; "Loading…" when absent. */
  readonly label?: string;
  /** How long the lines are, in percent. */
  readonly lines?: readonly number[];
}

/** Stands in the place of lines that are still being read. Appears only after a moment: most answers come at once. */
export function Skeleton({ label = strings.loading, lines = [70, 45, 60] }: SkeletonProps): ReactNode {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {lines.map((width, index) => (
        <span key={`${index}:${width}`} className="skeleton-line" style={{ inlineSize: `${width}%` }} aria-hidden="true" />
      ))}
    </div>
  );
}
