import { useEffect, useEffectEvent } from 'react';
import type { EventFormControl } from './use-event-form.ts';

/** What a dialog wants to know of its form before it closes. */
export interface FormState {
  /** Throws away what is kept of it. */
  readonly forget: () => void;
  readonly isChanged: boolean;
  readonly isNew: boolean;
}

export const untouched: FormState = { isChanged: false, isNew: false, forget: () => undefined };

/** Tells a dialog how the form stands while it is there. */
export function useFormState(form: EventFormControl, isNew: boolean, onState: (state: FormState) => void): void {
  const tell = useEffectEvent(onState);
  const forget = useEffectEvent(() => {
    form.forget();
  });
  useEffect(() => {
    tell({ isChanged: form.isChanged && !form.isSaving, isNew, forget });
    return () => {
      tell(untouched);
    };
  }, [form.isChanged, form.isSaving, isNew]);
}
