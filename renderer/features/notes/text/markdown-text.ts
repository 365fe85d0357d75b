// Markdown that is edited as a document: what is not changed keeps its bytes, as in a note. Who saves it is the affair of others.

import type { Node } from 'prosemirror-model';
import { EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import { changedChildren } from '../../../../main/contract/changed-children.ts';
import { parseMarkdown, type ParsedMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { textAfterSteps } from '../../../../main/contract/markdown/source/advance.ts';
import { layOut } from '../../../../main/contract/markdown/source/layout.ts';
import { contentOf, makeNoteText, type NoteText } from '../../../../main/contract/markdown/source/note-text.ts';
import type { LinkedType } from '../../../../main/contract/mentions.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { Listeners } from '../../../api/store.ts';
import type { EditedText } from '../session/edited-text.ts';

interface MarkdownTextOptions {
  readonly record: { readonly type: LinkedType; readonly id: string };
  readonly markdown: string;
  readonly plugins: readonly Plugin[];
}

/** What shows a text. */
interface MarkdownTextView {
  /** Follows every change of the state. */
  readonly update: (state: EditorState) => void;
  /** Called with the markdown after each change that is made here. */
  readonly changed: (markdown: string) => void;
}

export class MarkdownText implements EditedText {
  readonly type: LinkedType;
  readonly id: string;
  readonly isNew = false;
  readonly isSaved = true;
  readonly #listeners = new Listeners();
  #state: EditorState;
  #text: NoteText;
  #markdown: string;
  /** What `changed` was told and has not come back by `replace` yet, oldest first. */
  #told: string[] = [];
  #view: MarkdownTextView | null = null;

  constructor({ record, markdown, plugins }: MarkdownTextOptions) {
    this.type = record.type;
    this.id = record.id;
    this.#markdown = markdown;
    const parsed = parseMarkdown(markdown);
    const doc = noteSchema.nodes.doc.create(
      null,
      parsed.blocks.map(({ node }) => node),
    );
    this.#text = asText(doc, parsed);
    this.#state = EditorState.create({ doc, plugins: [...plugins] });
  }

  get state(): EditorState {
    return this.#state;
  }

  /** What stands there now. */
  get markdown(): string {
    return this.#markdown;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Gives the function that ends this. */
  attach(view: MarkdownTextView): () => void {
    this.#view = view;
    return () => {
      if (this.#view === view) this.#view = null;
    };
  }

  readonly dispatch = (transaction: Transaction): void => {
    const before = this.#state.doc;
    this.#become(this.#state.apply(transaction));
    if (this.#state.doc === before) return;
    this.#text = textAfterSteps(this.#text, this.#state.doc);
    const content = contentOf(layOut(this.#text));
    this.#markdown = content.trim() === '' ? '' : content;
    this.#told.push(this.#markdown);
    this.#view?.changed(this.#markdown);
  };

  /**
   * Takes what was written elsewhere; the cursor stays where it was in what is still there. What `changed` was told a moment ago, and
   * comes back after more was typed, changes nothing.
   */
  replace(markdown: string): void {
    const own = markdown === this.#markdown ? this.#told.length : this.#told.indexOf(markdown);
    this.#told = this.#told.slice(Math.max(own, 0));
    if (own >= 0) return;
    this.#told = [];
    this.#markdown = markdown;
    const parsed = parseMarkdown(markdown);
    const next = this.#withKnown(parsed.blocks.map(({ node }) => node));
    const { start, oldEnd, newEnd } = changedChildren(this.#state.doc, next);
    const tr = this.#state.tr.setMeta('addToHistory', false);
    const at = (index: number): number => this.#state.doc.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);
    if (start < oldEnd || start < newEnd) tr.replaceWith(at(start), at(oldEnd), next.children.slice(start, newEnd));
    this.#text = asText(tr.doc, parsed);
    this.#become(this.#state.apply(tr));
    // What plugins have added to it.
    if (this.#state.doc !== tr.doc) this.#text = textAfterSteps(this.#text, this.#state.doc);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  /** These blocks, as the objects that the document has where they are equal. */
  #withKnown(blocks: readonly Node[]): Node {
    const { children } = this.#state.doc;
    const fromEnd = children.length - blocks.length;
    const same = blocks.map((block, index) => [children[index], children[index + fromEnd]].find((each) => each?.eq(block)) ?? block);
    return noteSchema.nodes.doc.create(null, same);
  }

  #become(state: EditorState): void {
    this.#state = state;
    this.#view?.update(state);
    this.#listeners.tell();
  }
}

/** Where nothing stands, what is written then ends without a line ending, as in a field. */
function asText(doc: Node, { lead, blocks }: ParsedMarkdown): NoteText {
  const text = makeNoteText(doc, { lead, slices: blocks });
  return blocks.every(({ source }) => source === '') ? { ...text, lead: '', tail: '', isOpen: true } : text;
}
