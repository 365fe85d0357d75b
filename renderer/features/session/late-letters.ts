// What a user goes on typing while the layer that asks to sign in again comes up: it belongs to the text below, not to a field of it.

/** How long a pause is after which what is typed is meant for the layer, in milliseconds. */
const debounceMs = 1_000;

const texts = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), textarea, [contenteditable=true]';

interface LateLetters {
  /** Ends the collecting. */
  readonly end: () => void;
  /** Writes what was collected where the focus is. */
  readonly write: () => void;
}

/**
 * Collects what is typed while `layer` itself has the focus, if `writing` is a text; null if it is none. After a pause, or at a key that is
 * no letter, `settle` is called, which gives a field of the layer the focus.
 */
export function collectLetters(layer: HTMLElement, writing: Element | null, settle: () => void): LateLetters | null {
  if (writing?.matches(texts) !== true) return null;
  const isOneLine = writing instanceof HTMLInputElement;
  let letters = '';
  let timer = 0;
  const end = (): void => {
    clearTimeout(timer);
    layer.removeEventListener('keydown', onKey);
  };
  const rest = (): void => {
    end();
    if (document.activeElement === layer) settle();
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(rest, debounceMs);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== layer || event.key === 'Tab') {
      end();
      return;
    }
    const isShortcut = event.ctrlKey || event.metaKey;
    const letter = event.key === 'Enter' ? (isOneLine ? null : '\n') : event.key === 'Backspace' ? '' : event.key;
    if (isShortcut || letter === null || letter.length > 1) {
      // A modifier begins a paste, which is meant for the layer. Shift alone begins a letter.
      if (event.key !== 'Shift') rest();
      return;
    }
    event.preventDefault();
    letters = letter === '' ? letters.slice(0, -1) : letters + letter;
    wait();
  };
  layer.addEventListener('keydown', onKey);
  wait();
  return {
    end,
    write: () => {
      // As if it were typed: fields and editors hear of it, and Ctrl+Z takes it back.
      if (letters !== '') document.execCommand('insertText', false, letters);
    },
  };
}
