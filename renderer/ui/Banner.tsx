import './banner.css';
import type { ReactNode } from 'react';

interface BannerProps {
  /** What it is about, for those who find their way by landmarks. */
  readonly label: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
}

/** A line across the top of the page that tells of a state and what can be done; the page goes on beneath it. */
export function Banner({ label, children, action }: BannerProps): ReactNode {
  return (
    <section className="banner" aria-label={label}>
      <p className="banner-text">{children}</p>
      {action}
    </section>
  );
}
