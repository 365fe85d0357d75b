import { BookOpenText, MessagesSquare } from 'lucide-react';
import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useSetModelPath } from '../../api/local-model.ts';
import { Message } from '../../ui/Message.tsx';
import { ModelFile } from '../../ui/ModelFile.tsx';
import { NoModel } from '../../ui/NoModel.tsx';
import type { ChatState, ChatStore } from './chat-store.ts';
import { ExchangeView } from './ExchangeView.tsx';
import { strings } from './strings.ts';
import type { Providers } from '../../api/use-providers.ts';

interface ConversationProps {
  readonly store: ChatStore;
  /** Where the next question is written. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly state: ChatState;
  readonly isAnswering: boolean;
  readonly providers: Providers;
  readonly isOwner: boolean;
}

/** What was asked and answered; follows its end while the user looks at that. */
export function Conversation({ store, field, state, isAnswering, providers: { current }, isOwner }: ConversationProps): ReactNode {
  const { exchanges, isFromNotes } = state;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = exchanges.length;
  const seen = useRef(count);
  useEffect(() => {
    // A new question is looked at, wherever one was.
    if (seen.current !== count) isAtEnd.current = true;
    seen.current = count;
    if (isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  });
  const retry = useCallback(() => {
    store.retry();
    // The button goes.
    field.current?.focus();
  }, [store, field]);
  const onScroll = (): void => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 48;
  };
  return (
    // The whole answer is announced when it is complete; each word of it would be noise.
    <div
      ref={box}
      className="conversation"
      role="log"
      aria-live="off"
      aria-label={strings.conversation}
      aria-busy={isAnswering}
      tabIndex={0}
      onScroll={onScroll}
    >
      {count === 0 &&
        current !== undefined &&
        (current.isConfigured ? (
          <Message icon={isFromNotes ? BookOpenText : MessagesSquare} title={isFromNotes ? strings.emptyNotes : strings.empty} level={3}>
            {isFromNotes ? strings.emptyNotesHint : strings.emptyHint}
          </Message>
        ) : (
          <WithoutModel isOwner={isOwner} />
        ))}
      {exchanges.map((exchange, index) => (
        <ExchangeView
          key={exchange.id}
          exchange={exchange}
          isLast={index === count - 1}
          isAnswering={isAnswering}
          isOwner={isOwner}
          store={store}
          onRetry={retry}
        />
      ))}
    </div>
  );
}

function WithoutModel({ isOwner }: { readonly isOwner: boolean }): ReactNode {
  const setPath = useSetModelPath();
  const told = <NoModel title={strings.noModel} level={3} isOwner={isOwner} />;
  if (!isOwner) return told;
  return (
    <div className="no-model">
      {told}
      <ModelFile onChoose={setPath} withField />
    </div>
  );
}
