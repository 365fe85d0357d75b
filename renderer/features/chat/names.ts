/** What the frame says of the chat before it is there; the rest comes with it. */
export const names = {
  chat: 'Chat',
  group: 'Chat',
  open: 'Chat with a model',
  newChat: 'New chat',
  askNote: 'Ask about this note',
  askNotes: 'Ask my notes',
} as const;
