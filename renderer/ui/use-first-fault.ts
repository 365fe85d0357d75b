import { useLayoutEffect, type RefObject } from 'react';

/** The first field that is faulty gets the focus whenever there are other `faults`: it may be out of sight. */
export function useFirstFault(form: RefObject<HTMLFormElement | null>, faults: object): void {
  useLayoutEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form, faults]);
}
