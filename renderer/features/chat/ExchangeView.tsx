import './exchange.css';
import { Copy, FileInput, FilePlus2, FileText, Pencil, RotateCcw } from 'lucide-react';
import { memo, useCallback, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useOpenNote } from '../../actions/open-record.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { copyText } from '../../ui/hand-over.ts';
import { Markdown, type DrawText } from '../../ui/markdown/Markdown.tsx';
import type { ChatStore, ChatExchange, Share } from './chat-store.ts';
import type { Failure } from './failure.ts';
import { Cited, SourceList } from './SourceList.tsx';
import { strings } from './strings.ts';
import { useKeepAnswer } from './use-keep-answer.ts';

interface ExchangeViewProps {
  readonly exchange: ChatExchange;
  readonly isLast: boolean;
  readonly isAnswering: boolean;
  readonly isOwner: boolean;
  readonly store: ChatStore;
  readonly onRetry: () => void;
}

/** A question and its answer. */
export const ExchangeView = memo(({ exchange, isLast, isAnswering, isOwner, store, onRetry }: ExchangeViewProps): ReactNode => {
  const { question, share, answer } = exchange;
  const isMine = isLast && !isAnswering;
  return (
    <>
      <article className="question" aria-label={strings.you}>
        <p className="question-text" dir="auto">
          {question}
        </p>
        {share !== null && <ShareNote share={share} />}
        {isMine && (
          <IconButton
            size="small"
            icon={Pencil}
            label={strings.edit}
            onClick={() => {
              store.edit(true);
            }}
          />
        )}
      </article>
      <article className="answer" aria-label={strings.answer}>
        <AnswerBody exchange={exchange} />
        {exchange.sources !== null && answer.state !== 'waiting' && <SourceList sources={exchange.sources} />}
        {answer.failure !== null && <FailureNote failure={answer.failure} isOwner={isOwner} />}
        {answer.state !== 'waiting' && answer.state !== 'streaming' && (
          <AnswerActions exchange={exchange} onRetry={isMine ? onRetry : null} />
        )}
      </article>
    </>
  );
});
ExchangeView.displayName = 'ExchangeView';

function ShareNote({ share: { title, given, total } }: { readonly share: Share }): ReactNode {
  return (
    <p className="question-note">
      <FileText aria-hidden="true" />
      <span>
        {strings.aboutNote(title)}. {given < total ? strings.share(given, total) : strings.wholeNote}
      </span>
    </p>
  );
}

function AnswerBody({ exchange: { answer, isFromNotes, sources } }: { readonly exchange: ChatExchange }): ReactNode {
  const { text, thoughts, state, isCut } = answer;
  const drawText = useCallback<DrawText>((part) => (sources === null ? part : <Cited text={part} sources={sources.items} />), [sources]);
  const notesWait = sources === null ? strings.searching : strings.reading(sources.items.length);
  return (
    <>
      {thoughts !== '' && (
        <details className="thoughts">
          <summary>{strings.thoughts}</summary>
          <p dir="auto">{thoughts}</p>
        </details>
      )}
      {state === 'waiting' && (
        <p className="answer-waiting">
          <span className="writing-dot" aria-hidden="true" />
          {isFromNotes ? notesWait : strings.thinking}
        </p>
      )}
      {text !== '' && <Markdown text={text} drawText={drawText} />}
      {state === 'stopped' && <p className="answer-end">{strings.stopped}</p>}
      {isCut && <p className="answer-end">{strings.cutOff}</p>}
    </>
  );
}

function FailureNote({
  failure: { title, text, settingsHelp },
  isOwner,
}: {
  readonly failure: Failure;
  readonly isOwner: boolean;
}): ReactNode {
  return (
    <div className="answer-failure" role="alert">
      <p className="answer-failure-title">{title}</p>
      <p>{text}</p>
      {settingsHelp && isOwner && <Link href="/settings/models">{strings.openSettings}</Link>}
    </div>
  );
}

function AnswerActions({ exchange, onRetry }: { readonly exchange: ChatExchange; readonly onRetry: (() => void) | null }): ReactNode {
  const note = useOpenNote();
  const keep = useKeepAnswer();
  const {
    answer: { text, failure },
  } = exchange;
  const canInsert = note !== null && note.insert !== null;
  return (
    <div className="answer-actions">
      {text !== '' && (
        <IconButton
          size="small"
          icon={Copy}
          label={strings.copy}
          onClick={() => {
            void copyText(text);
          }}
        />
      )}
      {text !== '' && (
        <IconButton
          size="small"
          icon={canInsert ? FileInput : FilePlus2}
          label={canInsert ? strings.insert : strings.saveNote}
          makes
          onClick={() => {
            keep(exchange);
          }}
        />
      )}
      {onRetry !== null &&
        (failure === null ? (
          <IconButton size="small" icon={RotateCcw} label={strings.retry} onClick={onRetry} />
        ) : (
          <Button onClick={onRetry}>
            <RotateCcw aria-hidden="true" />
            {strings.retry}
          </Button>
        ))}
    </div>
  );
}
