import '../note/editor.css';
import '../note/note-text.css';
import '../note/mentions.css';
import '../note/meaning.css';
import './text-editor.css';
import { Plugin, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useService } from '../../../api/service.ts';
import type { RichTextProps } from '../../../ui/RichText.tsx';
import { Cards } from '../cards/Cards.tsx';
import { notePlugins } from '../editor/plugins.ts';
import { readSelection } from '../editor/unread-selection.ts';
import { passesFiles } from '../files/intake.ts';
import { CompletionMenu } from '../links/CompletionMenu.tsx';
import { NotePreview } from '../links/NotePreview.tsx';
import { useLinkClicks } from '../links/use-follow.ts';
import { useLinkTargets } from '../links/use-link-targets.ts';
import { createView } from '../note/create-view.ts';
import { LanguageNames } from '../note/LanguageNames.tsx';
import { SlashMenu } from '../note/SlashMenu.tsx';
import { Toolbar } from '../note/Toolbar.tsx';
import { MarkdownText } from './markdown-text.ts';

/** The editor of notes for the text of another record. */
export function TextEditor({ record, markdown, onChange, onFiles, onLeave, label, isEditing }: RichTextProps): ReactNode {
  const service = useService();
  const mount = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [text] = useState(() => new MarkdownText({ record, markdown, plugins: [...notePlugins(), escapePlugin()] }));
  const changed = useEffectEvent(onChange);
  const given = useEffectEvent(onFiles);
  const left = useEffectEvent(onLeave);
  useLinkClicks(text, view);
  useLinkTargets(text.type, text.id, view);
  useLayoutEffect(() => {
    if (mount.current === null) return undefined;
    const made = createView(mount.current, text, service, label);
    passesFiles(made, (files) => {
      given(files);
    });
    leaves.set(made, () => {
      left();
    });
    const detach = text.attach({
      update: (state) => {
        made.updateState(state);
      },
      changed: (next) => {
        changed(next);
      },
    });
    setView(made);
    return () => {
      detach();
      setView(null);
      made.destroy();
    };
  }, [text, service, label]);
  useLayoutEffect(() => {
    // Not while a character is being composed: it would be lost.
    if (view?.composing === true) return;
    if (view !== null) readSelection(view);
    text.replace(markdown);
  }, [text, view, markdown]);
  useStart(text, view, isEditing);
  return (
    <div className="text-editor" data-editing={isEditing}>
      <div className="note-mount">
        <div ref={mount} />
      </div>
      {view !== null && isEditing && <Toolbar session={text} view={view} />}
      {view !== null && (
        <>
          <SlashMenu session={text} view={view} />
          <CompletionMenu session={text} view={view} />
          <Cards session={text} view={view} />
          <NotePreview session={text} view={view} />
        </>
      )}
      <LanguageNames />
    </div>
  );
}

const leaves = new WeakMap<EditorView, () => void>();

/** Behind all others: an open menu takes the key. ProseMirror itself takes it always, so that nothing can be told by the event. */
function escapePlugin(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown: (view, { key }) => {
        if (key === 'Escape') leaves.get(view)?.();
        return key === 'Escape';
      },
    },
  });
}

/** Where editing is what it begins with, the cursor is at the end. */
function useStart(text: MarkdownText, view: EditorView | null, isEditing: boolean): void {
  const isAtStart = useRef(isEditing);
  useLayoutEffect(() => {
    if (view === null || !isAtStart.current) return;
    isAtStart.current = false;
    text.dispatch(text.state.tr.setSelection(Selection.atEnd(text.state.doc)));
    view.focus();
  }, [text, view]);
}
