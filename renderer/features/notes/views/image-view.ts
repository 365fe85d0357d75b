import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { strings } from '../strings.ts';
import { element } from './element.ts';

/** Gives an address that may be shown for that of a picture; null for what would have to be fetched from elsewhere. */
export type ShowPicture = (src: string) => Promise<string | null>;

/** A picture; in the place of one from elsewhere its description and address. */
export class ImageView implements NodeView {
  readonly dom = element('span', { class: 'picture' });
  readonly #show: ShowPicture;
  #node: Node;
  #shown: string | null = null;

  constructor(node: Node, show: ShowPicture) {
    this.#node = node;
    this.#show = show;
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const moved = node.attrs['src'] !== this.#node.attrs['src'];
    this.#node = node;
    if (moved) this.#release();
    this.#draw();
    return true;
  }

  destroy(): void {
    this.#release();
  }

  #release(): void {
    if (this.#shown?.startsWith('blob:') === true) URL.revokeObjectURL(this.#shown);
    this.#shown = null;
  }

  #draw(): void {
    const { src, alt, title } = this.#node.attrs as { readonly src: string; readonly alt: string; readonly title: string | null };
    if (src.startsWith('data:')) this.#picture(src, alt, title);
    else if (this.#shown !== null) this.#picture(this.#shown, alt, title);
    else {
      this.#placeholder(src, alt);
      void this.#load(src);
    }
  }

  async #load(src: string): Promise<void> {
    const shown = await this.#show(src).catch(() => null);
    if (shown === null || this.#node.attrs['src'] !== src) return;
    this.#shown = shown;
    this.#draw();
  }

  #picture(src: string, alt: string, title: string | null): void {
    this.dom.className = 'picture';
    this.dom.replaceChildren(element('img', { src, alt, draggable: 'false', ...(title === null ? {} : { title }) }));
  }

  #placeholder(src: string, alt: string): void {
    this.dom.className = 'picture picture-absent';
    this.dom.title = strings.notFetched;
    this.dom.replaceChildren(
      element('span', { class: 'picture-alt' }, alt || strings.pictureMissing),
      element('span', { class: 'picture-address' }, src),
    );
  }
}
