import { useLayoutEffect, type RefObject } from 'react';

/** The first field that is faulty gets the focus whenever there are other `faults`, in sight with its label: it may be out of it. */
export function useFirstFault(form: RefObject<HTMLFormElement | null>, faults: object): void {
  useLayoutEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    faulty?.focus();
    faulty?.closest('.field')?.scrollIntoView({ block: 'nearest' });
  }, [form, faults]);
}
