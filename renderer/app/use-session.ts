import { useEffect, useState } from 'react';
import type { Session } from '../../main/contract/bridge.ts';
import { findSession, forgetToken, inDesktopWindow, rememberToken, takeTokenFromAddress } from '../api/session.ts';

type State =
  | { readonly at: 'opening' | 'failed' }
  | { readonly at: 'outside'; readonly baseUrl: string; readonly refused: boolean }
  | { readonly at: 'inside'; readonly session: Session };

export interface SessionControl {
  readonly state: State;
  /** Goes in with a token that the service takes. */
  readonly open: (token: string, own: boolean) => void;
  /** Leaves, because the service does not take the token. */
  readonly refuse: () => void;
  /** Leaves, because somebody wants to. */
  readonly leave: () => void;
  /** Looks for a session once more. */
  readonly retry: () => void;
}

/** Who is using the page. Also takes in a link that is opened in a tab where the page already stands. */
export function useSession(): SessionControl {
  const [state, setState] = useState<State>({ at: 'opening' });
  const refusedToken = state.at === 'inside' ? state.session.token : null;

  const look = (refused: string | null): void => { void find(refused).then(setState); };

  useEffect(() => {
    void find(null).then(setState);
    const followLink = (): void => {
      if (takeTokenFromAddress()) void find(null).then(setState);
    };
    window.addEventListener('hashchange', followLink);
    return () => { window.removeEventListener('hashchange', followLink); };
  }, []);

  return {
    state,
    open: (token, own) => {
      if (state.at !== 'outside') return;
      rememberToken(token, own);
      setState({ at: 'inside', session: { baseUrl: state.baseUrl, token } });
    },
    refuse: () => {
      if (!inDesktopWindow()) forgetToken();
      look(refusedToken);
    },
    leave: () => {
      forgetToken();
      // Who comes in next need not see where somebody was.
      history.replaceState(null, '', '/');
      look(null);
    },
    retry: () => { look(null); },
  };
}

/** `refused`: the token that the service did not take just now, if any. */
async function find(refused: string | null): Promise<State> {
  try {
    const { baseUrl, token } = await findSession();
    // The desktop window may have a fresh token by now; the very same one would be refused again.
    if (token === null || token === refused) return { at: 'outside', baseUrl, refused: refused !== null };
    return { at: 'inside', session: { baseUrl, token } };
  } catch {
    return { at: 'failed' };
  }
}
