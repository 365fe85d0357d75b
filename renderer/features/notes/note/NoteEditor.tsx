import './editor.css';
import './note-text.css';
import './mentions.css';
import './meaning.css';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import type { Action } from '../../../actions/action.ts';
import { useActions } from '../../../actions/registry.ts';
import { Columns2, Eye, Link2, ListChecks, LogOut, Replace, Search, Slash } from 'lucide-react';
import { useService } from '../../../api/service.ts';
import { Cards } from '../cards/Cards.tsx';
import { allCommands } from '../editor/commands.ts';
import { clickBelow } from '../editor/table-moves.ts';
import { readSelection } from '../editor/unread-selection.ts';
import { FindBar } from '../find/FindBar.tsx';
import { findStrings } from '../find/strings.ts';
import { findShortcut, replaceShortcut, useFind } from '../find/use-find.ts';
import { CompletionMenu } from '../links/CompletionMenu.tsx';
import { NotePreview } from '../links/NotePreview.tsx';
import { NoteLinks } from '../links/NoteLinks.tsx';
import { useLinkClicks } from '../links/use-follow.ts';
import { noteOf } from '../split/pane-address.ts';
import { usePane } from '../split/pane-router.tsx';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';
import { createView } from './create-view.ts';
import { BlockHandle } from '../handle/BlockHandle.tsx';
import { LanguageNames } from './LanguageNames.tsx';
import { SlashMenu } from './SlashMenu.tsx';
import { Toolbar } from './Toolbar.tsx';

interface NoteEditorProps {
  readonly session: NoteSession;
  /** Stands above the text and scrolls with it. */
  readonly heading: ReactNode;
  readonly onView: (view: EditorView | null) => void;
  /** Called when the user asks to find something. */
  readonly onFind: () => void;
}

/** The text of a note with everything to write it. */
export function NoteEditor({ session, heading, onView, onFind }: NoteEditorProps): ReactNode {
  const mount = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const service = useService();
  const { isActive, openBeside } = usePane();
  useEditorKeys(isActive);
  useLinkClicks(session, view);
  const [find, changeFind] = useFind(view);
  const tellOfFind = useEffectEvent(onFind);
  useEffect(() => {
    if (find.calls > 0) tellOfFind();
  }, [find.calls]);
  useEffect(() => {
    if (mount.current === null) return undefined;
    const made = createView(mount.current, session, service);
    const detach = session.attach({
      update: (state) => {
        made.updateState(state);
      },
      isComposing: () => made.composing,
      settle: () => {
        readSelection(made);
      },
    });
    setView(made);
    onView(made);
    return () => {
      detach();
      setView(null);
      onView(null);
      made.destroy();
    };
  }, [session, service, onView]);
  return (
    <>
      <div className="note-bars">
        {view === null ? <div className="toolbar" /> : <Toolbar session={session} view={view} />}
        {view !== null && find.isOpen && <FindBar session={session} view={view} find={find} onChange={changeFind} />}
      </div>
      <div
        className="note-scroller"
        onMouseDown={(event) => {
          if (view !== null) clickBeside(view, event);
        }}
      >
        <div className="note-column" data-beside="">
          {heading}
          {/* React leaves this element's inside to the editor, which replaces it when it is destroyed. */}
          <div className="note-mount">
            <div key={session.clientID} ref={mount} />
            {view !== null && <BlockHandle session={session} view={view} />}
          </div>
          <div
            onClickCapture={(event) => {
              const id = event.ctrlKey || event.metaKey ? noteUnder(event.target) : null;
              if (id === null) return;
              event.preventDefault();
              event.stopPropagation();
              openBeside(id);
            }}
          >
            <NoteLinks session={session} view={view} />
          </div>
        </div>
      </div>
      {view !== null && <SlashMenu session={session} view={view} />}
      {view !== null && <CompletionMenu session={session} view={view} />}
      {view !== null && <Cards session={session} view={view} />}
      {view !== null && <NotePreview session={session} view={view} />}
      {isActive && <LanguageNames />}
    </>
  );
}

/** A click beside or below the text leads into it. */
function clickBeside(view: EditorView, event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (target !== currentTarget && !(target instanceof HTMLElement && 'beside' in target.dataset)) return;
  if (clickBelow(view, event.nativeEvent)) event.preventDefault();
  else if (target === currentTarget) {
    event.preventDefault();
    view.focus();
  }
}

/** The note that a link leads to which was clicked on; null for another link, or none. */
function noteUnder(target: EventTarget): string | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  return noteOf(link?.getAttribute('href') ?? '');
}

/** The keys of the text, for the help sheet. */
function useEditorKeys(isActive: boolean): void {
  const listed = { listed: 'help', group: strings.writing, perform: () => undefined } as const;
  const keys: readonly Action[] = [
    ...allCommands.flatMap(({ id, name, icon, shortcut }) =>
      shortcut === undefined ? [] : [{ ...listed, id: `writing.${id}` as const, name, icon, shortcut }],
    ),
    { ...listed, id: 'writing.slash', name: strings.slashKeys, icon: Slash, shortcut: '/' },
    { ...listed, id: 'writing.follow', name: strings.followKeys, icon: Link2, shortcut: 'Alt+Enter' },
    { ...listed, id: 'writing.beside', name: strings.besideKeys, icon: Columns2, shortcut: '$mod+Alt+Enter' },
    { ...listed, id: 'writing.preview', name: strings.previewKeys, icon: Eye, shortcut: 'Alt+Shift+Enter' },
    { ...listed, id: 'writing.task', name: strings.taskKeys, icon: ListChecks, shortcut: '$mod+Enter' },
    { ...listed, id: 'writing.find', name: findStrings.findKeys, icon: Search, shortcut: findShortcut },
    { ...listed, id: 'writing.replace', name: findStrings.replaceKeys, icon: Replace, shortcut: replaceShortcut },
    { ...listed, id: 'writing.leave', name: strings.leaveKeys, icon: LogOut, shortcut: 'Escape Tab' },
  ];
  useActions(isActive ? keys : []);
}
