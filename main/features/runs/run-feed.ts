// What happens in runs, told to those that follow them: kept nowhere but for the text that a model is writing.

import type { RunEvent } from '../../contract/runs.ts';

/** Null for the end of a run that was deleted. */
type Listener = (event: RunEvent | null) => void;

export class RunFeed {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #texts = new Map<string, { readonly messageId: string; text: string }>();

  publish(runId: string, event: RunEvent): void {
    if (event.type === 'message' && event.message.id === this.#texts.get(runId)?.messageId) this.#texts.delete(runId);
    for (const listener of this.#listeners.get(runId) ?? []) listener(event);
  }

  /** The run is not there any more. */
  end(runId: string): void {
    this.#texts.delete(runId);
    for (const listener of this.#listeners.get(runId) ?? []) listener(null);
  }

  /** A piece of what the model writes. */
  addText(runId: string, messageId: string, text: string): void {
    const partial = this.#texts.get(runId);
    if (partial?.messageId === messageId) partial.text += text;
    else this.#texts.set(runId, { messageId, text });
    if (this.#listeners.has(runId)) this.publish(runId, { type: 'text', messageId, text });
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

  /** Calls `listener` with each event, until the function that comes back is called. */
  subscribe(runId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(runId) ?? new Set();
    this.#listeners.set(runId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(runId);
    };
  }
}
