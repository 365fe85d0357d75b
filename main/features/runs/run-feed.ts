// What happens in runs, told to those that follow them: kept for a while for readers that come back, and the text that a model is writing.

import type { RunEvent } from '../../contract/runs.ts';
import { EventIds, Followers, idOfEnd } from '../../lib/follow.ts';

/** An event with its id, the same for every reader. */
export interface ToldRunEvent {
  readonly id: number;
  readonly event: RunEvent;
}

/** What has happened in a run since the id `from`, the oldest first. */
interface RecentEvents {
  readonly from: number;
  readonly events: ToldRunEvent[];
}

/** How many runs, of those that were followed lately, keep what has happened … */
const keptRuns = 8;
/** … and up to how many events. */
const keptEvents = 20_000;

/** No more comes of the run by itself. */
export const tellsEnd = (event: RunEvent): event is RunEvent & { readonly type: 'run' } =>
  event.type === 'run' && !['running', 'waiting'].includes(event.run.status);

/** The id of the event that tells of its end. */
export const endIdOf = ({ run }: RunEvent & { readonly type: 'run' }): number => idOfEnd(Date.parse(run.endedAt ?? run.updatedAt));

export class RunFeed {
  /** Null for the end of a run that was deleted. */
  readonly #followers = new Followers<ToldRunEvent | null>();
  readonly #ids = new EventIds();
  readonly #recent = new Map<string, RecentEvents>();
  readonly #texts = new Map<string, { readonly messageId: string; text: string }>();

  publish(runId: string, event: RunEvent): void {
    if (event.type === 'message' && event.message.id === this.#texts.get(runId)?.messageId) this.#texts.delete(runId);
    const told = { id: tellsEnd(event) ? endIdOf(event) : this.#ids.next(), event };
    const recent = this.#recent.get(runId);
    if (recent !== undefined && recent.events.push(told) > keptEvents) this.#recent.delete(runId);
    this.#followers.tell(runId, told);
  }

  /** The id of the newest event of a run that goes on: what happens from now on is kept. */
  newestId(runId: string): number {
    const recent = this.#recent.get(runId) ?? { from: this.#ids.next(), events: [] };
    this.#recent.delete(runId);
    this.#recent.set(runId, recent);
    for (const [oldest] of this.#recent) {
      if (this.#recent.size <= keptRuns) break;
      this.#recent.delete(oldest);
    }
    return recent.events.at(-1)?.id ?? recent.from;
  }

  /** What has happened in a run after the event with this id, the oldest first; null where that is not known any more. */
  maybeSince(runId: string, id: number): ToldRunEvent[] | null {
    const { from, events } = this.#recent.get(runId) ?? { from: Infinity, events: [] };
    return id < from || id > (events.at(-1)?.id ?? from) ? null : events.filter((told) => told.id > id);
  }

  /** The run is not there any more. */
  end(runId: string): void {
    this.#texts.delete(runId);
    this.#recent.delete(runId);
    this.#followers.tell(runId, null);
  }

  /** A piece of what the model writes. */
  addText(runId: string, messageId: string, text: string): void {
    const partial = this.#texts.get(runId);
    if (partial?.messageId === messageId) partial.text += text;
    else this.#texts.set(runId, { messageId, text });
    if (this.#followers.has(runId) || this.#recent.has(runId)) this.publish(runId, { type: 'text', messageId, text });
  }

  /** What the model has written of a message that is not whole yet; null if there is none. */
  maybePartial(runId: string): { readonly messageId: string; readonly text: string } | null {
    const partial = this.#texts.get(runId);
    return partial === undefined ? null : { ...partial };
  }

  /** The model writes no more: what it had written of a message that did not become whole is stored. */
  forgetText(runId: string): void {
    this.#texts.delete(runId);
  }

  /** Calls `listener` with each event, null for the end of a run that was deleted, until the function that comes back is called. */
  subscribe(runId: string, listener: (told: ToldRunEvent | null) => void): () => void {
    return this.#followers.subscribe(runId, listener);
  }
}
