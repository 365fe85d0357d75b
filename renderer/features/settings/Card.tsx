import type { ReactNode } from 'react';

interface CardProps {
  readonly title: string;
  readonly titleId?: string;
  readonly hint?: ReactNode;
  /** Stands beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A few settings that belong together. */
export function Card({ title, titleId, hint, aside, children }: CardProps): ReactNode {
  return (
    <section className="settings-card">
      <header className="settings-card-head">
        <div>
          <h3 id={titleId}>{title}</h3>
          {hint !== undefined && <p className="settings-hint">{hint}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
