import { BookOpenText, FileQuestion, MessageSquarePlus, MessagesSquare } from 'lucide-react';
import type { Action } from '../../actions/action.ts';
import { openNote } from '../../actions/open-record.ts';

/** What the frame says of the chat before it is there; the rest comes with it. */
export const chatNames = {
  chat: 'Chat',
  group: 'Chat',
  open: 'Chat with a model',
  newChat: 'New chat',
  askNote: 'Ask about this note',
  askNotes: 'Ask my notes',
} as const;

/** What the chat is to begin with once it is there. `count` grows with each, be the wish the same. */
export interface Wish {
  readonly what: 'open' | 'new' | 'note' | 'notes';
  readonly count: number;
}

/** How the frame shows the chat. */
export interface ChatDoor {
  readonly toggle: () => void;
  readonly open: (what: Wish['what']) => void;
}

export const chatShortcut = '$mod+j';

/** What can be done with the chat on every page. */
export function chatActions({ toggle, open }: ChatDoor): readonly Action[] {
  return [
    {
      id: 'chat.open',
      name: chatNames.open,
      group: chatNames.group,
      icon: MessagesSquare,
      shortcut: chatShortcut,
      words: ['ask', 'ai', 'assistant', 'llm'],
      anywhere: true,
      perform: toggle,
    },
    {
      id: 'chat.new',
      name: chatNames.newChat,
      group: chatNames.group,
      icon: MessageSquarePlus,
      words: ['clear', 'ask'],
      perform: () => {
        open('new');
      },
    },
    {
      id: 'chat.askNotes',
      name: chatNames.askNotes,
      group: chatNames.group,
      icon: BookOpenText,
      words: ['question', 'answer', 'sources', 'search', 'cards', 'events', 'ai'],
      perform: () => {
        open('notes');
      },
    },
    {
      id: 'chat.askNote',
      name: chatNames.askNote,
      group: chatNames.group,
      icon: FileQuestion,
      words: ['summarize', 'ai'],
      when: () => openNote() !== null,
      perform: () => {
        open('note');
      },
    },
  ];
}
