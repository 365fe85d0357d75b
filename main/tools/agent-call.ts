// The call by which a run of an agent uses a tool: it comes from no request, and goes on when there is none.

import type { Call } from '../invoke/call.ts';
import type { Caller } from '../lib/caller.ts';
import { anyVersion } from '../lib/precondition.ts';

interface AgentCallOptions {
  readonly caller: Caller;
  /** Under which what it creates is remembered; null for one that only reads. */
  readonly key: string | null;
  readonly signal: AbortSignal;
  /** Called inside the transaction of what it writes. Throws where that may not be. */
  readonly beforeWrite: () => void;
}

export class AgentCall implements Call {
  readonly #beforeWrite: () => void;
  readonly caller: Caller;
  readonly params: Call['params'] = {};
  readonly query: Call['query'] = {};
  readonly body = undefined;
  readonly files: Call['files'] = [];
  readonly precondition: Call['precondition'] = anyVersion;
  readonly idempotencyKey: string | null;
  readonly address = 'agent';
  readonly signal: AbortSignal;

  constructor({ caller, key, signal, beforeWrite }: AgentCallOptions) {
    this.caller = caller;
    this.idempotencyKey = key;
    this.signal = signal;
    this.#beforeWrite = beforeWrite;
  }

  reauthorize(): void {
    this.#beforeWrite();
  }
}
