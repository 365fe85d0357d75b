import '../../../ui/field.css';
import './find-bar.css';
import { ArrowDown, ArrowUp, CaseSensitive, Replace, WholeWord, X } from 'lucide-react';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../../../actions/shortcut.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { notify } from '../../../ui/toasts.ts';
import { readSelection } from '../editor/unread-selection.ts';
import { useStateOf } from '../session/edited-text.ts';
import type { NoteSession } from '../session/note-session.ts';
import { type FindState, type WantedText, findQuery } from './find-state.ts';
import { finderOf, maxMatches, matchFrom, type FoundMatches } from './matches.ts';
import { goOn, goTo, replaceAll, replaceOne } from './moves.ts';
import { findStrings } from './strings.ts';

interface FindBarProps {
  readonly session: NoteSession;
  readonly view: EditorView;
  readonly find: FindState;
  readonly onChange: (change: Partial<FindState>) => void;
}

/** Finds in the text of a note and marks what is found; replaces where the note can be written. */
export function FindBar({ session, view, find, onChange }: FindBarProps): ReactNode {
  const { wanted, replacement, replaces } = find;
  const { look, found } = useFound({ session, view, find, onChange });
  const field = useRef<HTMLInputElement>(null);
  // At once: what is typed next is meant for the field.
  useLayoutEffect(() => {
    if (find.calls === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [find.calls]);
  // Whether there is anything to show is not known yet.
  if (find.isHit) return null;
  const want = (change: Partial<WantedText>): void => {
    onChange({ wanted: { ...wanted, ...change } });
  };
  const close = (): void => {
    onChange({ isOpen: false });
    view.focus();
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    goOn(view, look, event.shiftKey ? -1 : 1);
  };
  return (
    <search
      className="find-bar"
      aria-label={findStrings.bar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div className="find-line">
        <div className="find-field">
          <input
            ref={field}
            type="text"
            className="input"
            aria-label={findStrings.field}
            placeholder={findStrings.field}
            autoComplete="off"
            spellCheck={false}
            maxLength={1000}
            value={wanted.text}
            onChange={({ target }) => {
              want({ text: target.value, anyWord: false });
            }}
            onKeyDown={onFieldKey}
          />
          <output className="find-count" aria-live="polite" data-none={wanted.text !== '' && found.matches.length === 0}>
            {countOf(wanted, found)}
          </output>
        </div>
        <IconButton
          icon={CaseSensitive}
          label={findStrings.matchCase}
          aria-pressed={wanted.matchCase}
          onClick={() => {
            want({ matchCase: !wanted.matchCase });
          }}
        />
        <IconButton
          icon={WholeWord}
          label={findStrings.wholeWord}
          aria-pressed={wanted.wholeWord}
          onClick={() => {
            want({ wholeWord: !wanted.wholeWord });
          }}
        />
        <IconButton icon={ArrowUp} label={findStrings.previous} shortcut="Shift+Enter" onClick={() => goOn(view, look, -1)} />
        <IconButton icon={ArrowDown} label={findStrings.next} shortcut="Enter" onClick={() => goOn(view, look, 1)} />
        {view.editable && (
          <IconButton
            icon={Replace}
            label={findStrings.toggleReplace}
            aria-expanded={replaces}
            onClick={() => {
              onChange({ replaces: !replaces });
            }}
          />
        )}
        <IconButton icon={X} label={findStrings.close} shortcut="Escape" onClick={close} />
      </div>
      {replaces && view.editable && <ReplaceLine view={view} look={look} found={found} replacement={replacement} onChange={onChange} />}
    </search>
  );
}

function countOf({ text }: WantedText, { matches, current }: FoundMatches): string {
  if (text === '') return '';
  if (matches.length === 0) return findStrings.none;
  return findStrings.place(current + 1, matches.length, matches.length === maxMatches);
}

/** What is found, marked in the text; the first place after the cursor is gone to whenever something else is looked for. */
function useFound({ session, view, find, onChange }: FindBarProps) {
  const { isHit, wanted } = find;
  const look = useMemo(() => finderOf(findQuery(wanted)), [wanted]);
  const found = useStateOf(session, look);
  useLayoutEffect(() => {
    readSelection(view);
    view.setProps({ decorations: (state) => look(state).decorations });
    const { matches, current } = look(view.state);
    if (!isHit) {
      const first = matchFrom(matches, view.state.selection.from);
      if (current === -1 && first !== undefined) goTo(view, first);
      return;
    }
    if (matches[0] !== undefined) {
      goTo(view, matches[0]);
      onChange({ isHit: false });
      // What the search of the service takes for a word can be a part of one here.
    } else if (wanted.wholeWord) onChange({ wanted: { ...wanted, wholeWord: false } });
    else onChange({ isOpen: false, isHit: false });
  }, [look, view, isHit, wanted, onChange]);
  useEffect(
    () => () => {
      if (view.isDestroyed) return;
      readSelection(view);
      view.setProps({ decorations: () => null });
    },
    [view],
  );
  return { look, found };
}

interface ReplaceLineProps extends Pick<FindBarProps, 'view' | 'onChange'> {
  readonly look: ReturnType<typeof finderOf>;
  readonly found: FoundMatches;
  readonly replacement: string;
}

function ReplaceLine({ view, look, found, replacement, onChange }: ReplaceLineProps): ReactNode {
  // Not `disabled`: the button that has replaced the last place would lose the focus, and Escape and undo would do nothing.
  const none = found.matches.length === 0;
  return (
    <div className="find-line">
      <div className="find-field">
        <input
          type="text"
          className="input"
          aria-label={findStrings.replaceField}
          placeholder={findStrings.replaceField}
          autoComplete="off"
          maxLength={1000}
          value={replacement}
          onChange={({ target }) => {
            onChange({ replacement: target.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            replaceOne(view, look, replacement);
          }}
        />
      </div>
      <Button
        aria-disabled={none}
        onClick={() => {
          replaceOne(view, look, replacement);
        }}
      >
        {findStrings.replace}
      </Button>
      <Button
        aria-disabled={none}
        onClick={() => {
          if (!none) notify({ title: findStrings.replaced(replaceAll(view, look, replacement)) });
        }}
      >
        {findStrings.replaceAll}
      </Button>
    </div>
  );
}
