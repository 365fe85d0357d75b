import { useRef, type ReactNode, type RefObject } from 'react';
import { BusyFields } from './BusyFields.tsx';
import { useFirstFault } from './use-first-fault.ts';
import type { SavedFormState } from './use-saved-form.ts';

interface SavedFormProps {
  /** What `useSavedForm` gives. */
  readonly form: Pick<SavedFormState<never>, 'faults' | 'isSaving' | 'discard'>;
  readonly className: string;
  readonly onSubmit: () => void;
  /** Below the fields: the button that sends them, and others. */
  readonly footer: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
  readonly ref?: RefObject<HTMLFormElement | null>;
}

/** A short form that stays until the service has what is filled in. What is wrong is told beside the fields, and not by the browser. */
export function SavedForm({ form: { faults, isSaving, discard }, className, onSubmit, footer, children, ref }: SavedFormProps): ReactNode {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  useFirstFault(form, faults);
  return (
    <form
      ref={form}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <BusyFields isBusy={isSaving} onDiscard={discard}>
        {children}
      </BusyFields>
      {footer}
    </form>
  );
}
