import { useLayoutEffect, type RefObject } from 'react';

/**
 * What is wrong comes into sight whenever there are other `faults`, as it may be anywhere in a long form: the first field that is faulty
 * gets the focus, and is shown with its label; where no field is, the message about the whole form is scrolled to, and the focus stays with
 * what was pressed.
 */
export function useFirstFault(form: RefObject<HTMLFormElement | null>, faults: object): void {
  useLayoutEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    field?.focus();
    const shown = field ? field.closest('.field') : form.current?.querySelector('[role=alert]');
    shown?.scrollIntoView({ block: 'nearest' });
  }, [form, faults]);
}
