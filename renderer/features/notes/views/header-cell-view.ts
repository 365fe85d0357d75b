import type { Node } from 'prosemirror-model';
import type { NodeView, ViewMutationRecord } from 'prosemirror-view';
import { directionOf } from '../editor/directions.ts';

/** A cell of a table's first row. One without text heads nothing, and is no header to those who hear the page. */
export class HeaderCellView implements NodeView {
  readonly dom = document.createElement('th');
  readonly contentDOM = this.dom;

  constructor(node: Node) {
    this.#show(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'table_header') return false;
    this.#show(node);
    return true;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type === 'attributes';
  }

  #show(node: Node): void {
    const { attrs, content } = node;
    this.dom.dir = directionOf(node);
    this.dom.style.textAlign = (attrs['align'] as string | null) ?? '';
    if (content.size === 0) this.dom.setAttribute('role', 'cell');
    else this.dom.removeAttribute('role');
  }
}
