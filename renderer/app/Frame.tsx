import './frame.css';
import './print.css';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useKept } from '../api/use-kept.ts';
import { useActions } from '../actions/registry.ts';
import { offerSearch } from '../actions/search-door.ts';
import { useShortcuts } from '../actions/use-shortcuts.ts';
import { useConnectionStatus, useService } from '../api/service.ts';
import { captureDraft } from '../features/capture/capture-draft.ts';
import { chatNames, type ChatDoor } from '../features/chat/actions.ts';
import { Ringing } from '../features/reminders/Ringing.tsx';
import { announce, Announcer } from '../ui/announce.tsx';
import { Banner } from '../ui/Message.tsx';
import { Button } from '../ui/Buttons.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { TypedAhead } from '../ui/TypedAhead.tsx';
import { keepFocusAfterPress } from '../ui/focus-after-press.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Skeleton } from '../ui/Loaded.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { allActions } from './actions.ts';
import { DataFaults } from './DataFaults.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { Pages, preloadPages } from './pages.tsx';
import { appSectionOf, type AppSection } from './sections.ts';
import { Sidebar, canFold, useSidebar } from './Sidebar.tsx';
import { keepScrollPlaces } from './scroll-places.ts';
import { strings } from './strings.ts';
import { useChat } from './use-chat.ts';
import { useDesktop } from './use-desktop.ts';
import { useToldJobs } from './use-told-jobs.ts';
import { useUnfinished, useUnsentFiles } from './use-unfinished.ts';

const Palette = lazyPart(() => import('./Palette.tsx').then((module) => module.Palette));
const ChatPanel = lazyPart(() => import('../features/chat/ChatPanel.tsx').then((module) => module.ChatPanel));
const CaptureDialog = lazyPart(() => import('../features/capture/CaptureDialog.tsx').then((module) => module.CaptureDialog));
const KeysSheet = lazyPart(() => import('./KeysSheet.tsx').then((module) => module.KeysSheet));

/** What surrounds every page: the sidebar, the banner, and what lies above the page. */
export function Frame(): ReactNode {
  const [path] = useLocation();
  const current = appSectionOf(path);
  const sidebar = useSidebar();
  const overlays = useOverlays();
  const chat = useChat(path);
  useFrameActions(overlays.show, sidebar.toggle, useUncovered(chat.door, overlays.hide));
  useShortcuts();
  useDesktop();
  useToldJobs();
  usePreload();
  useUnfinished();
  useUnsentFiles();
  useEffect(keepFocusAfterPress, []);
  useEffect(keepScrollPlaces, []);
  const main = useFocusOnChange(current);
  const status = useConnectionStatus();
  const { connection } = useService();
  return (
    <div className="frame" data-narrow={sidebar.narrow} data-chat={chat.isOpen}>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {strings.skip}
      </a>
      <Sidebar
        current={current}
        narrow={sidebar.narrow}
        onFold={sidebar.canFold ? sidebar.toggle : undefined}
        onSearch={() => {
          overlays.show('palette');
        }}
        onKeys={() => {
          overlays.show('keys');
        }}
        onChat={chat.door.toggle}
        isChatOpen={chat.isOpen}
      />
      <div className="frame-body" inert={chat.covers}>
        {/* One row of the grid, however many there are. */}
        <div>
          {status === 'offline' && (
            <Banner label={strings.connection} action={<Button onClick={connection.retry}>{strings.tryNow}</Button>}>
              {strings.awayBanner}
            </Banner>
          )}
          {status !== 'connecting' && <DataFaults />}
        </div>
        <main ref={main} id="main" className="main" tabIndex={-1}>
          {/* Nothing is read before the place in the feed is known from which changes are followed. */}
          {status !== 'connecting' && <Pages section={current?.id ?? 'none'} isBesideChat={chat.isOpen && !chat.covers} />}
        </main>
      </div>
      <PageBoundary isAbove>
        {chat.isUsed && (
          <Suspense
            fallback={
              <aside className="chat" aria-label={chatNames.chat} hidden={!chat.isOpen}>
                <Skeleton />
              </aside>
            }
          >
            <ChatPanel isOpen={chat.isOpen} wish={chat.wish} onClose={chat.close} />
          </Suspense>
        )}
      </PageBoundary>
      <PageBoundary isAbove>
        {overlays.used.palette && (
          <Suspense
            fallback={
              overlays.open === 'palette' && (
                <TypedAhead label={strings.openPalette} value={overlays.asked} onChange={overlays.ask} onLeave={overlays.hide} />
              )
            }
          >
            <Palette open={overlays.open === 'palette'} asked={overlays.asked} onClose={overlays.hide} />
          </Suspense>
        )}
      </PageBoundary>
      <PageBoundary isAbove>
        {overlays.used.keys && (
          <Suspense>
            <KeysSheet open={overlays.open === 'keys'} onClose={overlays.hide} />
          </Suspense>
        )}
      </PageBoundary>
      <PageBoundary isAbove>
        {overlays.used.capture && (
          <Suspense fallback={overlays.open === 'capture' && <CapturedAhead onLeave={overlays.hide} />}>
            <CaptureDialog open={overlays.open === 'capture'} onClose={overlays.hide} />
          </Suspense>
        )}
      </PageBoundary>
      <Confirm />
      <Ringing />
      <Toasts />
      <Announcer />
    </div>
  );
}

/** What is typed for quick capture before it is there: a draft of its field. */
function CapturedAhead({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  const [text, setText] = useKept(captureDraft);
  return <TypedAhead label={strings.capture} value={text} onChange={setText} onLeave={onLeave} />;
}

/** When the first page has long been drawn, in milliseconds after the start. */
const calm = 1_500;

/** Fetches what is not needed yet, once there is time, unless the reader's browser is told to save data. */
function usePreload(): void {
  useEffect(() => {
    if (savesData()) return undefined;
    const timer = setTimeout(() => {
      preloadPages();
      Palette.preload();
      KeysSheet.preload();
      CaptureDialog.preload();
      ChatPanel.preload();
    }, calm);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}

/** What the reader has asked the browser for: https://wicg.github.io/savedata/. Not every browser tells. */
function savesData(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
}

type Overlay = 'palette' | 'keys' | 'capture';

/** Which of the frame's own dialogs is open, and which ones were ever: those stay, so that they can close with grace. */
function useOverlays() {
  const [open, setOpen] = useState<Overlay | null>(null);
  const [used, setUsed] = useState({ palette: false, keys: false, capture: false });
  /** What the palette is to search for. */
  const [asked, setAsked] = useState('');
  const show = useCallback((overlay: Overlay) => {
    setAsked('');
    setOpen(overlay);
    setUsed((before) => ({ ...before, [overlay]: true }));
  }, []);
  const hide = useCallback(() => {
    setOpen(null);
  }, []);
  useEffect(
    () =>
      offerSearch((text) => {
        show('palette');
        setAsked(text);
      }),
    [show],
  );
  return { open, used, asked, ask: setAsked, show, hide };
}

/** The chat is beside the page: it opens in the place of a dialog of the frame, not below it. */
function useUncovered({ open, toggle }: ChatDoor, hide: () => void): ChatDoor {
  return useMemo(
    () => ({
      open: (what) => {
        hide();
        open(what);
      },
      toggle: () => {
        hide();
        toggle();
      },
    }),
    [open, toggle, hide],
  );
}

function useFrameActions(show: (overlay: Overlay) => void, toggleSidebar: () => void, chat: ChatDoor): void {
  const service = useService();
  const [, go] = useLocation();
  useActions(
    useMemo(
      () =>
        allActions(
          { service, go },
          {
            openPalette: () => {
              show('palette');
            },
            openKeys: () => {
              show('keys');
            },
            openCapture: () => {
              show('capture');
            },
            toggleSidebar,
            canFold,
            chat,
          },
        ),
      [service, go, show, toggleSidebar, chat],
    ),
  );
}

/** Moves the focus into the page when another section is shown, unless a field of it has taken it already, and says which. */
function useFocusOnChange(section: AppSection | undefined) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(section);
  useEffect(() => {
    if (shown.current === section) return;
    shown.current = section;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
    announce(section?.name ?? strings.missing);
  }, [section]);
  return main;
}
