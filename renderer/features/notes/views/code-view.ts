import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { isComposing } from '../../../actions/shortcut.ts';
import { copyText } from '../../../ui/hand-over.ts';
import { footnoteLabel, goToReference } from '../editor/footnotes.ts';
import { codeLanguage, withLanguage } from '../editor/highlight.ts';
import { drawnChip } from '../editor/mentions.ts';
import { strings } from '../strings.ts';
import { drawnFor, type DrawnSource } from './drawn-source.ts';
import { htmlElement } from './element.ts';

const { nodes } = noteSchema;

/** Code, front matter, or markdown that is kept as its source, under a line that says what it is. */
export class CodeView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = htmlElement('code', { spellcheck: 'false' });
  readonly #view: EditorView;
  readonly #at: () => number | undefined;
  readonly #head: HTMLElement;
  readonly #drawn: DrawnSource | null;
  #language: HTMLInputElement | null = null;
  #node: Node;

  constructor(node: Node, view: EditorView, at: () => number | undefined) {
    this.#node = node;
    this.#view = view;
    this.#at = at;
    this.#head = htmlElement('div', { class: 'code-head', contenteditable: 'false' });
    if (node.type === nodes.code_block) this.#head.append(this.#makeLanguage(), this.#makeCopy());
    else this.#head.append(this.#label());
    if (node.type === nodes.raw_block && node.attrs['kind'] === 'footnote') this.#head.append(this.#makeBack());
    this.dom = htmlElement('div', { class: `code-view code-view-${node.type.name}` }, this.#head, htmlElement('pre', {}, this.contentDOM));
    this.#drawn = drawnFor(node, this.dom, {
      onPress: () => {
        this.#goIn();
      },
      onBack: () => {
        this.#goBack();
      },
      chipFor: (mention, text) => drawnChip(view, mention, text),
    });
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || (node.type !== nodes.code_block && !node.sameMarkup(this.#node))) return false;
    this.#node = node;
    this.#drawn?.draw(node);
    if (this.#language !== null && this.#language !== document.activeElement) this.#language.value = codeLanguage(node);
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target instanceof globalThis.Node && (this.#head.contains(target) || this.#drawn?.dom.contains(target) === true);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #label(): string {
    if (this.#node.type === nodes.frontmatter) return strings.frontMatter;
    return strings.rawKinds[String(this.#node.attrs['kind'])] ?? strings.rawCard;
  }

  /** Puts the cursor at the end of the source, which is shown then. */
  #goIn(): void {
    const at = this.#at();
    if (at === undefined) return;
    const { tr, doc } = this.#view.state;
    const end = at + 1 + this.#node.content.size - (this.#node.textContent.endsWith('\n$$') ? 3 : 0);
    this.#view.dispatch(tr.setSelection(TextSelection.create(doc, end)));
    this.#view.focus();
  }

  #makeBack(): HTMLButtonElement {
    const button = htmlElement('button', { type: 'button', class: 'code-copy code-back', tabindex: '-1' }, strings.footnoteBack);
    button.addEventListener('click', () => {
      this.#goBack();
    });
    return button;
  }

  #goBack(): void {
    goToReference(this.#view, footnoteLabel(this.#node.textContent) ?? '');
  }

  #makeLanguage(): HTMLInputElement {
    const input = htmlElement('input', {
      class: 'code-language',
      'aria-label': strings.language,
      placeholder: strings.plain,
      list: 'code-languages',
      spellcheck: 'false',
      autocapitalize: 'off',
      tabindex: '-1',
    });
    input.value = codeLanguage(this.#node);
    const apply = (): void => {
      const at = this.#at();
      const language = input.value.trim().replace(/[\s`]+/g, '-');
      if (at === undefined || language === codeLanguage(this.#node)) return;
      this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, 'params', withLanguage(this.#node, language)));
    };
    input.addEventListener('change', apply);
    input.addEventListener('keydown', (event) => {
      if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event)) return;
      event.preventDefault();
      if (event.key === 'Enter') apply();
      this.#view.focus();
    });
    this.#language = input;
    return input;
  }

  #makeCopy(): HTMLButtonElement {
    const button = htmlElement('button', { type: 'button', class: 'code-copy', tabindex: '-1' }, strings.copyCode);
    button.addEventListener('click', () => {
      void copyText(this.#node.textContent, strings.codeCopied);
    });
    return button;
  }
}
