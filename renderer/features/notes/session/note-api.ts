// What a session says to the service and hears from it. Throws ServiceError and UnreachableError alike.

import type { Note, NoteDeltaReply } from '../../../../main/contract/notes.ts';
import { routes } from '../../../api/routes.ts';
import type { Client } from '../../../api/client.ts';

/** Steps as they travel, with who made them. */
export interface Missed {
  readonly version: number;
  readonly steps: readonly unknown[];
  readonly clientIDs: readonly (string | number | null)[];
}

export interface StepBatch {
  readonly version: number;
  readonly clientID: string;
  readonly deltaId: string;
  readonly steps: readonly unknown[];
  /** The bytes of the whole note after them. */
  readonly markdown?: string;
  /** The bytes of the blocks that they put in. */
  readonly inserted?: string;
}

/** A large note takes the service a moment to read. */
const timeoutMs = 60_000;

export class NoteApi {
  readonly #client: Client;
  readonly #id: string;

  constructor(client: Client, id: string) {
    this.#client = client;
    this.#id = id;
  }

  read(signal?: AbortSignal): Promise<Note> {
    return this.#client.call(routes.readNote, {
      params: { id: this.#id },
      query: { include: 'doc' },
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  async missed(since: number): Promise<Missed> {
    const {
      version,
      steps = [],
      clientIDs = [],
    } = await this.#client.call(routes.readNote, { params: { id: this.#id }, query: { since: String(since) }, timeoutMs });
    return { version, steps, clientIDs };
  }

  send({ steps, ...batch }: StepBatch, keepalive = false): Promise<NoteDeltaReply> {
    return this.#client.call(routes.changeNote, { params: { id: this.#id }, body: { ...batch, steps: [...steps] }, timeoutMs, keepalive });
  }
}
