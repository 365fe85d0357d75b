import './capture.css';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isComposing } from '../../actions/shortcut.ts';
import { shortened } from '../../../main/contract/cut-text.ts';
import { textLimits } from '../../../main/contract/limits.ts';
import { titleWithout } from '../../../main/contract/phrases/remainder.ts';
import type { Drafts } from '../../api/drafts.ts';
import { useProjectName } from '../../api/projects.ts';
import { useConnectionStatus, useService } from '../../api/service.ts';
import { undoable } from '../../api/undoable.ts';
import { useKept } from '../../api/use-kept.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { PhraseChips } from '../../ui/phrases/PhraseChips.tsx';
import { usePhrase, type Phrase } from '../../ui/phrases/use-phrase.ts';
import { BoardField, useBoards } from './BoardField.tsx';
import { captureDraft, refusedDrafts } from './capture-draft.ts';
import { captureKey, captureOptions } from './capture-options.ts';
import { captureTitle, type Capture, type Kept } from './captures.ts';
import { capturedSlot, capturedWhen, type When } from './moment.ts';
import { strings } from './strings.ts';
import { useKeptChoice } from './use-kept-choice.ts';
import { WhenFields } from './WhenFields.tsx';

/** On whose clocks its times are. */
const hereZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const kinds = ['note', 'card', 'event'] as const;

interface CaptureFormProps {
  /** Shows where something has been kept; as words alone when absent. */
  readonly onShow?: (path: string) => void;
}

/** One field, and what shall come of what is written in it. Enter saves it, and the next thought can follow. */
export function CaptureForm({ onShow }: CaptureFormProps): ReactNode {
  const [text, setText] = useKept(captureDraft);
  const { kind, setKind, when, setWhen, forget } = useKeptChoice();
  const boards = useBoards();
  const field = useRef<HTMLTextAreaElement>(null);
  const keeping = useKeep();
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  useFocusAgain(field);

  const phrase = usePhrase({ text: kind === 'event' ? text : '', slot: capturedSlot(when), timeZone: hereZone });
  const { shown, setByHand } = whenShown(text, setText, when, setWhen, phrase);

  const save = (): void => {
    const fault = faultOf(kind, text, shown, boards.columnId);
    setProblem(fault);
    field.current?.focus();
    if (fault !== null) return;
    if (kind === 'note') keeping.send({ kind, text: text.trim() });
    else if (kind === 'card') keeping.send({ kind, text, columnId: boards.columnId ?? '' });
    else
      void phrase.settle().then((said) => {
        keeping.send({ kind, text, when, ...(said === null ? {} : { said }) });
      });
    // The next thought need not wait for the answer.
    setText('');
    forget();
  };

  return (
    <form
      className="capture"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <CaptureText
        ref={field}
        kind={kind}
        text={text}
        isFaulty={problem !== null}
        problemId={problemId}
        onChange={setText}
        onEnter={save}
      />
      {kind === 'event' && (
        <PhraseChips text={text} understood={phrase.understood} timeZone={hereZone} onKeep={phrase.keep} field={field} />
      )}
      <Kinds kind={kind} onChange={setKind} />
      <div className="capture-details">
        {kind === 'note' && <p className="capture-hint">{strings.noteHint}</p>}
        {kind === 'card' && <BoardField boards={boards} />}
        {kind === 'event' && shown !== null && <WhenFields when={shown} onChange={setByHand} />}
      </div>
      <p id={problemId} className="field-problem" role="alert">
        {problem ?? keeping.problem}
      </p>
      <Refused
        onTakeUp={(refused) => {
          const begun = text;
          setText(refused);
          field.current?.focus();
          return begun;
        }}
        onEmpty={() => field.current?.focus()}
      />
      <footer className="capture-foot">
        <Outcome kept={keeping.kept} isPending={keeping.isPending} {...(onShow === undefined ? {} : { onShow })} />
        <Button primary type="submit">
          {strings.save}
        </Button>
      </footer>
    </form>
  );
}

/** The fields show the time that the words tell, null if they cannot. What is set by hand counts instead, and those words go. */
function whenShown(
  text: string,
  setText: (text: string) => void,
  when: When,
  setWhen: (when: When) => void,
  { understood, keep, reset }: Phrase,
): { readonly shown: When | null; readonly setByHand: (when: When) => void } {
  const pieces = understood?.pieces.filter(({ kind }) => kind === 'when') ?? [];
  if (understood === null || understood.when === null || pieces.length === 0) return { shown: when, setByHand: setWhen };
  return {
    shown: capturedWhen(understood.when, when),
    setByHand: (next) => {
      setWhen(next);
      const rest = titleWithout(text, pieces);
      if (rest === text.trim()) keep('when');
      else setText(rest);
      reset();
    },
  };
}

interface CaptureTextProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly kind: Capture['kind'];
  readonly text: string;
  readonly isFaulty: boolean;
  readonly problemId: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}

function CaptureText({ ref, kind, text, isFaulty, problemId, onChange, onEnter }: CaptureTextProps): ReactNode {
  return (
    <textarea
      ref={ref}
      className="input capture-text"
      data-autofocus
      rows={3}
      aria-label={strings.text[kind]}
      placeholder={strings.text[kind]}
      maxLength={kind === 'note' ? 100_000 : textLimits.title}
      aria-invalid={isFaulty}
      aria-describedby={problemId}
      value={text}
      onChange={({ target }) => {
        onChange(target.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

function Kinds({ kind, onChange }: { readonly kind: Capture['kind']; readonly onChange: (kind: Capture['kind']) => void }): ReactNode {
  return (
    <fieldset className="capture-kinds">
      <legend className="visually-hidden">{strings.kind}</legend>
      {kinds.map((each) => (
        <label key={each} className="capture-kind" data-chosen={each === kind}>
          <input
            type="radio"
            name="kind"
            value={each}
            checked={each === kind}
            onChange={() => {
              onChange(each);
            }}
          />
          {strings.kinds[each]}
        </label>
      ))}
    </fieldset>
  );
}

/** Why it cannot be saved like that; null when it can. `when` is as the fields show it, null where the words alone tell it. */
function faultOf(kind: Capture['kind'], text: string, when: When | null, columnId: string | null): string | null {
  if (text.trim() === '') return strings.empty;
  if (kind === 'card' && columnId === null) return strings.noBoards;
  if (kind !== 'event' || when === null) return null;
  const { date, start, end } = when;
  if (date === '') return strings.dateMissing;
  if (start !== '' && end === '') return strings.endMissing;
  return start !== '' && start === end ? strings.endsTooEarly : null;
}

interface RefusedProps {
  /** The user wants this one in the field; gives what was written there. */
  readonly onTakeUp: (text: string) => string;
  /** The focus has no place in the list any more. */
  readonly onEmpty: () => void;
}

/** What was refused while the next thought was being written: each waits until the user takes it up again or discards it. */
function Refused({ onTakeUp, onEmpty }: RefusedProps): ReactNode {
  const { drafts } = useService();
  const [texts, setTexts] = useState(() => refusedTexts(drafts));
  const show = (): void => {
    setTexts(refusedTexts(drafts));
  };
  useEffect(
    () =>
      drafts.onGivenBack((name) => {
        if (name.startsWith(refusedDrafts)) setTexts(refusedTexts(drafts));
      }),
    [drafts],
  );
  if (texts.length === 0) return null;
  return (
    <ul className="capture-refused" aria-label={strings.refused}>
      {texts.map(({ name, text }) => {
        const short = shortened(text.replace(/\s+/g, ' ').trim(), 60);
        return (
          <li key={name}>
            <bdi className="capture-refused-text">{text}</bdi>
            <IconButton
              icon={Pencil}
              size="small"
              label={strings.takeUp(short)}
              onClick={() => {
                const begun = onTakeUp(text);
                // What was begun takes its place.
                if (begun.trim() === '') drafts.drop(name);
                else drafts.write(name, begun);
                show();
              }}
            />
            <IconButton
              icon={Trash2}
              size="small"
              label={strings.discard(short)}
              onClick={() => {
                drafts.drop(name);
                show();
                onEmpty();
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** What was refused, oldest first. */
function refusedTexts(drafts: Pick<Drafts, 'names' | 'read'>): readonly { readonly name: string; readonly text: string }[] {
  return drafts
    .names(refusedDrafts)
    .toSorted()
    .map((name) => ({ name, text: String(drafts.read(name)) }));
}

function useKeep() {
  const service = useService();
  const [kept, setKept] = useState<Kept | null>(null);
  const { mutate, error } = useMutation(
    undoable(service, captureOptions(service), {
      what: ({ capture }) => strings.added[capture.kind](captureTitle(capture)),
      touched: (made) => made.touched,
    }),
  );
  // Also what a page before this one has sent.
  const isPending = useIsMutating({ mutationKey: captureKey }) > 0;
  return {
    kept,
    isPending,
    problem: error === null ? null : strings.failed(error.message),
    send: (capture: Capture) => {
      setKept(null);
      mutate({ capture, key: crypto.randomUUID() }, { onSuccess: setKept });
    },
  };
}

/** What has become of it. */
function Outcome({
  kept,
  isPending,
  onShow,
}: {
  readonly kept: Kept | null;
  readonly isPending: boolean;
  readonly onShow?: (path: string) => void;
}): ReactNode {
  const status = useConnectionStatus();
  const boardName = useProjectName(kept?.projectId !== undefined);
  const name = kept?.projectId === undefined ? kept?.name : boardName(kept.projectId);
  if (isPending)
    return (
      <p className="capture-outcome" role="status">
        {status === 'offline' ? strings.waiting : strings.saving}
      </p>
    );
  return (
    <p className="capture-outcome" role="status">
      {kept === null ? (
        strings.keys
      ) : (
        <>
          {strings.savedIn}{' '}
          {onShow === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            <a
              href={kept.path}
              onClick={(event) => {
                event.preventDefault();
                onShow(kept.path);
              }}
            >
              <bdi>{name}</bdi>
            </a>
          )}
        </>
      )}
    </p>
  );
}

/** The desktop keeps the window and shows it again: what is typed then belongs into the field. */
function useFocusAgain(field: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const focus = (): void => {
      if (document.activeElement === document.body) field.current?.focus();
    };
    focus();
    window.addEventListener('focus', focus);
    return () => {
      window.removeEventListener('focus', focus);
    };
  }, [field]);
}
