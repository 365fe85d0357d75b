// Asks for the passphrase of a backup while there is no service: Electron's message boxes have no field to type into.

import { BrowserWindow, nativeTheme } from 'electron';
import { escapeHtml } from '../contract/html-text.ts';
import { isolated } from './security.ts';
import { backgroundOf } from './splash.ts';

interface PassphraseQuestion {
  /** The window that it belongs to; null where there is none. */
  readonly parent: BrowserWindow | null;
  /** What the backup is called to the user. */
  readonly backup: string;
  /** Whether the one before was not that of the backup. */
  readonly isWrong: boolean;
  /** Aborted when the app is on its way out. */
  readonly signal: AbortSignal;
}

/** Where the form leads: nowhere, as its navigation is prevented, and the name can never be one of a machine (RFC 2606). */
const answerUrl = 'https://passphrase.invalid/';

/** What is typed; null where the window is closed, or the app is on its way out. */
export function askPassphrase({ parent, backup, isWrong, signal }: PassphraseQuestion): Promise<string | null> {
  const isDark = nativeTheme.shouldUseDarkColors;
  const isOwned = parent !== null && !parent.isDestroyed();
  const window = new BrowserWindow({
    ...(isOwned ? { parent, modal: true } : {}),
    width: 460,
    height: 270,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    autoHideMenuBar: true,
    title: 'Passphrase of the Backup',
    backgroundColor: backgroundOf(isDark),
    webPreferences: { ...isolated, devTools: false },
  });
  return new Promise((resolve) => {
    let answer: string | null = null;
    const close = (): void => {
      if (!window.isDestroyed()) window.destroy();
    };
    // A page without a script: what is typed comes as the address of a navigation, which does not take place.
    window.webContents.on('will-navigate', (event) => {
      event.preventDefault();
      answer = passphraseIn(event.url);
      close();
    });
    window.webContents.on('before-input-event', (event, { type, key }) => {
      if (type !== 'keyDown' || key !== 'Escape') return;
      event.preventDefault();
      close();
    });
    window.on('closed', () => {
      signal.removeEventListener('abort', close);
      resolve(signal.aborted ? null : answer);
    });
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    else window.loadURL(passphrasePage({ backup, isWrong, isDark })).catch(close);
  });
}

/** What the form has given; null for its other button. */
function passphraseIn(url: string): string | null {
  const given = URL.canParse(url) && url.startsWith(`${answerUrl}?`) ? new URL(url).searchParams : null;
  return given?.get('do') === 'restore' ? given.get('passphrase') : null;
}

const dark = {
  ink: '#ececee',
  muted: '#a9a9b2',
  line: '#5d5d66',
  field: '#232326',
  accent: '#a49bf0',
  on: '#18181a',
  bad: '#ff9d91',
} as const;
const light = {
  ink: '#1c1c1f',
  muted: '#62626a',
  line: '#8c8c95',
  field: '#ffffff',
  accent: '#4f46b0',
  on: '#ffffff',
  bad: '#b3261e',
} as const;

interface Page {
  readonly backup: string;
  readonly isWrong: boolean;
  readonly isDark: boolean;
}

/** A page without any script, as a data: address. */
function passphrasePage({ backup, isWrong, isDark }: Page): string {
  const { ink, muted, line, field, accent, on, bad } = isDark ? dark : light;
  const style = [
    `html{height:100%;background:${backgroundOf(isDark)};color:${ink};color-scheme:${isDark ? 'dark' : 'light'}}`,
    'html{font:0.875rem/1.4 system-ui,sans-serif}',
    'body{margin:0;padding:1.25rem 1.5rem}h1{margin:0 0 .5rem;font-size:1.0625rem}p{margin:0 0 1rem}',
    'form{display:grid;gap:.375rem}label{font-weight:500}',
    `p{color:${muted}}.bad{margin:0;min-height:1.25rem;color:${bad}}`,
    `input{font:inherit;padding:.5rem .625rem;color:inherit;background:${field};border:1px solid ${line};border-radius:.375rem}`,
    `:focus-visible{outline:2px solid ${accent};outline-offset:1px}div{display:flex;gap:.5rem;justify-content:flex-end;margin-top:.5rem}`,
    `button{font:inherit;padding:.4375rem .875rem;color:${ink};background:transparent;border:1px solid ${line};border-radius:.375rem}`,
    `button[value=restore]{order:1;color:${on};background:${accent};border-color:transparent;font-weight:600}`,
  ].join('');
  const told = isWrong ? 'That is not its passphrase.' : '';
  const html =
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Passphrase of the Backup</title>` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action ${answerUrl}">` +
    `<style>${style}</style><body><h1>This backup is encrypted</h1>` +
    `<p>The backup of ${escapeHtml(backup)} opens with the passphrase that was set when it was made.</p>` +
    `<form action="${answerUrl}"><label for="p">Passphrase</label>` +
    `<input id="p" name="passphrase" type="password" autocomplete="off" required autofocus ` +
    `aria-describedby="e"${isWrong ? ' aria-invalid="true"' : ''}>` +
    `<p class="bad" id="e" role="alert">${told}</p>` +
    `<div><button name="do" value="restore">Restore</button><button name="do" value="cancel" formnovalidate>Cancel</button></div></form>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}
