// The desktop window's bridge, where there is one. In a browser there is none.

import type { Bridge } from '../../main/contract/bridge.ts';

/** What the window offers: the session always, the rest as far as its version has it. */
type OfferedBridge = Pick<Bridge, 'session'> & Partial<Bridge>;

declare global {
  interface Window {
    /** In the desktop window alone. */
    readonly daybook?: OfferedBridge;
  }
}

/** Null in a browser. */
export function desktopBridge(): OfferedBridge | null {
  return window.daybook ?? null;
}
