import type { Session } from '../../main/contract/bridge.ts';
import { Listeners } from './store.ts';

/** A session whose token can be replaced, so that the page goes on with a newer one of the same user. */
export class LiveSession implements Session {
  /** Another session is another page, be its user the same. */
  readonly id = crypto.randomUUID();
  readonly baseUrl: string;
  readonly #listeners = new Listeners();
  #token: string;

  constructor({ baseUrl, token }: Session) {
    this.baseUrl = baseUrl;
    this.#token = token;
  }

  /** As it is now: to be read for each request. */
  get token(): string {
    return this.#token;
  }

  replace(token: string): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#listeners.tell();
  }

  /** Calls `listener` after each replacement; gives the function that ends this. */
  readonly onReplaced = this.#listeners.subscribe;
}
