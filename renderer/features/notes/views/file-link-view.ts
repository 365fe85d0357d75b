import type { Mark } from 'prosemirror-model';
import type { MarkView } from 'prosemirror-view';
import { maybeFileName } from '../../../../main/contract/file-names.ts';
import { percentText, sizeText } from '../../../ui/format.ts';
import { leadsToFile, maybeUpload } from '../files/addresses.ts';
import type { ShownFiles } from '../files/shown-files.ts';
import { strings } from '../strings.ts';
import { htmlElement } from './element.ts';

/** A link: one that leads to a file is shown with the file's size, or how far it is on its way. */
export class FileLinkView implements MarkView {
  readonly dom: HTMLAnchorElement;
  readonly contentDOM: HTMLElement;
  readonly #files: ShownFiles;
  #end: (() => void) | null = null;
  #isDestroyed = false;

  constructor({ attrs }: Mark, files: ShownFiles) {
    const { href, title } = attrs as { readonly href: string; readonly title: string | null };
    this.#files = files;
    this.dom = htmlElement('a', { href, rel: 'noopener noreferrer', ...(title === null ? {} : { title }) });
    this.contentDOM = this.dom;
    if (!leadsToFile(href)) return;
    this.dom.classList.add('file-link');
    const key = maybeUpload(href);
    if (key === null) void this.#showSize(maybeFileName(href) ?? '');
    else {
      this.#end = files.uploads.subscribe((other) => {
        if (other === key) this.#showUpload(key);
      });
      this.#showUpload(key);
    }
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#end?.();
  }

  /** What stands beside the text is drawn by the style sheet: the editor reads nothing but text here. */
  ignoreMutation(mutation: { readonly type: string }): boolean {
    return mutation.type === 'attributes';
  }

  async #showSize(name: string): Promise<void> {
    try {
      const info = await this.#files.info(name);
      this.dom.dataset['size'] = info === null ? strings.fileGone : sizeText(info.size);
    } catch {
      if (this.#isDestroyed) return;
      this.#end = this.#files.onceBack(() => void this.#showSize(name));
    }
  }

  #showUpload(key: string): void {
    const upload = this.#files.uploads.maybe(key);
    this.dom.dataset['size'] =
      upload === null ? strings.uploadElsewhere : upload.share === null ? strings.uploadWaits : percentText(upload.share);
  }
}
