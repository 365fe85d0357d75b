// Which page stands at which address. A page finds the rest of its address out by itself, with `useRoute`.

import { Compass } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Link, Route, Switch } from 'wouter';
import { useConnectionStatus } from '../api/service.ts';
import { cardPath } from '../../main/contract/page-paths.ts';
import { Today } from '../features/today/Today.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { RichTextContext, type RichTextProps } from '../ui/RichText.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Loaded.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { strings as uiStrings } from '../ui/strings.ts';
import { strings } from './strings.ts';

// Each comes with its first visit, or when there is time for it.
const NotesPage = lazyPart(() => import('../features/notes/NotesPage.tsx').then((module) => module.NotesPage));
const BoardsPage = lazyPart(() => import('../features/boards/BoardsPage.tsx').then((module) => module.BoardsPage));
const CalendarPage = lazyPart(() => import('../features/calendar/CalendarPage.tsx').then((module) => module.CalendarPage));
const RunsPage = lazyPart(() => import('../features/runs/RunsPage.tsx').then((module) => module.RunsPage));
const SettingsPage = lazyPart(() => import('../features/settings/SettingsPage.tsx').then((module) => module.SettingsPage));
const TrashPage = lazyPart(() => import('../features/trash/TrashPage.tsx').then((module) => module.TrashPage));
/** The editor of notes, for texts of other features. */
const RichText = lazyPart(() => import('../features/notes/text/TextEditor.tsx').then((module) => module.TextEditor));
const richText = (props: RichTextProps): ReactNode => <RichText {...props} />;

const pageAt: ReadonlyMap<string | undefined, { readonly preload: () => void }> = new Map<string, { readonly preload: () => void }>([
  ['notes', NotesPage],
  ['boards', BoardsPage],
  ['calendar', CalendarPage],
  ['runs', RunsPage],
  ['settings', SettingsPage],
  ['trash', TrashPage],
]);

/** Fetches the page at this path while the session is still being opened. */
export function preloadPage(path: string): void {
  pageAt.get(path.split('/')[1])?.preload();
}

/** Fetches all pages, with what they load in turn, and the editor, so that they are there when the service is not. */
export function preloadPages(): void {
  for (const page of [NotesPage, BoardsPage, CalendarPage, RunsPage, SettingsPage, TrashPage, RichText]) page.preload();
}

interface PagesProps {
  readonly section: string;
  /** The chat takes a part of the window's width. */
  readonly isBesideChat: boolean;
}

export function Pages({ section, isBesideChat }: PagesProps): ReactNode {
  return (
    <PageBoundary key={section}>
      <Suspense fallback={<Coming />}>
        <Switch>
          <Route path="/">
            <Today cardPath={cardPath} />
          </Route>
          <Route path="/notes/*?">
            <NotesPage isTight={isBesideChat} />
          </Route>
          <Route path="/boards/*?">
            <RichTextContext value={richText}>
              <BoardsPage />
            </RichTextContext>
          </Route>
          <Route path="/calendar/*?">
            <CalendarPage cardPath={cardPath} />
          </Route>
          <Route path="/runs/*?">
            <RunsPage />
          </Route>
          <Route path="/settings/*?">
            <SettingsPage />
          </Route>
          <Route path="/trash">
            <TrashPage />
          </Route>
          <Route>
            <Missing />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}

/** A page that is still being fetched. */
function Coming(): ReactNode {
  const status = useConnectionStatus();
  return status === 'offline' ? (
    <Message icon="cloud" title={uiStrings.waiting} level={1}>
      {uiStrings.waitingHint}
    </Message>
  ) : (
    <Skeleton />
  );
}

function Missing(): ReactNode {
  return (
    <div className="page">
      <title>{`${strings.missing} – ${strings.name}`}</title>
      <Message
        icon={Compass}
        title={strings.missing}
        level={1}
        action={
          <Link href="/" className="button button-plain">
            {strings.home}
          </Link>
        }
      >
        {strings.missingHint}
      </Message>
    </div>
  );
}
