import '../../ui/button.css';
import { ArrowUp, BookOpenText, FileText, Square, X } from 'lucide-react';
import { useEffect, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { isComposing } from '../../actions/shortcut.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { useTextHeight } from '../../ui/use-text-height.ts';
import type { ChatState, ChatStore } from './chat-store.ts';
import { strings } from './strings.ts';

interface ComposerProps {
  readonly store: ChatStore;
  readonly state: ChatState;
  readonly isAnswering: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Where questions are written: Enter sends, Shift with Enter begins a line. */
export function Composer({ store, state: { note, isFromNotes, isEditing, draft }, isAnswering, field }: ComposerProps): ReactNode {
  useEffect(() => {
    if (isEditing) field.current?.focus();
  }, [isEditing, field]);
  useTextHeight(field, draft);
  const canSend = draft.trim() !== '' && !isAnswering;
  const send = (): void => {
    if (!canSend) return;
    store.send();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isEditing && (
        <p className="composer-editing">
          {strings.editing}{' '}
          <Button
            tone="quiet"
            onClick={() => {
              store.edit(false);
            }}
          >
            {strings.cancelEdit}
          </Button>
        </p>
      )}
      {isFromNotes && (
        <p className="composer-note">
          <BookOpenText aria-hidden="true" />
          <span>{strings.askingNotes}</span>
          <IconButton
            size="small"
            icon={X}
            label={strings.leaveNotes}
            onClick={() => {
              store.fromNotes(false);
              field.current?.focus();
            }}
          />
        </p>
      )}
      {note !== null && (
        <p className="composer-note">
          <FileText aria-hidden="true" />
          <span>{strings.aboutNote(note.title === '' ? strings.untitled : note.title)}</span>
          <IconButton
            size="small"
            icon={X}
            label={strings.dropNote}
            onClick={() => {
              store.attach(null);
              field.current?.focus();
            }}
          />
        </p>
      )}
      <div className="composer-box">
        <IconButton
          icon={BookOpenText}
          label={strings.askNotes}
          aria-pressed={isFromNotes}
          onClick={() => {
            store.fromNotes(!isFromNotes);
            field.current?.focus();
          }}
        />
        <textarea
          ref={field}
          className="composer-field"
          dir="auto"
          rows={1}
          aria-label={strings.question}
          placeholder={isFromNotes ? strings.notesHint : strings.questionHint}
          enterKeyHint="send"
          value={draft}
          onChange={({ target }) => {
            store.write(target.value);
          }}
          onKeyDown={onKeyDown}
        />
        {isAnswering ? (
          <button
            type="button"
            className="send-button"
            aria-label={strings.stop}
            title={strings.stop}
            onClick={() => {
              store.stop();
              field.current?.focus();
            }}
          >
            <Square aria-hidden="true" />
          </button>
        ) : (
          <button type="submit" className="send-button" aria-label={strings.send} title={strings.send} disabled={!canSend}>
            <ArrowUp aria-hidden="true" />
          </button>
        )}
      </div>
    </form>
  );
}
