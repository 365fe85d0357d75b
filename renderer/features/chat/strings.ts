import { numberText, percentText } from '../../ui/format.ts';

/** What the chat says. */
export const strings = {
  close: 'Close the chat',

  // Who answers
  modelStatus: 'State of the model',
  localStates: {
    stopped: 'starts with the first question',
    starting: 'being loaded…',
    ready: 'ready',
    stopping: 'stopping…',
    failed: 'failed',
  },
  settings: 'Settings of models',

  // The conversation
  conversation: 'Conversation',
  empty: 'Ask something',
  emptyHint: 'What is said here is kept in this window alone: it is gone when the window is closed or reloaded.',
  noModel: 'No model can answer yet',
  openSettings: 'Open the settings',
  you: 'You',
  answer: 'Answer',
  thinking: 'Waiting for the answer…',
  thoughts: 'Thoughts',
  stopped: 'Stopped',
  cutOff: 'The answer has reached the greatest length that there can be.',
  answering: 'Answering',
  answered: (text: string): string => `Answer: ${text}`,
  answeredLong: (words: number): string => `The answer is there, ${numberText(words)} words`,
  wasStopped: 'The answer was stopped',
  aboutNote: (title: string): string => `About “${title}”`,
  share: (given: number, total: number): string =>
    `Of the note, its beginning was given: ${percentText(given / total)}, ${numberText(given)} of ${numberText(total)} characters.`,
  wholeNote: 'The whole note was given.',

  // From the user's own records
  askNotes: 'Ask my notes',
  askingNotes: 'Answered from your own records',
  leaveNotes: 'Ask the model alone',
  notesHint: 'Ask your notes…',
  emptyNotes: 'Ask your notes',
  emptyNotesHint: 'What your notes, cards and events say is found, and the answer names each of them.',
  searching: 'Looking through your notes…',
  reading: (count: number): string => (count === 1 ? 'Reading what was found…' : `Reading ${count} sources…`),
  sources: 'Sources',
  sourceTypes: { note: 'Note', card: 'Card', event: 'Event' },
  sourceNamed: (number: number, title: string): string => `Source ${number}: ${title}`,
  meaningFailed: 'The embedding model did not answer: only the words of the question were looked for.',

  // What can be done with it
  copy: 'Copy',
  insert: 'Insert into note',
  saveNote: 'Save as new note',
  inserted: (title: string): string => `Inserted into “${title}”`,
  noteMade: 'Saved as a new note',
  noteFailed: 'The note could not be made',
  noteUntitled: 'Answer',
  openNote: 'Open',
  retry: 'Try again',
  edit: 'Edit the question',

  // The question
  question: 'Your question',
  questionHint: 'Ask…',
  send: 'Send',
  stop: 'Stop',
  editing: 'You are changing your last question.',
  cancelEdit: 'Leave it as it was',
  dropNote: 'Do not send the note',
  untitled: 'Untitled',

  // What can fail
  unavailable: 'No model can answer now',
  limited: 'Too many requests',
  tooLong: 'The conversation is too long for this model',
  tooLongHint: (reason: string): string => `${reason} Begin a new chat, or ask about less.`,
  upstream: 'The provider failed',
  refused: 'The request was refused',
  unreachable: 'Daybook does not answer',
  unreachableHint: 'The service could not be reached, or the connection broke off. What has come is kept.',
  brokeOff: 'The answer broke off',
  brokeOffHint: 'It ended before it was complete.',
  statusFailed: 'The built-in model could not be started or stopped',
} as const;
