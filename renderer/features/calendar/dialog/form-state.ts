/** What a dialog wants to know of its form before it closes. */
export interface FormState {
  /** Throws away what is kept of it. */
  readonly forget: () => void;
  readonly isChanged: boolean;
  readonly isNew: boolean;
}

export const untouched: FormState = { isChanged: false, isNew: false, forget: () => undefined };
