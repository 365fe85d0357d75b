import './sign-in-layer.css';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { collectLetters } from './late-letters.ts';
import { SignIn, type SignInProps } from './SignIn.tsx';
import { strings } from './strings.ts';

/**
 * Lets the user in again above a page that stays as it is. A modal `dialog` of the browser: it lies above every other layer, nothing
 * behind it can be reached, and the focus goes back to where it was.
 */
export function SignInLayer({ baseUrl, onToken }: Pick<SignInProps, 'baseUrl' | 'onToken'>): ReactNode {
  const layer = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = layer.current;
    if (dialog === null) return undefined;
    const writing = document.activeElement;
    const giveBack = rememberFocus();
    dialog.showModal();
    const field = document.activeElement;
    const late = collectLetters(dialog, writing, () => {
      if (field instanceof HTMLElement && field !== dialog) field.focus();
    });
    if (late !== null) dialog.focus();
    // What the page behind does with its keys is none of this layer's business.
    const keep = (event: KeyboardEvent): void => {
      event.stopPropagation();
    };
    dialog.addEventListener('keydown', keep);
    return () => {
      dialog.removeEventListener('keydown', keep);
      late?.end();
      dialog.close();
      giveBack();
      late?.write();
    };
  }, []);
  return createPortal(
    <dialog
      ref={layer}
      className="sign-in-layer"
      role="dialog"
      tabIndex={-1}
      aria-modal="true"
      aria-label={strings.again}
      onCancel={(event) => {
        event.preventDefault();
      }}
    >
      <SignIn baseUrl={baseUrl} refused again onToken={onToken} />
    </dialog>,
    document.body,
  );
}

/** Gives the function that puts focus and selection back to where they are now. */
function rememberFocus(): () => void {
  const element = document.activeElement;
  const selection = getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
  return () => {
    if (!(element instanceof HTMLElement) || !element.isConnected) return;
    element.focus({ preventScroll: true });
    // A field remembers its own selection; a text that is edited in place does not.
    if (!element.isContentEditable || !anchorNode?.isConnected || !focusNode?.isConnected) return;
    selection?.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
  };
}
