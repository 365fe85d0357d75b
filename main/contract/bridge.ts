// What the preload script hands to the page in the desktop window: as little as there can be.

/** How the page reaches the service. Held in memory only; the token never enters the address bar. */
export interface Session {
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string;
  /** The owner's token. */
  readonly token: string;
}

/** `window.daybook` in the desktop window; absent in a browser. */
export interface Bridge {
  /** Rejects for any page but the service's frontend. */
  session(): Promise<Session>;
}

/** The bridge's name on `window`. */
export const bridgeName = 'daybook';

/** The IPC channel behind each method of the bridge. */
export const bridgeChannels = { session: 'bridge:session' } as const satisfies Record<keyof Bridge, string>;
