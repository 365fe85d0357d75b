import './message.css';
import type { ReactNode } from 'react';
import { CloudIcon, SunIcon, WarningIcon } from './icons.tsx';

const icons = { sun: SunIcon, cloud: CloudIcon, warning: WarningIcon } as const;

interface MessageProps {
  readonly icon: keyof typeof icons;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Read out at once. */
  readonly urgent?: boolean;
  /** 1 where nothing else is on the page. */
  readonly level?: 1 | 2;
}

/** What stands in the place of content that is not there, and why. */
export function Message({ icon, title, children, action, urgent = false, level = 2 }: MessageProps): ReactNode {
  const Icon = icons[icon];
  const Heading = `h${level}` as const;
  return (
    <div className={`message message-${icon}`} role={urgent ? 'alert' : 'status'}>
      <span className="message-icon"><Icon /></span>
      <Heading className="message-title">{title}</Heading>
      <p className="message-text">{children}</p>
      {action}
    </div>
  );
}
