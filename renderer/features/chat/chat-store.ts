// The conversation: kept in memory as long as the session's window, whatever page is shown.

import type { Client } from '../../api/client.ts';
import type { Drafts } from '../../api/drafts.ts';
import { Listeners } from '../../api/store.ts';
import { askModel, type ChatChunk } from './ask.ts';
import { askNotes, type Sources } from './ask-notes.ts';
import { failureOf, isTooLong, type Failure } from './failure.ts';
import { cutToRoom, chatMessages, roomForNote, type NoteOfPrompt, type Turn } from './prompt.ts';

/** `waiting`: nothing has come yet. */
type AnswerState = 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';

export interface ShownAnswer {
  readonly text: string;
  readonly thoughts: string;
  readonly state: AnswerState;
  /** It has reached the greatest length. */
  readonly isCut: boolean;
  readonly failure: Failure | null;
}

/** How much of a note went along, in characters. */
export interface Share {
  readonly title: string;
  readonly given: number;
  readonly total: number;
}

export interface ChatExchange {
  readonly id: string;
  readonly question: string;
  readonly share: Share | null;
  /** The answer is made from the user's own records. */
  readonly isFromNotes: boolean;
  /** Those records, once they are found. */
  readonly sources: Sources | null;
  readonly answer: ShownAnswer;
}

interface AttachedNote {
  readonly id: string;
  readonly title: string;
}

export interface ChatState {
  readonly exchanges: readonly ChatExchange[];
  /** The note that goes along with each question. */
  readonly note: AttachedNote | null;
  /** Questions are answered from the user's own records; then no note goes along. */
  readonly isFromNotes: boolean;
  /** The question that is being written. */
  readonly draft: string;
  /** The last question is being changed. */
  readonly isEditing: boolean;
}

export interface ChatOptions {
  /** Where the question is kept while it is being written. */
  readonly drafts: Pick<Drafts, 'read' | 'write' | 'drop'>;
  readonly client: Client;
  /** The text of a note as it is now. Throws as `Client.call` does. */
  readonly readNote: (id: string, signal: AbortSignal) => Promise<NoteOfPrompt>;
  /** Who is asked now. */
  readonly choice: () => { readonly provider: string | null; readonly model: string | null };
  /** The size of that model's context in tokens; null if it is not known. */
  readonly contextTokens: (signal: AbortSignal) => Promise<number | null>;
  /** Told when an answer begins and when it has ended, for whatever reason. */
  readonly onAnswer: (answer: ShownAnswer) => void;
}

const draftName = 'chat';

/** The page is drawn anew at this interval in milliseconds, not for each word. */
const drawEvery = 50;
/** So often a note is given in half before the refusal is shown. */
const maxAttempts = 5;

const emptyAnswer: ShownAnswer = { text: '', thoughts: '', state: 'waiting', isCut: false, failure: null };

export class ChatStore {
  readonly #options: ChatOptions;
  readonly #listeners = new Listeners();
  #state: ChatState = { exchanges: [], note: null, isFromNotes: false, draft: '', isEditing: false };
  #running: AbortController | null = null;
  /** What was being written when the last question began to be changed. */
  #unsent = '';

  constructor(options: ChatOptions) {
    this.#options = options;
    this.#state = { ...this.#state, draft: (options.drafts.read(draftName) ?? '') as string };
  }

  readonly state = (): ChatState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  get isAnswering(): boolean {
    return this.#running !== null;
  }

  readonly write = (draft: string): void => {
    this.#set({ draft });
  };

  /** Asks what was written; while the last question is being changed, in its place. */
  readonly send = (): void => {
    const question = this.#state.draft.trim();
    if (this.#running !== null || question === '') return;
    const before = this.#state.isEditing ? this.#state.exchanges.slice(0, -1) : this.#state.exchanges;
    const { isFromNotes } = this.#state;
    const exchange: ChatExchange = { id: crypto.randomUUID(), question, share: null, isFromNotes, sources: null, answer: emptyAnswer };
    this.#set({ exchanges: [...before, exchange], draft: this.#takeUnsent(), isEditing: false });
    void this.#answer(before, exchange);
  };

  /** Asks the last question once more. */
  readonly retry = (): void => {
    const last = this.#state.exchanges.at(-1);
    if (this.#running !== null || last === undefined) return;
    const exchange: ChatExchange = { ...last, share: null, sources: null, answer: emptyAnswer };
    const before = this.#state.exchanges.slice(0, -1);
    this.#set({ exchanges: [...before, exchange] });
    void this.#answer(before, exchange);
  };

  /** Ends the answer that is being made; what has come of it stays. */
  readonly stop = (): void => {
    this.#running?.abort();
  };

  /** Begins to change the last question, or leaves it as it is; what was being written comes back. */
  readonly edit = (isEditing: boolean): void => {
    const last = this.#state.exchanges.at(-1);
    if (this.#running !== null || last === undefined || isEditing === this.#state.isEditing) return;
    if (isEditing) {
      this.#unsent = this.#state.draft;
      this.#set({ isEditing, draft: last.question, isFromNotes: last.isFromNotes });
    } else this.#set({ isEditing, draft: this.#takeUnsent() });
  };

  /** Begins anew, with what is being written. */
  readonly clear = (): void => {
    this.stop();
    const draft = this.#state.isEditing ? this.#takeUnsent() : this.#state.draft;
    this.#set({ exchanges: [], note: null, isFromNotes: false, draft, isEditing: false });
  };

  readonly attach = (note: AttachedNote | null): void => {
    this.#set({ note, ...(note === null ? {} : { isFromNotes: false }) });
  };

  /** Whether questions are answered from the user's own records. */
  readonly fromNotes = (isFromNotes: boolean): void => {
    this.#set({ isFromNotes, ...(isFromNotes ? { note: null } : {}) });
  };

  async #answer(before: readonly ChatExchange[], { id, question, isFromNotes }: ChatExchange): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const answer = new GrowingAnswer((now) => {
      this.#change(id, { answer: now });
    });
    this.#options.onAnswer(emptyAnswer);
    try {
      const turns = before
        .filter((turn) => turn.answer.text !== '')
        .map((turn): Turn => ({ question: turn.question, answer: turn.answer.text }));
      if (isFromNotes) await this.#askNotes({ id, question }, answer, running.signal);
      else await this.#ask(turns, { id, question }, answer, running.signal);
      answer.end('done', null);
    } catch (error) {
      if (running.signal.aborted) answer.end('stopped', null);
      else answer.end('failed', failureOf(error));
    } finally {
      if (this.#running === running) this.#running = null;
      this.#listeners.tell();
      this.#options.onAnswer(answer.now);
    }
  }

  async #askNotes({ id, question }: Pick<ChatExchange, 'id' | 'question'>, answer: GrowingAnswer, signal: AbortSignal): Promise<void> {
    const { client, choice } = this.#options;
    for await (const piece of askNotes(client, { question, provider: choice().provider, signal })) {
      if ('sources' in piece) this.#change(id, { sources: piece.sources });
      else answer.add({ text: piece.text, thoughts: '', finish: null });
    }
  }

  /** A model that says that a note is too long for it gets half of it, and half of that. */
  async #ask(
    turns: readonly Turn[],
    { id, question }: Pick<ChatExchange, 'id' | 'question'>,
    answer: GrowingAnswer,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, choice, readNote, contextTokens } = this.#options;
    const { note } = this.#state;
    const text = note === null ? null : await orAborted(readNote(note.id, signal), signal);
    const mark = `note-${crypto.randomUUID().slice(0, 8)}`;
    let room = text === null ? 0 : roomForNote(text.markdown, await orAborted(contextTokens(signal), signal), turns, question);
    for (let attempt = 1; ; attempt += 1) {
      const given = text === null ? '' : cutToRoom(text.markdown, room);
      const messages = chatMessages(turns, question, text === null ? null : { text, given, mark });
      if (text !== null) this.#change(id, { share: { title: text.title, given: given.length, total: text.markdown.length } });
      try {
        for await (const piece of askModel(client, { messages, ...choice(), signal })) answer.add(piece);
        return;
      } catch (error) {
        if (!isTooLong(error) || given.length < 2 || attempt >= maxAttempts) throw error;
        room = Math.floor(given.length / 2);
      }
    }
  }

  #takeUnsent(): string {
    const unsent = this.#unsent;
    this.#unsent = '';
    return unsent;
  }

  #change(id: string, change: Partial<ChatExchange>): void {
    this.#set({ exchanges: this.#state.exchanges.map((exchange) => (exchange.id === id ? { ...exchange, ...change } : exchange)) });
  }

  #set(change: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...change };
    if (change.draft !== undefined) this.#keep(change.draft);
    this.#listeners.tell();
  }

  /** For the page to come, which knows no question that is being changed. */
  #keep(draft: string): void {
    const text = [draft, this.#unsent].filter((part) => part !== '').join('\n');
    if (text === '') this.#options.drafts.drop(draftName);
    else this.#options.drafts.write(draftName, text);
  }
}

/** What `promise` gives, unless `signal` is aborted before: then its reason is thrown at once. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Gathers what comes, and shows it now and then. */
class GrowingAnswer {
  readonly #show: (answer: ShownAnswer) => void;
  #now: ShownAnswer = emptyAnswer;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: (answer: ShownAnswer) => void) {
    this.#show = show;
  }

  get now(): ShownAnswer {
    return this.#now;
  }

  add({ text, thoughts, finish }: ChatChunk): void {
    const { now } = this;
    this.#now = {
      ...now,
      text: now.text + text,
      thoughts: now.thoughts + thoughts,
      state: 'streaming',
      isCut: now.isCut || finish === 'length',
    };
    this.#timer ??= setTimeout(() => {
      this.#draw();
    }, drawEvery);
  }

  end(state: AnswerState, failure: Failure | null): void {
    this.#now = { ...this.#now, state, failure };
    this.#draw();
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#show(this.#now);
  }
}
