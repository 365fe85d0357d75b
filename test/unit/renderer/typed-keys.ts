// An editor without a window: the state and plugins of the page, and keys as prosemirror-view hands them over.

import type { Node } from 'prosemirror-model';
import { EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { notePlugins } from '../../../renderer/features/notes/editor/plugins.ts';

export interface Press {
  /** As `KeyboardEvent.key` has it. */
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly shiftKey?: boolean;
  readonly altKey?: boolean;
}

export class TypedEditor {
  state: EditorState;
  readonly composing = false;
  readonly editable = true;

  constructor(doc: Node) {
    this.state = EditorState.create({ doc, plugins: notePlugins() });
  }

  readonly dispatch = (transaction: Transaction): void => {
    this.state = this.state.apply(transaction);
  };

  focus(): void {
    // There is nothing that could have it.
  }

  endOfTextblock(): boolean {
    return false;
  }

  /** A key that writes nothing by itself. */
  press({ key, ctrlKey = false, shiftKey = false, altKey = false }: Press): void {
    const event = { key, ctrlKey, shiftKey, altKey, metaKey: false, keyCode: 0 } as KeyboardEvent;
    for (const { props } of this.state.plugins)
      if (props.handleKeyDown?.call(this as never, this as unknown as EditorView, event) === true) return;
  }

  /** Text that the browser would put in. */
  type(text: string): void {
    const { $from, $to } = this.state.selection;
    const insert = (): Transaction => this.state.tr.insertText(text);
    for (const { props } of this.state.plugins)
      if (props.handleTextInput?.call(this as never, this as unknown as EditorView, $from.pos, $to.pos, text, insert) === true) return;
    this.dispatch(insert());
  }

  /** The cursor into the text nearest to a place from 0 up to 1. */
  click(place: number): void {
    const { doc, tr } = this.state;
    const selection = Selection.near(doc.resolve(Math.floor(place * doc.content.size)));
    if (selection instanceof TextSelection) this.dispatch(tr.setSelection(TextSelection.create(doc, selection.head)));
  }
}
