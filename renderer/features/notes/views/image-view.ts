import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { maybeFileName } from '../../../../main/contract/file-names.ts';
import type { NoteFile } from '../../../../main/contract/files.ts';
import { markInk } from '../../../ui/picture-ink.ts';
import { percentText, sizeText } from '../../../ui/format.ts';
import { maybeUpload, playerFor } from '../files/addresses.ts';
import { saveLinked } from '../files/intake.ts';
import { isRemote } from '../files/remote-pictures.ts';
import type { ShownFiles } from '../files/shown-files.ts';
import { strings } from '../strings.ts';
import { htmlElement } from './element.ts';

interface Attributes {
  readonly src: string;
  readonly alt: string;
  readonly title: string | null;
}

interface Size {
  readonly width: number;
  readonly height: number | null;
}

/** A picture is drawn from the small one that the service makes as long as it takes no more pixels than this. */
const thumbnailSide = 512;

/** A picture, sound or video; of a file of another kind what it is called, and of a picture from elsewhere its description and address. */
export class ImageView implements NodeView {
  readonly dom = htmlElement('span', { class: 'picture' });
  readonly #files: ShownFiles;
  readonly #size: Size | null;
  readonly #ends: readonly (() => void)[];
  #node: Node;
  /** What is drawn, and of which address. */
  #url: string | null = null;
  #drawn = '';
  #endWait: (() => void) | null = null;
  #isDestroyed = false;

  /** `size`: of a picture, in CSS pixels, where the note says it; a height of null follows from its shape. */
  constructor(node: Node, files: ShownFiles, size: Size | null = null) {
    this.#size = size;
    this.#node = node;
    this.#files = files;
    this.#ends = [
      files.uploads.subscribe((key) => {
        if (key === maybeUpload(this.#attributes.src)) this.#draw();
      }),
      files.remote.subscribe(() => {
        if (isRemote(this.#attributes.src)) this.#drawAnew();
      }),
    ];
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#draw();
    return true;
  }

  destroy(): void {
    for (const end of this.#ends) end();
    this.#endWait?.();
    this.#isDestroyed = true;
    this.#release();
  }

  /** Players have buttons of their own, and so has what asks for pictures from elsewhere. */
  stopEvent(event: Event): boolean {
    return (event.target instanceof HTMLMediaElement || event.target instanceof HTMLButtonElement) && event.type !== 'dragstart';
  }

  ignoreMutation(): boolean {
    return true;
  }

  get #attributes(): Attributes {
    return this.#node.attrs as Attributes;
  }

  #release(): void {
    if (this.#url !== null) URL.revokeObjectURL(this.#url);
    this.#url = null;
  }

  #drawAnew(): void {
    this.#drawn = '';
    this.#draw();
  }

  #draw(): void {
    const { src } = this.#attributes;
    const [key, name] = [maybeUpload(src), maybeFileName(src)];
    if (key !== null) {
      this.#upload(key);
      return;
    }
    const isNew = src !== this.#drawn;
    this.#drawn = src;
    if (!isNew) this.#describe();
    else if (src.startsWith('data:')) this.#show(src);
    else if (name !== null) void this.#load(() => this.#file(name));
    else {
      this.#placeholder(strings.notFetched, src, isRemote(src) && !this.#files.remote.isAllowed);
      void this.#load(async () => {
        const blob = await this.#files.maybePicture(src);
        if (blob !== null) this.#showBlob(src, blob);
      });
    }
  }

  /** Draws what takes a while to be had; what cannot be had is told as such, and tried again when the service is back. */
  async #load(draw: () => Promise<void>): Promise<void> {
    try {
      await draw();
    } catch {
      if (this.#isDestroyed || this.#attributes.src !== this.#drawn) return;
      this.#placeholder(strings.fileUnreadable, this.#drawn);
      this.#endWait?.();
      this.#endWait = this.#files.onceBack(() => {
        this.#drawAnew();
      });
    }
  }

  async #file(name: string): Promise<void> {
    const { src } = this.#attributes;
    const info = await this.#files.info(name);
    if (info !== null && !/^(?:image|audio|video)\//.test(info.mimeType)) {
      if (src === this.#attributes.src) this.#chip(src, info);
      return;
    }
    const isPicture = info?.mimeType.startsWith('image/') ?? playerFor(name) === null;
    if (!isPicture || (info?.width ?? 0) <= thumbnailSide) {
      this.#showBlob(src, await this.#files.content(name), info?.mimeType);
      return;
    }
    const measures = { width: info?.width ?? 0, height: info?.height ?? 0 };
    this.#showBlob(src, await this.#files.content(name, '512'), 'image/webp', measures);
    const room = (this.dom.firstElementChild?.clientWidth ?? 0) * devicePixelRatio;
    if (room > thumbnailSide) this.#showBlob(src, await this.#files.content(name), info?.mimeType, measures);
  }

  #upload(key: string): void {
    const upload = this.#files.uploads.maybe(key);
    const { src } = this.#attributes;
    if (upload === null) {
      // It has arrived, and gets its name in a moment; or another page has it.
      if (src !== this.#drawn) this.#placeholder(strings.uploadElsewhere, '');
      return;
    }
    if (src !== this.#drawn) {
      this.#drawn = src;
      this.#showBlob(src, upload.file);
    }
    this.dom.classList.add('picture-sending');
    this.dom.dataset['share'] = upload.share === null ? strings.uploadWaits : percentText(upload.share);
  }

  #showBlob(src: string, blob: Blob, type = blob.type, measures: { readonly width: number; readonly height: number } | null = null): void {
    if (this.#attributes.src !== src) return;
    this.#release();
    this.#url = URL.createObjectURL(blob);
    this.#show(this.#url, playerFor(src, type), measures);
  }

  #show(
    url: string,
    player: 'audio' | 'video' | null = null,
    measures: { readonly width: number; readonly height: number } | null = null,
  ): void {
    this.dom.className = 'picture';
    delete this.dom.dataset['share'];
    this.dom.removeAttribute('title');
    const shape = measures === null ? {} : { width: String(measures.width), height: String(measures.height) };
    const shown =
      player === null
        ? htmlElement('img', { src: url, draggable: 'false', ...shape })
        : htmlElement(player, { src: url, controls: '', preload: 'metadata' });
    if (shown instanceof HTMLImageElement) {
      shown.addEventListener('load', () => {
        markInk(shown);
      });
    }
    if (this.#size !== null && shown instanceof HTMLImageElement) {
      const { width, height } = this.#size;
      shown.style.inlineSize = `${width}px`;
      // Where there is less room, it keeps this shape.
      if (height !== null) shown.style.aspectRatio = `${width} / ${height}`;
    }
    this.dom.replaceChildren(shown);
    this.#describe();
  }

  /** What cannot be drawn looks as a link to the file does, and is saved by a click. */
  #chip(src: string, { filename, size }: NoteFile): void {
    this.#release();
    this.dom.className = 'picture';
    this.dom.removeAttribute('title');
    const button = htmlElement('button', { type: 'button', class: 'file-link', 'data-size': sizeText(size) }, filename);
    button.addEventListener('click', () => {
      void saveLinked(this.#files, src);
    });
    this.dom.replaceChildren(button);
    this.#describe();
  }

  #describe(): void {
    const { alt, title } = this.#attributes;
    const [shown] = this.dom.children;
    if (shown instanceof HTMLImageElement) shown.alt = alt;
    else if (shown instanceof HTMLMediaElement) shown.setAttribute('aria-label', alt);
    else if (shown?.className === 'picture-alt') shown.textContent = alt === '' ? strings.pictureMissing : alt;
    if (shown instanceof HTMLElement && title !== null) shown.title = title;
  }

  #placeholder(why: string, address: string, canBeAsked = false): void {
    this.#release();
    this.dom.className = 'picture picture-absent';
    this.dom.title = why;
    this.dom.replaceChildren(
      htmlElement('span', { class: 'picture-alt' }, this.#attributes.alt || strings.pictureMissing),
      htmlElement('span', { class: 'picture-address' }, address === '' ? why : address),
    );
    if (canBeAsked) this.#offer();
  }

  /** Nothing is asked of other servers before a click. */
  #offer(): void {
    const button = htmlElement('button', { type: 'button', class: 'button button-plain picture-ask' }, strings.showRemote);
    button.addEventListener('click', () => {
      this.#files.remote.allow();
    });
    this.dom.append(button);
  }
}
