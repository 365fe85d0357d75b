/** What is looked for. */
export interface Wanted {
  readonly text: string;
  /** Any of the words counts, as after a search among all notes; else the text as it is. */
  readonly anyWord: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
}

/** What the bar shows. */
export interface FindState {
  readonly isOpen: boolean;
  /** The words come from a hit of a search, and whether they are in the text is not known yet. */
  readonly isHit: boolean;
  readonly wanted: Wanted;
  readonly replacement: string;
  readonly replaces: boolean;
  /** Grows whenever the user asks for the field; 0 when nothing may take the focus. */
  readonly calls: number;
}

export const closed: FindState = {
  isOpen: false,
  isHit: false,
  wanted: { text: '', anyWord: false, matchCase: false, wholeWord: false },
  replacement: '',
  replaces: false,
  calls: 0,
};
