import { useCallback, useState, type ReactElement, type ReactNode } from 'react';
import { readSetting, writeSetting } from '../api/remembered.ts';
import { useMedia } from '../ui/use-media.ts';
import { Keyboard, MessagesSquare, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Link } from 'wouter';
import { ariaKeys } from '../actions/shortcut.ts';
import { useConnectionStatus } from '../api/service.ts';
import { chatShortcut, chatNames } from '../features/chat/actions.ts';
import { runNames } from '../features/runs/actions.ts';
import { useWaitingRuns } from '../features/runs/use-waiting.ts';
import { IconButton } from '../ui/Buttons.tsx';
import { Keys, Tooltip } from '../ui/Hints.tsx';
import { sections, type AppSection } from './sections.ts';
import { strings } from './strings.ts';

/** Below this the sidebar always shows icons alone. */
const tightWindow = '(width < 56rem)';

export function canFold(): boolean {
  return !matchMedia(tightWindow).matches;
}

/** Whether the sidebar shows icons alone: chosen and remembered, or because the window is narrow. */
export function useSidebar() {
  const tight = useMedia(tightWindow);
  const [folded, setFolded] = useState(() => readSetting('sidebar') === 'folded');
  const toggle = useCallback(() => {
    setFolded((before) => {
      writeSetting('sidebar', before ? null : 'folded');
      return !before;
    });
  }, []);
  return { narrow: tight || folded, canFold: !tight, toggle };
}

interface SidebarProps {
  /** The section that is shown. */
  readonly current: AppSection | undefined;
  /** Icons alone. */
  readonly narrow: boolean;
  /** Absent where the window leaves no choice. */
  readonly onFold?: (() => void) | undefined;
  readonly onSearch: () => void;
  readonly onKeys: () => void;
  readonly onChat: () => void;
  readonly isChatOpen: boolean;
}

/** The way to every section. At the bottom edge on a narrow window. */
export function Sidebar({ current, narrow, onFold, onSearch, onKeys, onChat, isChatOpen }: SidebarProps): ReactNode {
  return (
    <header className="sidebar" data-narrow={narrow}>
      <div className="sidebar-head">
        <Link href="/" className="wordmark" aria-label={strings.name}>
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span>{strings.name}</span>
        </Link>
        {onFold !== undefined && (
          <IconButton
            size="small"
            icon={narrow ? PanelLeftOpen : PanelLeftClose}
            label={narrow ? strings.unfoldSidebar : strings.foldSidebar}
            shortcut="$mod+b"
            onClick={onFold}
          />
        )}
      </div>
      <Named label={strings.search} narrow={narrow} shortcut="$mod+k">
        <button type="button" className="sidebar-search" aria-keyshortcuts={ariaKeys('$mod+k')} onClick={onSearch}>
          <Search aria-hidden="true" />
          <span>{strings.search}</span>
          <Keys shortcut="$mod+k" />
        </button>
      </Named>
      <nav className="sidebar-nav" aria-label={strings.sections}>
        {sections.map((section) => (
          <SectionLink key={section.id} section={section} isCurrent={section === current} narrow={narrow} />
        ))}
      </nav>
      <Named label={chatNames.chat} narrow={narrow} shortcut={chatShortcut}>
        <button
          type="button"
          className="section-link sidebar-chat"
          aria-expanded={isChatOpen}
          aria-keyshortcuts={ariaKeys(chatShortcut)}
          onClick={onChat}
        >
          <MessagesSquare aria-hidden="true" />
          <span>{chatNames.chat}</span>
          <Keys shortcut={chatShortcut} />
        </button>
      </Named>
      <div className="sidebar-foot">
        <StatusBadge />
        <IconButton size="small" icon={Keyboard} label={strings.showKeys} shortcut="Shift+?" onClick={onKeys} />
      </div>
    </header>
  );
}

function SectionLink({
  section: { id, icon: Icon, name, path, shortcut, isAside },
  isCurrent,
  narrow,
}: {
  readonly section: AppSection;
  readonly isCurrent: boolean;
  readonly narrow: boolean;
}): ReactNode {
  return (
    <Named label={name} narrow={narrow} shortcut={shortcut}>
      <Link
        href={path}
        className={isAside === true ? 'section-link section-aside' : 'section-link'}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon aria-hidden="true" />
        <span>{name}</span>
        {id === 'runs' && <WaitingRuns />}
      </Link>
    </Named>
  );
}

/** How many runs of agents wait for a decision. */
function WaitingRuns(): ReactNode {
  const count = useWaitingRuns();
  return (
    count > 0 && (
      <>
        <b className="section-count" aria-hidden="true">
          {count}
        </b>
        <i className="visually-hidden">{runNames.waiting(count)}</i>
      </>
    )
  );
}

/** With a tooltip where the name itself is not shown. */
function Named({
  narrow,
  children,
  ...tooltip
}: {
  readonly label: string;
  readonly shortcut: string;
  readonly narrow: boolean;
  readonly children: ReactElement<Record<string, unknown>>;
}): ReactNode {
  return narrow ? (
    <Tooltip side="right" {...tooltip}>
      {children}
    </Tooltip>
  ) : (
    children
  );
}

function StatusBadge(): ReactNode {
  const status = useConnectionStatus();
  if (status === 'unauthorized') return null;
  return (
    <p className="connection-status" data-status={status} role="status">
      <span className="connection-status-dot" aria-hidden="true" />
      <span className="connection-status-text">{strings[status]}</span>
    </p>
  );
}
