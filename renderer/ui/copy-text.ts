import { notify } from './toasts.ts';
import { strings } from './strings.ts';

/** Puts text into the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title: strings.copied });
  } catch (error) {
    notify({ title: strings.copyFailed, text: error instanceof Error ? error.message : '', kind: 'problem' });
  }
}
