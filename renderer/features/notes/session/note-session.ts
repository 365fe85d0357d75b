// One note that is being edited: its state, what the service has of it, and what it does not have yet.
//
// prosemirror-collab keeps the steps that the service has not confirmed; this brings them there, one batch at a time, and fetches
// those of others. It lives on when its page is left, until everything has arrived.

import { collab, getVersion, receiveTransaction, sendableSteps } from 'prosemirror-collab';
import type { Node } from 'prosemirror-model';
import { EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import { Step } from 'prosemirror-transform';
import type { ChangeEntry } from '../../../../main/contract/changes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { isPassing, isSessionEnd, ServiceError, UnreachableError } from '../../../api/client.ts';
import type { Service } from '../../../api/service.ts';
import { Listeners } from '../../../api/store.ts';
import { makeBatch, nextGiven, type Given } from './batch.ts';
import { sameProgress, saved, saving, type SaveProgress } from './edited-text.ts';
import { keepBoth, repair } from './keep-both.ts';
import { onLeaving, missedIn, pause } from './sending.ts';
import { routes } from '../../../api/routes.ts';
import { NoteApi, type StepBatch, type Missed } from './note-api.ts';
import { moveSteps, withMoved } from './rebase.ts';
import type { SessionOptions, SessionView } from './session-options.ts';
import { summedUp, withUndoOf, type MadeElsewhere } from './summed-up.ts';
import { unsentJSON, withSteps, type Beginning } from './unsent.ts';
import { UnsentKeeper } from './unsent-keeper.ts';

/** Changes are sent when nothing was typed for this many milliseconds, */
const debounceMs = 250;
/** or so long after the first one. */
const maxWaitMs = 1_000;
/** After which time it is tried again, if the connection does not say earlier that the service is back. */
const retryAfter = 3_000;

/** A note of more characters is kept in the browser only when it cannot be saved, and when the page is left: it takes a while to write. */
const large = 100_000;

export class NoteSession {
  readonly type = 'note';
  readonly clientID: string;
  readonly #service: Service;
  readonly #plugins: readonly Plugin[];
  readonly #options: Pick<SessionOptions, 'onLost' | 'onCreated'>;
  readonly #keeper: UnsentKeeper;
  #id: string;
  #api: NoteApi;
  /** The Idempotency-Key of a note that is still to be created. */
  #key: string | null;
  /** Where the feed stood before that was sent first; null until then. */
  #since: number | null = null;
  readonly #place: Pick<Beginning, 'notebookId'>;
  readonly #listeners = new Listeners();
  #state: EditorState;
  /** The document at the version of the service that is known here. */
  #confirmed: Node;
  #view: SessionView | null = null;
  #progress: SaveProgress = saved;
  /** The newest version that the feed has told of. */
  #heardOf: number;
  #batch: StepBatch | null = null;
  #given: Given | null = null;
  /** The service has refused what is unsent, as it is. */
  #isRefused = false;
  /** Among what is unsent are steps of a repair. */
  #isRepaired = false;
  #working = false;
  #firstUnsent: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | null = null;

  constructor({ service, id, beginning, plugins, ...options }: SessionOptions) {
    const { version, confirmed, clientID, steps, given, key, notebookId } = beginning;
    this.#id = id;
    this.#service = service;
    this.#api = new NoteApi(service.client, id);
    this.#plugins = plugins;
    this.#options = options;
    this.clientID = clientID;
    this.#keeper = new UnsentKeeper(service.drafts, clientID);
    this.#key = key;
    this.#place = notebookId === undefined ? {} : { notebookId };
    this.#confirmed = confirmed;
    this.#given = given;
    this.#state = withSteps(this.#stateOf(confirmed, version), steps);
    const isRestored = key !== null || steps.length > 0;
    this.#heardOf = isRestored ? Number.MAX_SAFE_INTEGER : version;
    this.#follow();
    if (!isRestored) return;
    this.#progress = saving;
    this.#keep();
    this.#schedule(0);
  }

  get id(): string {
    return this.#id;
  }

  /** Whether the service has yet to create the note. */
  get isNew(): boolean {
    return this.#key !== null;
  }

  get state(): EditorState {
    return this.#state;
  }

  /** The state with what the user has selected just now: for changes that are none of the user's. */
  settled(): EditorState {
    this.#view?.settle();
    return this.#state;
  }

  readonly progress = (): SaveProgress => this.#progress;

  /** Whether the service has everything. */
  get isSaved(): boolean {
    return this.#progress.at === 'gone' || (!this.isNew && sendableSteps(this.#state) === null);
  }

  /** Calls `listener` after each change of state or progress. */
  readonly subscribe = this.#listeners.subscribe;

  /** Follows the note from now on; gives the function that ends this. What is unsent is sent even then. */
  attach(view: SessionView): () => void {
    this.#view = view;
    if (this.#stop === null) {
      this.#follow();
      this.#heardOf = Number.MAX_SAFE_INTEGER;
      this.#schedule(0);
    }
    return () => {
      if (this.#view === view) this.#view = null;
      this.#schedule(0);
      this.#restIfDone();
    };
  }

  readonly dispatch = (transaction: Transaction): void => {
    const unsent = this.#unsent();
    const { state, transactions } = this.#state.applyTransaction(transaction);
    this.#state = state;
    this.#given = nextGiven(this.#given, transaction, sendableSteps(state)?.steps ?? [], unsent);
    this.#view?.update(state, transaction);
    if (transactions.some(({ docChanged }) => docChanged) && sendableSteps(state) !== null) {
      this.#firstUnsent ??= performance.now();
      if (this.#progress.at === 'waiting') this.#become({ at: 'waiting', changes: this.#unsent() });
      else if (this.#progress.at !== 'gone') this.#become(saving);
      this.#schedule(Math.max(0, Math.min(debounceMs, this.#firstUnsent + maxWaitMs - performance.now())));
    }
    // Now that it is on its way: only then a large note is not written down.
    this.#keep();
    this.#listeners.tell();
  };

  /**
   * Sends at once what has not been sent, and fetches what others did up to `version`. Resolves when the service has it, or cannot take it
   * now; `isSaved` tells which.
   */
  async flush(version = 0): Promise<void> {
    this.#heardOf = Math.max(this.#heardOf, version);
    clearTimeout(this.#timer);
    await this.#work();
    await this.#untilIdle();
  }

  /** Has undo go on with what the user has made of the note elsewhere; nothing happens while anything is unsent. */
  madeElsewhere(made: MadeElsewhere): void {
    if (!this.isSaved || this.#working || this.#view?.isComposing() === true) return;
    this.#remake((...all) => withUndoOf(made, ...all));
    this.#listeners.tell();
  }

  async #untilIdle(): Promise<void> {
    while (this.#working)
      await new Promise<void>((resolve) => {
        const end = this.subscribe(() => {
          end();
          resolve();
        });
      });
  }

  /** A last attempt, for a page that is being closed. */
  readonly sendLastly = (): void => {
    this.#keep(true);
    this.#service.drafts.flush();
    if (this.isNew) return;
    const batch = this.#batch ?? this.#nextBatch();
    if (batch !== null) void this.#api.send(batch, true).catch(() => undefined);
  };

  #stateOf(doc: Node, version: number): EditorState {
    return EditorState.create({ doc, plugins: [...this.#plugins, collab({ version, clientID: this.clientID })] });
  }

  #follow(): void {
    if (this.#stop !== null) return;
    const { connection } = this.#service;
    const heard = (change: ChangeEntry | null): void => {
      if (change === null) this.#heardOf = Number.MAX_SAFE_INTEGER;
      else if (change.type !== 'note' || change.id !== this.#id) return;
      else this.#heardOf = change.action === 'deleted' ? Number.MAX_SAFE_INTEGER : Math.max(this.#heardOf, change.version ?? 0);
      if (this.#heardOf > getVersion(this.#state)) this.#schedule(0);
    };
    const ends = [
      connection.onChange(heard),
      connection.subscribe(() => {
        if (connection.status() === 'reachable') this.#schedule(0);
      }),
    ];
    ends.push(onLeaving(() => this.#progress.at !== 'gone' && this.#unsent() > 0, this.sendLastly));
    this.#stop = () => {
      for (const end of ends) end();
    };
  }

  #restIfDone(): void {
    if (this.#view !== null || this.#working || !this.isSaved) return;
    clearTimeout(this.#timer);
    this.#stop?.();
    this.#stop = null;
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), delay);
  }

  /** Sends and fetches until both sides have the same. One at a time. */
  async #work(): Promise<void> {
    if (this.#working || this.#progress.at === 'gone') return;
    await this.#alone(async () => {
      if (this.isNew) await this.#create();
      while (await this.#workOnce());
      this.#become(saved);
    });
  }

  /** What asks the service for more than one thing, or changes the version that is known here. Nothing else does meanwhile. */
  async #alone(work: () => Promise<void>): Promise<void> {
    this.#working = true;
    try {
      await work();
    } catch (error) {
      await this.#failed(error);
    } finally {
      this.#working = false;
      this.#keep();
      this.#listeners.tell();
      this.#restIfDone();
    }
  }

  async #create(): Promise<void> {
    const key = this.#key ?? '';
    const before = this.#id;
    const { client, connection } = this.#service;
    // The answer to an earlier attempt may have been lost.
    this.#since ??= connection.lastSeq;
    const note = await client.call(routes.createNote, {
      body: { title: String(this.#confirmed.attrs['title']), ...this.#place },
      idempotencyKey: key,
    });
    this.#id = note.id;
    this.#api = new NoteApi(this.#service.client, note.id);
    this.#key = null;
    this.#keep();
    this.#options.onCreated(before, note, this.#since);
    this.#listeners.tell();
  }

  /** What the service does not have outlives the page. */
  #keep(atOnce = false): void {
    // What is left of a note that is gone stays until it is a note of its own.
    if (this.#progress.at === 'gone') return;
    if (this.isSaved) this.#keeper.drop();
    else if (atOnce || this.#progress.at !== 'saving' || this.#confirmed.nodeSize <= large)
      this.#keeper.keep(this.#id, () =>
        unsentJSON({
          version: getVersion(this.#state),
          confirmed: this.#confirmed,
          clientID: this.clientID,
          steps: sendableSteps(this.#state)?.steps ?? [],
          given: this.#given,
          key: this.#key,
          ...this.#place,
        }),
      );
  }

  /** Nothing of what the service does not have is wanted any more. */
  forget(): void {
    this.#keeper.drop();
    this.#become({ at: 'gone' });
  }

  /** Whether there may be more to do. */
  async #workOnce(): Promise<boolean> {
    if (this.#batch === null && this.#isRefused) await this.#sumUp();
    this.#batch ??= this.#nextBatch();
    if (this.#batch !== null) {
      this.#firstUnsent = null;
      await this.#send(this.#batch);
      this.#batch = null;
      return true;
    }
    if (this.#heardOf <= getVersion(this.#state)) return false;
    // What is heard of from now on may be newer than the answer.
    this.#heardOf = 0;
    const missed = await this.#api.missed(getVersion(this.#state)).catch((error: unknown) => {
      this.#heardOf = Number.MAX_SAFE_INTEGER;
      throw error;
    });
    this.#heardOf = Math.max(this.#heardOf, missed.version);
    await this.#receive(missed);
    return true;
  }

  async #send(batch: StepBatch): Promise<void> {
    try {
      const reply = await this.#api.send(batch);
      await this.#receive(reply);
    } catch (error) {
      const missed = missedIn(error);
      if (missed === null) throw error;
      await this.#receive(missed);
    }
  }

  /** Takes in steps that lead on from the version that is known here. */
  async #receive({ steps, clientIDs }: Missed): Promise<void> {
    const ours = clientIDs.findIndex((id) => id !== this.clientID);
    // That the service has what was sent changes no text: so a long composition, or one whose end is not told of, is saved on the way.
    while (ours >= 0 && this.#view?.isComposing() === true) await pause(50);
    this.#view?.settle();
    const read = steps.map((step) => Step.fromJSON(noteSchema, step));
    const confirm = (some: readonly Step[]): void => {
      for (const step of some) this.#confirmed = step.apply(this.#confirmed).doc ?? this.#confirmed;
    };
    confirm(ours < 0 ? read : read.slice(0, ours));
    const theirs = ours < 0 ? [] : read.slice(ours);
    const unsent = sendableSteps(this.#state)?.steps.slice(Math.max(0, ours)) ?? [];
    if (unsent.length === 0) this.#isRepaired = false;
    const repairedTo = this.#isRepaired ? this.#state.doc : null;
    const kept = theirs.length > 0 && unsent.length > 0 ? keepBoth(unsent, this.#confirmed, theirs, repairedTo) : null;
    confirm(theirs);
    if (read.length === 0) return;
    const { selection } = this.#state;
    const ids = clientIDs.map((id) => id ?? '');
    this.dispatch(receiveTransaction(this.#state, read, ids, { mapSelectionBackward: true }));
    const repaired = repair(this.#state.tr, kept, selection);
    if (repaired === null) return;
    this.#isRepaired = true;
    this.dispatch(repaired.setMeta('addToHistory', false));
  }

  async #failed(error: unknown): Promise<void> {
    if (isSessionEnd(error)) this.#service.connection.retry();
    if (error instanceof UnreachableError || isSessionEnd(error) || isPassing(error)) {
      this.#become(this.isSaved ? saved : { at: 'waiting', changes: this.#unsent() });
      // After the end of a session the connection tells when there is another one.
      if (!isSessionEnd(error)) this.#schedule(retryAfter);
      return;
    }
    // It was refused for good: sent again it must be another one.
    this.#batch = null;
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 404 && !this.isNew) this.#become({ at: 'gone' });
    else if (error.code === 'history_gone' || error.code === 'stale_version') await this.#startAnew(true);
    else this.#become({ at: 'refused', reason: error.message });
  }

  /** Goes back to what the service has, without what it refuses; of a note that exists. */
  async giveUp(): Promise<void> {
    // An answer that is still to come leads on from the version that is known here.
    await this.#untilIdle();
    await this.#alone(() => this.#startAnew(false));
  }

  /** Reads the note again and puts what is unsent on top of it, if that is wished. */
  async #startAnew(keep: boolean): Promise<void> {
    const note = await this.#api.read().catch((error: unknown) => this.#failed(error));
    if (note === undefined) return;
    const doc = noteSchema.nodeFromJSON(note.doc);
    const { doc: typed, selection } = this.settled();
    const unsent = sendableSteps(this.#state)?.steps ?? [];
    const moved = keep ? moveSteps(unsent, this.#confirmed, doc) : moveSteps([], typed, doc);
    // What was sent and not answered belongs to the former version.
    this.#batch = null;
    this.#confirmed = doc;
    this.#heardOf = note.version;
    this.#state = withMoved(this.#stateOf(doc, note.version), moved, selection);
    this.#view?.update(this.#state, null);
    if (moved.lost > 0) this.#options.onLost(typed);
    this.#become(moved.steps.length > 0 ? saving : saved);
    this.#keep();
    this.#schedule(0);
  }

  #nextBatch(): StepBatch | null {
    const sendable = sendableSteps(this.#state);
    return sendable === null ? null : makeBatch(sendable.version, this.clientID, sendable.steps, this.#given);
  }

  /** What was refused is summed up, so that nothing is sent of what the user has taken back of it. */
  async #sumUp(): Promise<void> {
    while (this.#view?.isComposing() === true) await pause(50);
    this.#isRefused = false;
    this.#remake((...all) => summedUp(this.#confirmed, ...all));
  }

  #remake(make: (state: EditorState, lasting: readonly Plugin[], plugins: readonly Plugin[]) => EditorState): void {
    const state = this.settled();
    const { plugins } = this.#stateOf(this.#confirmed, getVersion(state));
    this.#state = make(state, this.#plugins, plugins);
    this.#view?.update(this.#state, null);
  }

  #unsent(): number {
    return sendableSteps(this.#state)?.steps.length ?? 0;
  }

  #become(progress: SaveProgress): void {
    // What was on its way then says nothing any more.
    if (this.#progress.at === 'gone') return;
    if (progress.at === 'refused') this.#isRefused = true;
    if (sameProgress(progress, this.#progress)) return;
    this.#progress = progress;
    this.#listeners.tell();
  }
}
