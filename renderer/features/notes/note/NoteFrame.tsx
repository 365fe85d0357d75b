import { ArrowLeft, Code2, Columns2, History, ListTree, X } from 'lucide-react';
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { offerOpenNote } from '../../../actions/open-record.ts';
import { useService } from '../../../api/service.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Skeleton } from '../../../ui/Loaded.tsx';
import { Archived } from '../../../ui/Message.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { notify } from '../../../ui/toasts.ts';
import { Tooltip } from '../../../ui/Hints.tsx';
import { dropKeys, holdKeys, isHoldingFor, releaseKeys, takeCursor } from '../fresh-note.ts';
import type { NoteSession } from '../session/note-session.ts';
import { type SaveProgress, useProgress, useStateOf } from '../session/edited-text.ts';
import { sourceDrafts } from '../session/kept-form.ts';
import { atCursor } from '../template-cursor.ts';
import { inDocument, inMarkdown, type MarkdownPlace } from '../source/cursor-place.ts';
import type { OpenedSource } from '../source/SourceEditor.tsx';
import { useNoteActions } from '../notebooks/note-actions.ts';
import { strings as placeStrings } from '../notebooks/strings.ts';
import { useAttributes } from '../notebooks/use-attributes.ts';
import { strings } from '../strings.ts';
import { usePane } from '../split/pane-router.tsx';
import { otherShortcut } from '../split/use-panes.ts';
import { insertMarkdown } from '../editor/insert-markdown.ts';
import { goToHeading } from './headings.ts';
import { useHandOver, writeHeld } from './held-text.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { NoteMenu } from './NoteMenu.tsx';
import { Outline } from './Outline.tsx';
import { Status } from './Status.tsx';
import { TitleField } from './TitleField.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';
import { LostBanner } from './LostBanner.tsx';
import type { FrameOptions } from './use-outline.ts';
import { useStats } from './use-stats.ts';

const SourceEditor = lazyPart(() => import('../source/SourceEditor.tsx').then((module) => module.SourceEditor));
const HistoryDialog = lazyPart(() => import('../history/HistoryDialog.tsx').then((module) => module.HistoryDialog));

interface NoteFrameProps extends FrameOptions {
  readonly session: NoteSession;
}

/** What stands around the text of a note: title, state, outline, length. */
export function NoteFrame({ session, narrow, outline }: NoteFrameProps): ReactNode {
  const [view, setView] = useState<EditorView | null>(null);
  const [history, setHistory] = useState({ open: false, used: false });
  const source = useSource(session, view, useCursorOfSource(view));
  const stats = useStats(session);
  const progress = useProgress(session);
  const title = useStateOf(session, ({ doc }) => String(doc.attrs['title']));
  const { isNew } = session;
  const { isActive, isSplit, isAlone, goToOther, close } = usePane();
  const body = useRef<HTMLDivElement>(null);
  useOffered(session, view, source.flush, isActive);
  useTemplateCursor(session, view);
  useHandOver(session, view);
  const toText = (): void => {
    if (view !== null) view.focus();
    else body.current?.querySelector<HTMLElement>('[contenteditable=true]')?.focus();
  };
  return (
    <article className="note" aria-label={title} onKeyDown={outline.onKeyDown}>
      {isActive && <title>{strings.pageTitle(title)}</title>}
      {/* Beside it, the list has the heading of the page. */}
      {(narrow || isAlone) && <h1 className="visually-hidden">{title}</h1>}
      <header className="note-head">
        {narrow && (
          <Tooltip label={strings.back}>
            <Link href="/notes" className="icon-button icon-button-usual" aria-label={strings.back}>
              <ArrowLeft aria-hidden="true" />
            </Link>
          </Tooltip>
        )}
        <Status progress={source.progress ?? progress} />
        <div className="note-tools">
          <IconButton icon={ListTree} label={strings.outline} aria-pressed={outline.open} onClick={outline.toggle} />
          <IconButton
            icon={Code2}
            label={source.on ? strings.rich : strings.source}
            aria-pressed={source.on}
            disabled={isNew}
            onClick={source.toggle}
          />
          <IconButton
            icon={History}
            label={strings.history}
            disabled={isNew}
            onClick={() => {
              setHistory({ open: true, used: true });
            }}
          />
          {!isNew && <NoteMenu session={session} title={title} flush={source.flush} />}
          {!isSplit && goToOther !== null && (
            <IconButton icon={Columns2} label={strings.goToOther} shortcut={otherShortcut} onClick={goToOther} />
          )}
          {close !== null && <IconButton icon={X} label={strings.closePane} onClick={close} />}
        </div>
      </header>
      <div className="note-banners">
        <ErrorBanner session={session} />
        <LostBanner session={session} />
        <ArchivedLine id={session.id} title={title} />
      </div>
      <div className="note-body">
        <div ref={body} className="note-main">
          {source.on ? (
            <>
              <div className="note-source-title">
                <TitleField session={session} onLeave={toText} />
              </div>
              <Suspense fallback={<Skeleton />}>
                <SourceEditor session={session} onProgress={source.onProgress} openedRef={source.openedRef} startAt={source.startAt} />
              </Suspense>
            </>
          ) : (
            <NoteEditor
              session={session}
              onView={setView}
              heading={<TitleField session={session} onLeave={toText} />}
              onFind={outline.uncover}
            />
          )}
        </div>
        {outline.open && (
          <Outline
            title={title}
            headings={stats?.headings ?? null}
            view={view}
            isOver={outline.isOver}
            onGo={(index) => {
              if (view !== null) goToHeading(view, index);
              outline.uncover();
            }}
          />
        )}
      </div>
      <Length stats={stats} />
      {history.used && (
        <Suspense>
          <HistoryDialog
            session={session}
            open={history.open}
            onClose={() => {
              setHistory({ open: false, used: true });
            }}
            flush={source.flush}
          />
        </Suspense>
      )}
    </article>
  );
}

/** Lets other features ask about the note and write into it. */
function useOffered(session: NoteSession, view: EditorView | null, flush: () => Promise<boolean>, isActive: boolean): void {
  const { id, isNew } = session;
  useEffect(
    () =>
      isNew || !isActive
        ? undefined
        : offerOpenNote({
            id,
            title: () => String(session.state.doc.attrs['title']),
            flush,
            selection: () => (view === null ? '' : selectedText(view)),
            insert:
              view === null
                ? null
                : (markdown) => {
                    insertMarkdown(view, markdown);
                  },
          }),
    [session, id, isNew, isActive, view, flush],
  );
}

function selectedText({ state: { doc, selection } }: EditorView): string {
  return doc.textBetween(selection.from, selection.to, '\n', (leaf) => leaf.type.spec.leafText?.(leaf) ?? '').trim();
}

/** The text of a note that was just made from a template has the focus, where its template says so. */
function useTemplateCursor(session: NoteSession, view: EditorView | null): void {
  useLayoutEffect(() => {
    const made = view === null ? null : takeCursor(session.id);
    if (view === null || made === null) return;
    // Without the focus the editor does not scroll.
    view.focus();
    const transaction = atCursor(view.state, made);
    if (transaction !== null) view.dispatch(transaction.scrollIntoView());
  }, [session, view]);
}

/** The text that takes the place of the markdown has the focus, and the cursor where it was there: the function takes this. */
function useCursorOfSource(view: EditorView | null): (place: MarkdownPlace | null) => void {
  const left = useRef<MarkdownPlace | null>(null);
  useLayoutEffect(() => {
    if (view === null || left.current === null) return;
    // Without the focus the editor does not scroll.
    view.focus();
    const { doc, tr } = view.state;
    view.dispatch(tr.setSelection(Selection.near(doc.resolve(inDocument(left.current, doc)))).scrollIntoView());
    left.current = null;
  }, [view]);
  return useCallback((place) => {
    left.current = place;
  }, []);
}

/** Whether the markdown is edited instead of the text. One has to be saved before the other can begin. */
function useSource(session: NoteSession, view: EditorView | null, leaveAt: (place: MarkdownPlace | null) => void) {
  const { drafts } = useService();
  // What was left unsaved there is shown again.
  const isKept = useCallback(() => drafts.names(sourceDrafts(session.id)).length > 0, [drafts, session]);
  const [on, setOn] = useState(isKept);
  // The session knows nothing of what is kept of the markdown; once that is shown, its saver tells how far it is.
  const [progress, setProgress] = useState<SaveProgress | null>(() => (on ? { at: 'waiting', changes: 1 } : null));
  /** Where the cursor was in the text when the markdown was asked for. */
  const [startAt, setStartAt] = useState<((markdown: string) => number) | null>(null);
  const openedRef = useRef<OpenedSource | null>(null);
  const flush = useCallback(async (): Promise<boolean> => {
    // What is kept of markdown that could not be shown yet is not saved either.
    const flushed = openedRef.current === null ? !on || !isKept() : await openedRef.current.flush();
    await session.flush();
    return flushed && session.isSaved;
  }, [session, on, isKept]);
  useEffect(
    () => (on ? session.attach({ update: () => undefined, isComposing: () => false, settle: () => undefined }) : undefined),
    [on, session],
  );
  const isChanging = useRef(false);
  useLayoutEffect(
    () => () => {
      // What was typed for this note is for no other one.
      dropKeys(session.id);
    },
    [session],
  );
  const change = async (): Promise<void> => {
    // What is typed from now on is meant for what comes; what was typed is not lost where it is asked for once more.
    const typed = isHoldingFor(session.id) ? (releaseKeys() ?? '') : '';
    holdKeys(strings.typedAhead, { noteId: session.id, typed });
    if (isChanging.current) return;
    isChanging.current = true;
    const leave = async (): Promise<boolean> => {
      const isDone = await flush();
      if (isDone) await openedRef.current?.handOver();
      return isDone;
    };
    const isSaved = await leave().finally(() => {
      isChanging.current = false;
    });
    if (!isSaved) {
      notify({ title: strings.sourceWaiting, kind: 'problem' });
      if (!isHoldingFor(session.id)) return;
      if (openedRef.current !== null) openedRef.current.writeHeld();
      else if (view !== null) writeHeld(view);
      else dropKeys(session.id);
      return;
    }
    setProgress(null);
    const { doc, selection } = session.settled();
    setStartAt(() => (markdown: string) => inMarkdown(markdown, doc, selection.head));
    leaveAt(openedRef.current?.cursor() ?? null);
    setOn((before) => !before);
  };
  return {
    on,
    progress,
    flush,
    openedRef,
    startAt,
    onProgress: setProgress,
    toggle: () => {
      void change();
    },
  };
}

/** Says that the note is in the archive. */
function ArchivedLine({ id, title }: { readonly id: string; readonly title: string }): ReactNode {
  const attributes = useAttributes(id);
  const { archive } = useNoteActions(attributes === undefined ? [] : [{ id, title, ...attributes }]);
  if (attributes?.isArchived !== true) return null;
  return <Archived text={placeStrings.isArchived} action={placeStrings.unarchiveNote} onBack={archive.perform} />;
}

/** How long the text is. */
function Length({ stats }: { readonly stats: ReturnType<typeof useStats> }): ReactNode {
  return (
    <footer className="note-foot">
      {stats !== null && (
        <p>
          <span>{strings.words(stats.words)}</span>
          <span>{strings.characters(stats.characters)}</span>
        </p>
      )}
    </footer>
  );
}
