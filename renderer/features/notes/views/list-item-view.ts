import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { strings } from '../strings.ts';
import { htmlElement } from './element.ts';

/** An item of a list; a task has a box to tick. */
export class ListItemView implements NodeView {
  readonly dom = htmlElement('li');
  readonly contentDOM = htmlElement('div', { class: 'item-content' });
  readonly #view: EditorView;
  readonly #at: () => number | undefined;
  #box: HTMLInputElement | null = null;
  #node: Node;

  constructor(node: Node, view: EditorView, at: () => number | undefined) {
    this.#node = node;
    this.#view = view;
    this.#at = at;
    this.dom.append(this.contentDOM);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const changed = node.attrs['checked'] !== this.#node.attrs['checked'];
    const renamed = node.firstChild !== this.#node.firstChild;
    this.#node = node;
    if (changed) this.#show();
    else if (renamed) this.#nameBox();
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#box;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(): void {
    const checked = this.#node.attrs['checked'] as boolean | null;
    if (checked === null) {
      this.dom.removeAttribute('data-checked');
      this.#box?.remove();
      this.#box = null;
      return;
    }
    this.dom.setAttribute('data-checked', String(checked));
    this.#box ??= this.#makeBox();
    this.#box.checked = checked;
    this.#nameBox();
  }

  /** By what the task says now. */
  #nameBox(): void {
    this.#box?.setAttribute('aria-label', this.#node.firstChild?.textContent.slice(0, 100) || strings.taskList);
  }

  /** Its key is Ctrl+Enter in the text: as a stop of the Tab key it would only be in the way. */
  #makeBox(): HTMLInputElement {
    const box = htmlElement('input', { type: 'checkbox', tabindex: '-1', contenteditable: 'false', class: 'task-box' });
    box.addEventListener('change', () => {
      const at = this.#at();
      if (at !== undefined) this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, 'checked', box.checked));
    });
    this.dom.prepend(box);
    return box;
  }
}
