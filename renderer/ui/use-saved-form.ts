import { useEffect, useRef, useState } from 'react';
import { useService } from '../api/service.ts';
import { fieldFaults, type FieldFaults } from './field-faults.ts';
import { notify } from './toasts.ts';

interface SavedFormOptions<Fields> {
  /** The name under which is kept what is on its way, such as `board/ID/form`: refused when the form is gone, it stands in the next one. */
  readonly keptAs: string;
  /** It is kept while it is filled in as well, and when the user leaves it. */
  readonly staysKept?: boolean;
  /** What the form begins with. */
  readonly initial: Fields;
  /** The field at which is told what the service objects to in none of them. */
  readonly about: keyof Fields & string;
  /** What did not succeed: before the reason, and as the title of the message where the form is gone. */
  readonly failed: string;
  /** Called when the service has it; not when the form is gone by then. */
  readonly onDone: () => void;
}

export interface SavedFormState<Fields> {
  readonly fields: Fields;
  /** Without blanks at their ends, those that are not what the form has begun with: all others may have been changed elsewhere since. */
  readonly changed: Partial<Fields>;
  readonly set: (part: Partial<Fields>) => void;
  /** What the service objects to, by field, or the form itself does. */
  readonly faults: FieldFaults;
  /** Shows what is wrong before it is sent, by field, until something is filled in. */
  readonly object: (faults: FieldFaults) => void;
  /** It is on its way: nothing can be filled in meanwhile, see `BusyFields`. */
  readonly isSaving: boolean;
  /** Does without what was left in it and stands there again, see `BusyFields`; null when it began as `initial`. */
  readonly discard: (() => void) | null;
  /** Refused, all stays as it is filled in, to be tried again. Does nothing while it is on its way. */
  readonly save: (send: () => Promise<unknown>) => void;
}

/** What was on its way, and what its form had begun with: where that has changed since, it may be there already, or is of no more use. */
interface Kept<Fields> {
  readonly fields: Fields;
  readonly initial: Fields;
}

/** A short form, such as one for a name, that stays until the service has what is filled in. */
export function useSavedForm<Fields extends Readonly<Record<string, string>>>({
  keptAs,
  staysKept = false,
  initial,
  about,
  failed,
  onDone,
}: SavedFormOptions<Fields>): SavedFormState<Fields> {
  const { drafts } = useService();
  const [began] = useState(initial);
  const [left, setLeft] = useState(() => keptFields(drafts.read(keptAs), began));
  const [fields, setFields] = useState(left ?? began);
  const [faults, setFaults] = useState<FieldFaults>({});
  const [isSaving, setSaving] = useState(false);
  const stage = useRef<'shown' | 'sent' | 'gone'>('gone');
  useEffect(() => {
    stage.current = 'shown';
    return () => {
      // What is on its way may be refused; what is not was left by the user.
      if (stage.current === 'shown' && !staysKept) drafts.drop(keptAs);
      stage.current = 'gone';
    };
  }, [drafts, keptAs, staysKept]);
  const saved = (): void => {
    // Opened again meanwhile, it may have been sent with something else.
    if (isSame((drafts.read(keptAs) as Kept<Fields> | null)?.fields, fields)) drafts.drop(keptAs);
    if (stage.current !== 'gone') onDone();
  };
  const refused = (error: Error): void => {
    if (stage.current === 'gone') {
      notify({ title: failed, text: error.message, kind: 'problem' });
      return;
    }
    stage.current = 'shown';
    const found = fieldFaults(error) ?? {};
    setFaults(Object.keys(found).some((field) => field in fields) ? found : { [about]: `${failed}: ${error.message}` });
    setSaving(false);
  };
  return {
    fields,
    changed: changedFields(began, fields),
    set: (part) => {
      const next = { ...fields, ...part };
      if (staysKept) drafts.write(keptAs, { fields: next, initial: began } satisfies Kept<Fields>);
      setFields(next);
      setFaults({});
    },
    faults,
    object: (found) => {
      // What is on its way is for the service to object to: by now it may have made what the form would object to.
      if (stage.current === 'shown') setFaults(found);
    },
    isSaving,
    discard:
      left === null
        ? null
        : () => {
            drafts.drop(keptAs);
            setLeft(null);
            setFields(began);
            setFaults({});
          },
    save: (send) => {
      if (stage.current !== 'shown') return;
      stage.current = 'sent';
      setFaults({});
      setSaving(true);
      drafts.write(keptAs, { fields, initial: began } satisfies Kept<Fields>);
      send().then(saved, refused);
    },
  };
}

function changedFields<Fields extends Readonly<Record<string, string>>>(began: Fields, fields: Fields): Partial<Fields> {
  const trimmed = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([name, value]) => value !== began[name])) as Partial<Fields>;
}

function keptFields<Fields>(value: unknown, initial: Fields): Fields | null {
  const kept = value as Partial<Kept<Fields>> | null;
  return kept?.fields !== undefined && isSame(kept.initial, initial) && !isSame(kept.fields, initial) ? kept.fields : null;
}

/** What an earlier page has kept is another object each time that it is read. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
