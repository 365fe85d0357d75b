import '../../ui/button.css';
import { ArrowUp, MessageSquare } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../../actions/shortcut.ts';
import { runLimits } from '../../../main/contract/limits.ts';
import type { RunStatus } from '../../../main/contract/runs.ts';
import { useActions } from '../../actions/registry.ts';
import { useKept } from '../../api/use-kept.ts';
import { useTextHeight } from '../../ui/use-text-height.ts';
import { strings } from './strings.ts';
import { sayDraft } from './use-run.ts';

interface SteerProps {
  readonly id: string;
  readonly status: RunStatus;
  readonly onSay: (content: string) => void;
}

/** Where something is said to a run: Enter sends, Shift with Enter begins a line. */
export function Steer({ id, status, onSay }: SteerProps): ReactNode {
  const [text, setText] = useKept(sayDraft(id));
  const field = useRef<HTMLTextAreaElement>(null);
  useTextHeight(field, text);
  useActions([
    {
      id: 'runs.say',
      name: strings.keySay,
      group: strings.group,
      icon: MessageSquare,
      shortcut: 'm',
      perform: () => field.current?.focus(),
    },
  ]);
  const send = (): void => {
    if (text.trim() === '') return;
    onSay(text.trim());
    setText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  const hint = status === 'done' ? strings.sayHint.done : status === 'running' ? strings.sayHint.running : strings.sayHint.waiting;
  return (
    <form
      className="steer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        className="steer-field"
        dir="auto"
        rows={1}
        aria-label={strings.say}
        placeholder={hint}
        enterKeyHint="send"
        maxLength={runLimits.message}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="send-button" aria-label={strings.send} title={strings.send} disabled={text.trim() === ''}>
        <ArrowUp aria-hidden="true" />
      </button>
    </form>
  );
}
