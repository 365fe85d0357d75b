// Lets a user in, keeps them in, and lets them out: where the token of the page comes from, and when it is replaced.

import { Listeners } from './store.ts';
import { doAlone } from './claims.ts';
import { createClient } from './client.ts';
import { LiveSession } from './live-session.ts';
import { routes } from './routes.ts';
import { findSession, forgetToken, hasOwnToken, inDesktopWindow, rememberToken, takeTokenFromAddress } from './session.ts';
import { Tabs } from './tabs.ts';
import { areOfOneUser, claimsIn, endsLater, halfTimeOf } from './token.ts';

/** `isAsking`: the service does not take the token any more; the page stays as it is until there is another one. */
export type Where =
  | { readonly at: 'opening' | 'failed' }
  | { readonly at: 'outside'; readonly baseUrl: string; readonly refused: boolean }
  | { readonly at: 'inside'; readonly session: LiveSession; readonly isAsking: boolean };

/** So long the other tabs are given to answer before the page says how to get in, in milliseconds. Later answers let in as well. */
const timeoutMs = 250;
/**
 * After which time it is looked again whether half of the token's time is over, and after which it is tried again to renew it; in
 * milliseconds.
 */
const pace = { most: 60_000, again: 10_000 } as const;

export class SessionDoor {
  readonly #tabs = inDesktopWindow() ? null : new Tabs();
  readonly #listeners = new Listeners();
  #where: Where = { at: 'opening' };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the service did not take last. */
  #refused: string | null = null;
  /** Known before the page is inside or outside. */
  #baseUrl: string | null = null;

  readonly where = (): Where => this.#where;

  readonly subscribe = this.#listeners.subscribe;

  /** Looks for a session, and keeps it fresh until the function that this gives is called. */
  open(): () => void {
    const closed = new AbortController();
    const { signal } = closed;
    const followLink = (): void => {
      if (takeTokenFromAddress()) this.#enterAnew();
    };
    window.addEventListener('hashchange', followLink, { signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        this.#renewInTime();
      },
      { signal },
    );
    const endListening = this.#tabs?.listen({
      current: () =>
        this.#where.at === 'inside' && !this.#where.isAsking ? { token: this.#where.session.token, own: hasOwnToken() } : null,
      onToken: ({ token, own }) => {
        this.#takeOver(token, own);
      },
      onSignedOut: (userId) => {
        if (this.#where.at === 'inside' && claimsIn(this.#where.session.token)?.userId === userId) this.#goOut();
      },
    });
    void this.#find();
    return () => {
      closed.abort();
      endListening?.();
      clearTimeout(this.#timer);
    };
  }

  /** Goes in, or on, with a token that the service takes. */
  readonly enter = (token: string, own: boolean): void => {
    const { baseUrl } = this.#where.at === 'outside' ? this.#where : this.#where.at === 'inside' ? this.#where.session : { baseUrl: null };
    if (baseUrl === null) return;
    rememberToken(token, own);
    this.#goOn(baseUrl, token);
    this.#tabs?.share({ token, own });
  };

  /** The service does not take the token. `wasIn`: it did before, so that there is a page to come back to. */
  readonly refuse = async (wasIn: boolean): Promise<void> => {
    if (this.#where.at !== 'inside') return;
    const { session } = this.#where;
    this.#refused = session.token;
    if (!wasIn) {
      if (!inDesktopWindow()) forgetToken();
      return this.#find();
    }
    // The desktop window may have a fresh token by now, and so may another tab; the very same one would be refused again.
    const { token } = await findSession().catch(() => ({ token: null }));
    if (token !== null && token !== this.#refused) this.#goOn(session.baseUrl, token);
    else if (session.token === this.#refused) {
      this.#become({ at: 'inside', session, isAsking: true });
      this.#tabs?.ask();
    }
  };

  /** The service takes the token, for the first time or once more. */
  readonly accept = (): void => {
    if (this.#where.at === 'inside' && this.#where.isAsking) this.#goOn(this.#where.session.baseUrl, this.#where.session.token);
  };

  /** Leaves, because the user wants to. */
  readonly leave = (): void => {
    const userId = this.#where.at === 'inside' ? claimsIn(this.#where.session.token)?.userId : undefined;
    this.#goOut();
    if (userId !== undefined) this.#tabs?.signedOut(userId);
  };

  readonly retry = (): void => {
    void this.#find();
  };

  /** Where to, when there is no telling yet: inside with what is known, else outside. */
  async #find(): Promise<void> {
    try {
      const { baseUrl, token } = await findSession();
      if (token !== null && token !== this.#refused) this.#goOn(baseUrl, token);
      else await this.#askTabs(baseUrl);
    } catch {
      this.#become({ at: 'failed' });
    }
  }

  async #askTabs(baseUrl: string): Promise<void> {
    const refused = this.#refused !== null;
    if (this.#tabs === null) {
      this.#become({ at: 'outside', baseUrl, refused });
      return;
    }
    this.#baseUrl = baseUrl;
    this.#tabs.ask();
    await new Promise((resolve) => {
      setTimeout(resolve, timeoutMs);
    });
    if (this.#where.at !== 'inside' || this.#where.session.token === this.#refused) this.#become({ at: 'outside', baseUrl, refused });
  }

  /** A link was opened where the page already stands. */
  #enterAnew(): void {
    this.#refused = null;
    void this.#find();
  }

  #takeOver(token: string, own: boolean): void {
    if (token === this.#refused) return;
    const where = this.#where;
    if (where.at === 'inside') {
      // Of another user nothing is taken: what is written here is not theirs.
      const isWanted = areOfOneUser(token, where.session.token) && (where.isAsking || endsLater(token, where.session.token));
      if (!isWanted) return;
    }
    const baseUrl = where.at === 'inside' ? where.session.baseUrl : where.at === 'outside' ? where.baseUrl : this.#baseUrl;
    if (baseUrl === null) return;
    rememberToken(token, own);
    this.#goOn(baseUrl, token);
  }

  /** In, or on with another token; the page of another user is another page. */
  #goOn(baseUrl: string, token: string): void {
    this.#refused = null;
    const where = this.#where;
    if (where.at === 'inside' && areOfOneUser(token, where.session.token)) {
      where.session.replace(token);
      if (where.isAsking) this.#become({ ...where, isAsking: false });
    } else this.#become({ at: 'inside', session: new LiveSession({ baseUrl, token }), isAsking: false });
    this.#renewInTime();
  }

  #goOut(): void {
    if (this.#where.at !== 'inside') return;
    const { baseUrl } = this.#where.session;
    clearTimeout(this.#timer);
    forgetToken();
    this.#refused = null;
    // Who comes in next need not see where the user before was.
    history.replaceState(null, '', '/');
    this.#become({ at: 'outside', baseUrl, refused: false });
  }

  /** Renews the token when half of its time is over, as long as the page is visible. */
  #renewInTime(): void {
    clearTimeout(this.#timer);
    if (this.#where.at !== 'inside' || this.#where.isAsking) return;
    const halfTime = halfTimeOf(this.#where.session.token);
    if (halfTime === null) return;
    const left = halfTime - Date.now();
    if (left <= 0 && !document.hidden) void this.#renew(this.#where.session);
    this.#timer = setTimeout(
      () => {
        this.#renewInTime();
      },
      left <= 0 ? pace.again : Math.min(left, pace.most),
    );
  }

  /** One tab of all does it. Where it does not succeed it is tried again soon; a refusal shows by itself. */
  async #renew(session: LiveSession): Promise<void> {
    const before = session.token;
    await doAlone('renew', async () => {
      if (session.token !== before) return;
      const answer = await createClient(session)
        .call(routes.renewToken, {})
        .catch(() => null);
      if (answer === null || this.#where.at !== 'inside' || this.#where.session !== session || session.token !== before) return;
      const own = hasOwnToken();
      if (!inDesktopWindow()) rememberToken(answer.token, own);
      session.replace(answer.token);
      this.#renewInTime();
      this.#tabs?.share({ token: answer.token, own });
    });
  }

  #become(where: Where): void {
    this.#where = where;
    this.#listeners.tell();
  }
}
