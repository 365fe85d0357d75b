// What happens in runs, told to those that follow them: kept nowhere but for the text that a model is writing.

import type { RunEvent } from '../../contract/runs.ts';
import { Followers } from '../../lib/follow.ts';

export class RunFeed {
  /** Null for the end of a run that was deleted. */
  readonly #followers = new Followers<RunEvent | null>();
  readonly #texts = new Map<string, { readonly messageId: string; text: string }>();

  publish(runId: string, event: RunEvent): void {
    if (event.type === 'message' && event.message.id === this.#texts.get(runId)?.messageId) this.#texts.delete(runId);
    this.#followers.tell(runId, event);
  }

  /** The run is not there any more. */
  end(runId: string): void {
    this.#texts.delete(runId);
    this.#followers.tell(runId, null);
  }

  /** A piece of what the model writes. */
  addText(runId: string, messageId: string, text: string): void {
    const partial = this.#texts.get(runId);
    if (partial?.messageId === messageId) partial.text += text;
    else this.#texts.set(runId, { messageId, text });
    if (this.#followers.has(runId)) this.publish(runId, { type: 'text', messageId, text });
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
  subscribe(runId: string, listener: (event: RunEvent | null) => void): () => void {
    return this.#followers.subscribe(runId, listener);
  }
}
