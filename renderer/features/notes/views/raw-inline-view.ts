import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { mathElement, texOf } from '../../../ui/markdown/mathml.ts';
import { footnoteLabel, goToFootnote } from '../editor/footnotes.ts';
import { strings } from '../strings.ts';
import { htmlElement } from './element.ts';

/** Markup that is kept as source: a formula is drawn, a footnote is its number; anything else is shown as its source. */
export class RawInlineView implements NodeView {
  readonly dom: HTMLElement;
  readonly #view: EditorView;
  readonly #at: () => number | undefined;
  #node: Node;

  constructor(node: Node, view: EditorView, at: () => number | undefined) {
    this.#node = node;
    this.#view = view;
    this.#at = at;
    this.dom = htmlElement('code', { 'data-raw-inline': String(node.attrs['kind']) });
    this.dom.addEventListener('click', this.#clicked);
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || node.attrs['kind'] !== this.#node.attrs['kind']) return false;
    const isSame = node.attrs['source'] === this.#node.attrs['source'];
    this.#node = node;
    if (!isSame) this.#draw();
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  get #source(): string {
    return String(this.#node.attrs['source']);
  }

  /** A footnote that there is is gone to; its source is edited once it is selected by the keys. */
  readonly #clicked = (event: MouseEvent): void => {
    const label = this.dom.dataset['drawn'] === 'footnote' ? footnoteLabel(this.#source) : null;
    if (label !== null && this.#at() !== undefined && goToFootnote(this.#view, label)) event.preventDefault();
  };

  stopEvent({ type }: Event): boolean {
    return this.dom.dataset['drawn'] === 'footnote' && (type === 'mousedown' || type === 'click');
  }

  #draw(): void {
    const source = this.#source;
    const label = this.#node.attrs['kind'] === 'footnote' ? footnoteLabel(source) : null;
    this.dom.dataset['source'] = source;
    this.dom.removeAttribute('data-drawn');
    if (label !== null) {
      this.dom.dataset['drawn'] = 'footnote';
      this.dom.title = strings.footnoteHint;
      this.dom.replaceChildren(htmlElement('sup', {}, label));
      return;
    }
    this.dom.replaceChildren(source);
    if (this.#node.attrs['kind'] === 'math') void this.#drawFormula(source);
  }

  async #drawFormula(source: string): Promise<void> {
    const { tex, display } = texOf(source);
    // Without MathJax, and of what is no TeX, the source is shown.
    const drawn = await mathElement(tex, display).catch(() => null);
    if (drawn === null || this.#source !== source) return;
    this.dom.dataset['drawn'] = 'math';
    this.dom.replaceChildren(drawn);
  }
}
