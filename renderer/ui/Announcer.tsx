import type { ReactNode } from 'react';
import { useAnnouncement } from './announce.ts';

/** The live region for `announce`. Once per page, always there. */
export function Announcer(): ReactNode {
  const { text, count } = useAnnouncement();
  // Two in turn: the same text twice would be no change.
  return (
    <div className="visually-hidden" aria-live="polite" data-testid="announcer">
      <p>{count % 2 === 0 ? text : ''}</p>
      <p>{count % 2 === 1 ? text : ''}</p>
    </div>
  );
}
