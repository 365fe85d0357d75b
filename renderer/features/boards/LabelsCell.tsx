import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Label } from '../../../main/contract/projects.ts';
import { LabelChip } from './CardMarks.tsx';
import { strings } from './strings.ts';

/** The labels of a card in a row of the table: those that there is room for, at least one, and how many more there are. On paper all. */
export function LabelsCell({ labels }: { readonly labels: readonly Label[] }): ReactNode {
  const chips = useRef<HTMLSpanElement>(null);
  const [fitting, setFitting] = useState(labels.length);
  useLayoutEffect(() => {
    const { current: element } = chips;
    if (element === null || labels.length < 2) return undefined;
    const measure = (): void => {
      setFitting(fittingIn(element));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [labels]);
  const hidden = labels.slice(fitting);
  return (
    <span ref={chips} className="label-chips">
      {labels.map((label, index) => (
        <LabelChip key={label.id} label={label} isHidden={index >= fitting} />
      ))}
      {labels.length > 1 && (
        <span className="label-more" data-hidden={hidden.length === 0} aria-hidden="true" title={hidden.map(({ name }) => name).join(', ')}>
          {strings.moreLabels(hidden.length)}
        </span>
      )}
    </span>
  );
}

/** How many chips fit into their row, whose last child is the count of the others. Hidden ones are as wide as if they were shown. */
function fittingIn(row: HTMLElement): number {
  const gap = Number.parseFloat(getComputedStyle(row).columnGap);
  const widths = Array.from(row.children, (child) => child.getBoundingClientRect().width);
  const more = widths.pop() ?? 0;
  // Fractions of a pixel add up.
  const room = row.clientWidth + 0.5;
  let end = -gap;
  const ends = widths.map((width) => (end += gap + width));
  return end <= room ? ends.length : Math.max(1, ends.filter((each) => each + gap + more <= room).length);
}
