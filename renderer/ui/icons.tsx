import type { ReactNode } from 'react';

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

function Icon({ children }: { readonly children: ReactNode }): ReactNode {
  return <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" {...line}>{children}</svg>;
}

export function PinIcon(): ReactNode {
  return (
    <Icon>
      <path d="M12 21.5s7-6.2 7-11.5a7 7 0 1 0-14 0c0 5.3 7 11.5 7 11.5z" />
      <circle cx="12" cy="10" r="2.5" />
    </Icon>
  );
}

export function SunIcon(): ReactNode {
  return (
    <Icon>
      <path d="M7 17a5 5 0 0 1 10 0M2.5 17h19M6 20.5h12M12 5v3M4.2 9.2l2 2M19.8 9.2l-2 2" />
    </Icon>
  );
}

export function CloudIcon(): ReactNode {
  return (
    <Icon>
      <path d="M7 18.5a4.5 4.5 0 0 1-.4-8.98 5.75 5.75 0 0 1 11 1.6A3.75 3.75 0 0 1 17.25 18.5z" />
    </Icon>
  );
}

export function WarningIcon(): ReactNode {
  return (
    <Icon>
      <path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.1v.1" />
    </Icon>
  );
}
