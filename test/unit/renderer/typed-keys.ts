// An editor without a window: the state and plugins of the page, and keys as prosemirror-view hands them over.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { referencesOf } from '../../../main/contract/markdown/definitions.ts';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../main/contract/markdown/serialize/serialize.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { clipboardText } from '../../../renderer/features/notes/editor/clipboard-markdown.ts';
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
  readonly dragging = null;

  constructor(doc: Node) {
    this.state = EditorState.create({ doc, plugins: notePlugins() });
  }

  readonly dispatch = (transaction: Transaction): void => {
    this.state = this.state.apply(transaction);
  };

  focus(): void {
    // There is nothing that could have it.
  }

  endOfTextblock(towards: string): boolean {
    const { parentOffset, parent } = this.state.selection.$head;
    return (towards === 'backward' && parentOffset === 0) || (towards === 'forward' && parentOffset === parent.content.size);
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

  /** What a browser is about to do, by what it tells before: nothing more happens where that is prevented. Gives whether it is. */
  input(inputType: string, data: string | null): boolean {
    let isPrevented = false;
    const event = { inputType, data, cancelable: true, preventDefault: () => (isPrevented = true) } as unknown as InputEvent;
    for (const { props } of this.state.plugins)
      if (props.handleDOMEvents?.beforeinput?.call(this as never, this as unknown as EditorView, event) === true) break;
    return isPrevented;
  }

  /** What is selected is cut; what the browser would take out goes as prosemirror-view does it. */
  cut(): void {
    const event = { clipboardData: { setData: () => undefined }, preventDefault: () => undefined } as unknown as ClipboardEvent;
    for (const { props } of this.state.plugins)
      if (props.handleDOMEvents?.cut?.call(this as never, this as unknown as EditorView, event) === true) return;
    this.dispatch(this.state.tr.deleteSelection());
  }

  /** Of what a window would make for the clipboard there is none. */
  serializeForClipboard(): object {
    return { dom: {}, text: '' };
  }

  /** The cursor into the text nearest to a place from 0 up to 1. */
  click(place: number): void {
    const { doc, tr } = this.state;
    const selection = Selection.near(doc.resolve(Math.floor(place * doc.content.size)));
    if (selection instanceof TextSelection) this.dispatch(tr.setSelection(TextSelection.create(doc, selection.head)));
  }

  /** Keys that each write a letter; a line break is Enter. */
  write(text: string): void {
    for (const letter of text)
      if (letter === '\n') this.press({ key: 'Enter' });
      else this.type(letter);
  }

  /** What the clipboard has: plain text, or what was copied in a note, as its HTML says it. `beside` are other types of the same. */
  paste(copied: string | Slice, beside: Readonly<Record<string, string>> = {}): void {
    const text = typeof copied === 'string' ? copied : clipboardText(copied);
    const html = typeof copied === 'string' ? {} : { 'text/html': '<p data-daybook-note="" data-pm-slice=""></p>' };
    const given: Readonly<Record<string, string>> = { 'text/plain': text, ...html, ...beside };
    const view = this as unknown as EditorView;
    const event = { clipboardData: { getData: (type: string) => given[type] ?? '', files: [] } } as unknown as ClipboardEvent;
    const all = this.state.plugins.map(({ props }) => props);
    for (const { handleDOMEvents } of all) handleDOMEvents?.paste?.call(this as never, view, event);
    // HTML of others is read with a document of the browser, which there is none of.
    let slice = given['text/html'] === undefined ? this.#sliceOf(text) : typeof copied === 'string' ? Slice.empty : copied;
    for (const { transformPasted } of all) slice = transformPasted?.call(this as never, slice, view, true) ?? slice;
    for (const { handlePaste } of all) if (handlePaste?.call(this as never, view, event, slice) === true) return;
    const only = slice.openStart === 0 && slice.openEnd === 0 && slice.content.childCount === 1 ? slice.content.firstChild : null;
    const { tr } = this.state;
    this.dispatch(only === null ? tr.replaceSelection(slice) : tr.replaceSelectionWith(only, false));
  }

  #sliceOf(text: string): Slice {
    const { $from } = this.state.selection;
    if ($from.parent.type.spec.code === true) return new Slice(Fragment.from(noteSchema.text(text)), 0, 0);
    const parse = this.state.plugins.find(({ props }) => props.clipboardTextParser !== undefined)?.props.clipboardTextParser;
    const slice = parse?.call(this as never, text, $from, false, this as unknown as EditorView) ?? Slice.empty;
    // As prosemirror-view opens it, whatever the parser says.
    return Slice.maxOpen(slice.content, true);
  }

  /** What the note is written as. */
  get markdown(): string {
    this.state.doc.check();
    return serializeDocument(this.state.doc, referencesOf(this.state.doc));
  }
}

const caret = '\u2038';

/** A note in which the sign ‸ stands for the cursor. */
export function editorAt(markdown: string): TypedEditor {
  const doc = noteSchema.nodes.doc.create(
    null,
    parseMarkdown(markdown).blocks.map(({ node }) => node),
  );
  const editor = new TypedEditor(doc);
  doc.descendants((node, pos) => {
    const at = pos + (node.text?.indexOf(caret) ?? -1);
    if (!node.isText || at < pos) return;
    const tr = editor.state.tr.delete(at, at + 1).setMeta('addToHistory', false);
    editor.dispatch(tr.setSelection(TextSelection.create(tr.doc, at)));
  });
  return editor;
}
