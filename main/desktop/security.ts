// What pages may do. Everything is denied that the frontend does not need; the frontend is known by its whole origin.

import { app, session, shell, type WebContents } from 'electron';

/** The frontend's origin; null before the service has told where it is: then nothing is allowed at all. */
type FrontendOrigin = () => string | null;

/** Preferences of every window. They are Electron's defaults today; written out so that no default can loosen them. */
export const isolated = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // macOS checks spelling itself. On Linux and Windows Chromium would download its dictionaries from Google.
  spellcheck: process.platform === 'darwin',
} as const;

/** Whether `url` belongs to `origin`. Compares whole origins: a prefix would let `http://localhost:8717@evil.example` in. */
export function hasOrigin(url: string, origin: string | null): boolean {
  return origin !== null && URL.canParse(url) && new URL(url).origin === origin;
}

/** Keeps all pages made from now on at `origin`: no navigation away, no new windows, no webviews. */
export function confineContents(origin: FrontendOrigin): void {
  app.on('web-contents-created', (_event, contents) => {
    confine(contents, origin);
  });
}

function confine(contents: WebContents, origin: FrontendOrigin): void {
  contents.on('will-navigate', (event) => {
    if (!hasOrigin(event.url, origin())) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (event.isMainFrame && !hasOrigin(event.url, origin())) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    // The system's handlers for other schemes run programs: only https goes out.
    if (URL.canParse(url) && new URL(url).protocol === 'https:') void shell.openExternal(url);
    return { action: 'deny' };
  });
}

/** Denies every permission except writing text to the clipboard, and that to any page but `origin`'s. */
export function denyPermissions(origin: FrontendOrigin): void {
  const allowed = (permission: string, url: string): boolean => permission === 'clipboard-sanitized-write' && hasOrigin(url, origin());
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(allowed(permission, details.requestingUrl));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission, requestingOrigin) => allowed(permission, requestingOrigin));
}
