import './message.css';
import { Archive, CloudOff, SunMedium, TriangleAlert, type LucideIcon, RotateCcw } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import './banner.css';
import './restored.css';
import { Button } from './Buttons.tsx';
import { copyText } from './hand-over.ts';
import { strings } from './strings.ts';

const icons = { sun: SunMedium, cloud: CloudOff, warning: TriangleAlert } as const;

interface MessageProps {
  /** One of the usual ones, or any of lucide's. */
  readonly icon: keyof typeof icons | LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Read out at once. */
  readonly urgent?: boolean;
  /** 1 where nothing else is on the page. */
  readonly level?: 1 | 2 | 3;
}

/** What stands in the place of content that is not there, and why: empty, away, failed. */
export function Message({ icon, title, children, action, urgent = false, level = 2 }: MessageProps): ReactNode {
  const Icon = typeof icon === 'string' ? icons[icon] : icon;
  const Heading = `h${level}` as const;
  return (
    <div className={`message message-${typeof icon === 'string' ? icon : 'own'}`} role={urgent ? 'alert' : 'status'}>
      <span className="message-icon">
        <Icon aria-hidden="true" />
      </span>
      <Heading className="message-title">{title}</Heading>
      <p className="message-text">{children}</p>
      {action}
    </div>
  );
}

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
      <div className="banner-actions">{action}</div>
    </section>
  );
}

interface ArchivedProps {
  /** What is archived, in a sentence. */
  readonly text: string;
  /** The way back. */
  readonly action: string;
  readonly onBack: () => void;
}

/** Says at the top of a record that it is in the archive, where lists leave it out, and has the way back. */
export function Archived({ text, action, onBack }: ArchivedProps): ReactNode {
  return (
    <div className="restored archived">
      <Archive aria-hidden="true" />
      <p>{text}</p>
      <Button tone="quiet" onClick={onBack}>
        {action}
      </Button>
    </div>
  );
}

interface UnsavedProps {
  /** Nothing is shown where it is empty. */
  readonly text: string;
}

/** What the user had written into a record that takes it no more, to be taken elsewhere. */
export function Unsaved({ text }: UnsavedProps): ReactNode {
  const id = useId();
  if (text === '') return null;
  return (
    <section className="unsaved" aria-labelledby={id}>
      <p id={id}>{strings.unsaved}</p>
      <pre dir="auto" tabIndex={0} aria-labelledby={id}>
        {text}
      </pre>
      <Button onClick={() => void copyText(text)}>{strings.copy}</Button>
    </section>
  );
}

interface RestoredNoticeProps {
  /** Does without it. */
  readonly onDiscard: () => void;
}

/** Says that what stands in the fields was written earlier and never saved. */
export function RestoredNotice({ onDiscard }: RestoredNoticeProps): ReactNode {
  return (
    <div className="restored" role="status">
      <RotateCcw aria-hidden="true" />
      <p>{strings.restored}</p>
      <Button tone="quiet" onClick={onDiscard}>
        {strings.discardRestored}
      </Button>
    </div>
  );
}
