// Where the page gets its token from: the desktop window's bridge, the link that the service prints, or what this tab remembers.

import { decoded } from '../../main/contract/percent-encoding.ts';
import { desktopBridge } from './bridge.ts';

const storageKey = 'daybook.token';
/** Stands beside a token that was got for a name and a password. */
const ownKey = 'daybook.signedIn';
const tokenInLink = /[#&]token=([^&\s]+)/;

// A browser may forbid storage: then the token lasts as long as the page.
let rememberedToken: string | null = null;
let isOwn = false;

/** Takes the token out of the address bar and the tab's history, and remembers it. Says whether there was one. */
export function takeTokenFromAddress(): boolean {
  const token = tokenInLink.exec(location.hash)?.[1];
  if (token === undefined) return false;
  history.replaceState(null, '', location.pathname + location.search);
  rememberToken(decoded(token));
  return true;
}

/** The token in what the user pasted: the token itself, or a whole link that holds it. */
export function tokenInText(text: string): string {
  const trimmed = text.trim().replace(/^(["'])(.*)\1$/s, '$2');
  const linked = tokenInLink.exec(trimmed)?.[1];
  return linked === undefined ? trimmed : decoded(linked);
}

/** `own`: it was made for this tab alone, for a name and a password. */
export function rememberToken(token: string, own = false): void {
  rememberedToken = token;
  isOwn = own;
  withStorage((storage) => {
    storage.setItem(storageKey, token);
    if (own) storage.setItem(ownKey, 'yes');
    else storage.removeItem(ownKey);
  });
}

export function forgetToken(): void {
  rememberedToken = null;
  isOwn = false;
  withStorage((storage) => {
    storage.removeItem(storageKey);
    storage.removeItem(ownKey);
  });
}

/** Whether nothing but this tab uses the token, so that it can be revoked when one leaves. Scripts use the one of the link as well. */
export function hasOwnToken(): boolean {
  return isOwn || withStorage((storage) => storage.getItem(ownKey)) === 'yes';
}

/** Whether the page is shown in the desktop window, which brings its own token. */
export function inDesktopWindow(): boolean {
  return desktopBridge() !== null;
}

/** So long the page's server is waited for, in milliseconds. */
export const pageServerTimeoutMs = 15_000;

/** Where the service is, and the token if there is one. Throws when neither the bridge nor the page's server answers, in time. */
export async function findSession(): Promise<{ readonly baseUrl: string; readonly token: string | null }> {
  const bridge = desktopBridge();
  if (bridge !== null) return bridge.session();
  const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(pageServerTimeoutMs) });
  if (!response.ok) throw new Error(`/config.json: HTTP ${response.status}`);
  const { apiBaseUrl } = (await response.json()) as { apiBaseUrl: string };
  return { baseUrl: apiBaseUrl, token: rememberedToken ?? recallToken() };
}

function recallToken(): string | null {
  return withStorage((storage) => storage.getItem(storageKey)) ?? null;
}

/** What is kept for this tab alone. Undefined where the browser forbids storage or has no room, or `use` throws. */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
