import type { EditorState, Transaction } from 'prosemirror-state';
import type { LinkedType } from '../../../../main/contract/mentions.ts';

/** A text that is being edited, as the parts of the editor know it: a note, or the description of another record. */
export interface EditedText {
  readonly type: LinkedType;
  readonly id: string;
  readonly state: EditorState;
  /** Whether the service has yet to create its record. */
  readonly isNew: boolean;
  /** Whether the service has everything. */
  readonly isSaved: boolean;
  readonly dispatch: (transaction: Transaction) => void;
  /** Calls `listener` after each change of state; gives the function that ends this. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends at once what has not been sent, where that is its own affair. */
  flush(): Promise<void>;
}
