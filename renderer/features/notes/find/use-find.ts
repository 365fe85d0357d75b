import type { EditorView } from 'prosemirror-view';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isMac } from '../../../actions/shortcut.ts';
import { takeFind } from './find-address.ts';
import { closed, type FindState } from './find-state.ts';

/** Longer than this, what is selected is no text to find. */
const maxSelected = 200;

/** The keys, as the help sheet shows them. On a Mac, ⌘H hides the window. */
export const findShortcut = '$mod+f';
export const replaceShortcut = isMac ? '$mod+Alt+f' : '$mod+h';

/** What is found in a note: opened by the keys anywhere in the note, or by an address with `?find=`. */
export function useFind(view: EditorView | null): readonly [FindState, (change: Partial<FindState>) => void] {
  const [state, setState] = useState(closed);
  const change = useCallback((part: Partial<FindState>): void => {
    setState((before) => ({ ...before, ...part }));
  }, []);
  useEffect(() => {
    const note = view?.dom.closest<HTMLElement>('.note');
    if (view === null || note === null || note === undefined) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const asked = askedBy(event);
      if (asked === null) return;
      event.preventDefault();
      event.stopPropagation();
      const text = selectedText(view);
      setState((before) => ({
        ...before,
        isOpen: true,
        isHit: false,
        wanted: text === '' ? before.wanted : { ...before.wanted, text, anyWord: false },
        replaces: view.editable && (asked === 'replace' || (before.isOpen && before.replaces)),
        calls: before.calls + 1,
      }));
    };
    note.addEventListener('keydown', onKey, true);
    return () => {
      note.removeEventListener('keydown', onKey, true);
    };
  }, [view]);
  useFromAddress(view, change);
  return [state, change];
}

function askedBy({ key, ctrlKey, metaKey, altKey, shiftKey, code }: KeyboardEvent): 'find' | 'replace' | null {
  if (shiftKey || (isMac ? !metaKey || ctrlKey : !ctrlKey || metaKey)) return null;
  // With Alt, a Mac writes another character.
  if (altKey) return isMac && code === 'KeyF' ? 'replace' : null;
  if (key.toLowerCase() === 'f') return 'find';
  return !isMac && key.toLowerCase() === 'h' ? 'replace' : null;
}

/** What is selected in the text, within one paragraph; empty where that is nothing, or the focus is elsewhere. */
function selectedText(view: EditorView): string {
  const { $from, $to, from, to } = view.state.selection;
  if (!view.hasFocus() || !$from.sameParent($to) || !$from.parent.inlineContent || to - from > maxSelected) return '';
  // A field has one line.
  return view.state.doc.textBetween(from, to).replaceAll('\n', ' ');
}

/** Takes `find` out of the address: it is followed once, not again when the page is read anew. */
function useFromAddress(view: EditorView | null, change: (part: Partial<FindState>) => void): void {
  const search = useSearch();
  const [path, go] = useLocation();
  useEffect(() => {
    const taken = view === null ? null : takeFind(search);
    if (taken === null) return;
    go(`${path}${taken.rest}${location.hash}`, { replace: true });
    if (taken.words.trim() === '') return;
    const wanted = { text: taken.words, anyWord: true, matchCase: false, wholeWord: true };
    change({ isOpen: true, isHit: true, wanted, replaces: false, calls: 0 });
  }, [view, search, path, go, change]);
}
