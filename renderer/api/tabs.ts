// The tabs of one browser share their session: a new one takes the token over from one that is inside, and all of a user leave together.
// The token passes from page to page in memory, through a channel of this very origin: in no address, and on no disk.

interface SharedToken {
  readonly token: string;
  /** It was made for this browser alone, for a name and a password. */
  readonly own: boolean;
}

type Message =
  | { readonly kind: 'ask' }
  | ({ readonly kind: 'token' } & SharedToken)
  | { readonly kind: 'signedOut'; readonly userId: string };

interface TabListener {
  /** What this tab goes by; null while it has nothing that the service takes. */
  readonly current: () => SharedToken | null;
  /** Another tab goes by this one. */
  readonly onToken: (shared: SharedToken) => void;
  /** This user has signed out in another tab. */
  readonly onSignedOut: (userId: string) => void;
}

export class Tabs {
  readonly #channel = openChannel();

  /** Answers other tabs until the function that this gives is called. */
  listen({ current, onToken, onSignedOut }: TabListener): () => void {
    const hear = ({ data }: MessageEvent<Message>): void => {
      if (data.kind === 'token') onToken({ token: data.token, own: data.own });
      else if (data.kind === 'signedOut') onSignedOut(data.userId);
      else {
        const shared = current();
        if (shared !== null) this.share(shared);
      }
    };
    this.#channel?.addEventListener('message', hear);
    return () => {
      this.#channel?.removeEventListener('message', hear);
    };
  }

  /** Asks the others for their token; it comes to `onToken`, if there is one. */
  ask(): void {
    this.#post({ kind: 'ask' });
  }

  share({ token, own }: SharedToken): void {
    this.#post({ kind: 'token', token, own });
  }

  signedOut(userId: string): void {
    this.#post({ kind: 'signedOut', userId });
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message);
  }
}

/** Null where the browser forbids storage, and Firefox channels with it: then each tab stands alone. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('daybook.session');
  } catch {
    return null;
  }
}
