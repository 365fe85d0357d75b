import './chat.css';
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { isComposing } from '../../actions/shortcut.ts';
import { openNote } from '../../actions/open-record.ts';
import { routes } from '../../api/routes.ts';
import { useService, type Service } from '../../api/service.ts';
import { useIsOwner } from '../../api/use-me.ts';
import { useProviders, type Providers } from '../../api/use-providers.ts';
import { announce } from '../../ui/announce.tsx';
import { plainText } from '../../ui/markdown/tree.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { type Wish, chatNames } from './actions.ts';
import { ChatHead } from './ChatHead.tsx';
import { ChatStore, type ShownAnswer, type ChatOptions } from './chat-store.ts';
import { Composer } from './Composer.tsx';
import { contextTokensOf } from './context-size.ts';
import { Conversation } from './Conversation.tsx';
import { strings } from './strings.ts';

interface ChatPanelProps {
  readonly isOpen: boolean;
  readonly wish: Wish;
  readonly onClose: () => void;
}

/** A conversation with a model, beside whatever page is shown. It stays when the panel is closed. */
export function ChatPanel({ isOpen, wish, onClose }: ChatPanelProps): ReactNode {
  const providers = useProviders(isOpen);
  const store = useChatStore(providers);
  const state = useSyncExternalStore(store.subscribe, store.state);
  const isAnswering = useSyncExternalStore(store.subscribe, () => store.isAnswering);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOwner = useIsOwner(isOpen);
  useFocus(isOpen, wish, field);
  useWish(wish, store);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // What opens above the panel is its child for React, not in the page.
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      isComposing(event.nativeEvent) ||
      !event.currentTarget.contains(event.target as Node)
    )
      return;
    event.preventDefault();
    if (isAnswering) store.stop();
    else if (state.isEditing) store.edit(false);
    else onClose();
  };
  return (
    <aside id="chat" className="chat" aria-label={chatNames.chat} hidden={!isOpen} onKeyDown={onKeyDown}>
      <ChatHead
        providers={providers}
        isOwner={isOwner}
        isShown={isOpen}
        isAnswering={isAnswering}
        onNew={() => {
          store.clear();
          field.current?.focus();
        }}
        onClose={onClose}
      />
      <Conversation store={store} field={field} state={state} isAnswering={isAnswering} providers={providers} isOwner={isOwner} />
      <Composer store={store} state={state} isAnswering={isAnswering} field={field} />
    </aside>
  );
}

function useChatStore(providers: Providers): ChatStore {
  const service = useService();
  const latest = useLatest(providers);
  const [store] = useState(() => new ChatStore(optionsFor(service, () => latest.current)));
  useEffect(
    () => () => {
      store.stop();
    },
    [store],
  );
  return store;
}

function optionsFor({ client, drafts }: Service, providers: () => Providers): ChatOptions {
  return {
    client,
    drafts,
    choice: () => ({ provider: providers().current?.id ?? null, model: providers().model }),
    contextTokens: async (signal) => {
      const { current, model } = providers();
      return current === undefined ? null : await contextTokensOf(client, current, model ?? current.model, signal);
    },
    readNote: async (id, signal) => {
      const open = openNote();
      if (open?.id === id) await open.flush();
      const { title, content } = await client.call(routes.readNote, { params: { id }, signal });
      return { title, markdown: content };
    },
    onAnswer: tell,
  };
}

/** The longest answer that is read out as a whole, in characters. */
const readOut = 400;

/** For people who hear the page: that an answer is being made, and what it is once it is complete. Not each word of it. */
function tell({ state, text }: ShownAnswer): void {
  if (state === 'waiting') announce(strings.answering);
  else if (state === 'stopped') announce(strings.wasStopped);
  else if (state === 'done') {
    const said = plainText(text);
    announce(said.length <= readOut ? strings.answered(said) : strings.answeredLong(said.split(/\s+/).length));
  }
}

/** Puts the focus into the field when the chat opens, and back to where it was when it closes. */
function useFocus(isOpen: boolean, { count }: Wish, field: RefObject<HTMLTextAreaElement | null>): void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    before.current = document.activeElement;
    return () => {
      const isLost =
        document.activeElement === null || document.activeElement === document.body || document.activeElement.closest('.chat') !== null;
      if (isLost && before.current instanceof HTMLElement) before.current.focus();
    };
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && count > 0) field.current?.focus();
  }, [isOpen, count, field]);
}

/** Does once what the chat was opened for. */
function useWish({ what, count }: Wish, store: ChatStore): void {
  const granted = useRef(0);
  useEffect(() => {
    if (granted.current === count) return;
    granted.current = count;
    if (what === 'new') store.clear();
    if (what === 'notes') store.fromNotes(true);
    const note = openNote();
    if (what === 'note' && note !== null) store.attach({ id: note.id, title: note.title() });
  }, [what, count, store]);
}
