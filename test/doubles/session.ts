// `session.defaultSession`: who may do what. Both handlers are asked; without one, Electron grants everything.

import type { SaveDialogOptions, Session } from 'electron';
import { EventEmitter } from 'node:events';
import { onRestart, state } from './control.ts';
import { strict } from './strict.ts';

type RequestHandler = Parameters<Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Session['setPermissionCheckHandler']>[0];

let requestHandler: RequestHandler = null;
let checkHandler: CheckHandler = null;

class SessionDouble
  extends EventEmitter
  implements Pick<Session, 'addWordToSpellCheckerDictionary' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'>
{
  setPermissionRequestHandler(handler: RequestHandler): void {
    requestHandler = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    checkHandler = handler;
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    state.spelling.push(`+${word}`);
    return true;
  }
}

const defaultSession = strict('session.defaultSession', new SessionDouble());

/** A download of this name begins, as after a click on a link. */
export function download(filename: string): void {
  defaultSession.emit(
    'will-download',
    {},
    strict('DownloadItem', {
      getFilename: () => filename,
      setSaveDialogOptions: ({ defaultPath }: SaveDialogOptions) => {
        state.savePlaces.push(defaultPath ?? '');
      },
    }),
  );
}

export const session = strict('session', { defaultSession });

/** Electron's names of the permissions that are tried, with Chromium's. */
const tried = {
  'clipboard-read': 'clipboard-read',
  'clipboard-sanitized-write': 'clipboard-write',
  geolocation: 'geolocation',
  notifications: 'notifications',
  media: 'microphone',
} as const;

/** For pages: what Chromium shall grant to `url`. Asked at each load, not when the page asks as in Electron. */
export function grantedPermissions(url: string): string[] {
  const { origin } = new URL(url);
  const names = Object.keys(tried) as (keyof typeof tried)[];
  return names
    .filter((permission) => {
      const requested = note('request', permission, origin, askRequest(permission, url));
      const checked = note(
        'check',
        permission,
        origin,
        checkHandler?.(null, permission, `${origin}/`, { isMainFrame: true, requestingUrl: url }) ?? true,
      );
      return requested && checked;
    })
    .map((permission) => tried[permission]);
}

function askRequest(permission: keyof typeof tried, url: string): boolean {
  if (requestHandler === null) return true;
  let granted = false;
  requestHandler(
    null as never,
    permission,
    (answer) => {
      granted = answer;
    },
    { isMainFrame: true, requestingUrl: url },
  );
  return granted;
}

function note(via: 'request' | 'check', permission: string, origin: string, granted: boolean): boolean {
  state.permissionAnswers.push({ via, permission, origin, granted });
  return granted;
}

onRestart(() => {
  requestHandler = null;
  checkHandler = null;
});
