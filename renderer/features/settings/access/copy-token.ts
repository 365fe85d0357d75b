import { notify } from '../../../ui/toasts.ts';
import { strings } from './strings.ts';

/** Puts a token into the clipboard, and says whether that went well. */
export async function copyToken(token: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(token);
    notify({ title: strings.copied });
    return true;
  } catch {
    notify({ title: strings.copyFailed, text: strings.copyFailedHint, kind: 'problem' });
    return false;
  }
}
