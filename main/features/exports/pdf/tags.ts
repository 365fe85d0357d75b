// The structure of a PDF for those who have it read aloud: what is a heading, a list, a cell.

import type { DocumentLink } from '../document.ts';

export type PdfDocument = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

interface TagOptions {
  readonly alt?: string;
  readonly lang?: string;
  readonly scope?: 'Column' | 'Row';
  /** Of a cell. */
  readonly columns?: number;
  readonly rows?: number;
}

/** What the library's options leave out: over how many columns and rows a cell reaches. */
function addSpans(element: Element, { columns = 1, rows = 1 }: TagOptions): void {
  if (columns === 1 && rows === 1) return;
  const { data } = (element as unknown as { readonly dictionary: { readonly data: Record<string, unknown> } }).dictionary;
  data['A'] = {
    ...(data['A'] as object | undefined),
    O: 'Table',
    ...(columns > 1 ? { ColSpan: columns } : {}),
    ...(rows > 1 ? { RowSpan: rows } : {}),
  };
}

/** A part of the structure; made in the document when something in it is first drawn. */
export class TagNode {
  readonly type: string;
  readonly parent: TagNode | null;
  readonly options: TagOptions;
  element: Element | null = null;

  constructor(type: string, parent: TagNode | null, options: TagOptions = {}) {
    this.type = type;
    this.parent = parent;
    this.options = options;
  }

  child(type: string, options: TagOptions = {}): TagNode {
    return new TagNode(type, this, options);
  }
}

/** Says what is being drawn. One thing at a time: what comes next ends what was before. */
export class Tagger {
  readonly #doc: PdfDocument;
  #open: { readonly node: TagNode | null; readonly link: DocumentLink | null; readonly element: Element | null } | null = null;

  constructor(doc: PdfDocument) {
    this.#doc = doc;
  }

  /** What is drawn from now on is text of this part, or of a link in it; the link's element is given back, to tie its area to. */
  content(node: TagNode, link: DocumentLink | null): Element | null {
    if (this.#open?.node === node && this.#open.link === link) return this.#open.element;
    this.close();
    const outer = this.#element(node);
    const element = link === null ? outer : this.#doc.struct('Link');
    if (link !== null) outer.add(element);
    element.add(this.#doc.markStructureContent(link === null ? node.type : 'Link'));
    this.#open = { node, link, element: link === null ? null : element };
    return this.#open.element;
  }

  /** What is drawn from now on is no part of the text: lines, grounds, page numbers. */
  artifact(type: 'Layout' | 'Pagination' = 'Layout'): void {
    if (this.#open !== null && this.#open.node === null) return;
    this.close();
    this.#doc.markContent('Artifact', { type });
    this.#open = { node: null, link: null, element: null };
  }

  /** To be called before a page ends: a link's area is written down with the page that is open then. */
  close(): void {
    if (this.#open === null) return;
    this.#doc.endMarkedContent();
    this.#open.element?.end();
    this.#open = null;
  }

  #element(node: TagNode): Element {
    if (node.element !== null) return node.element;
    const element = this.#doc.struct(node.type, { ...node.options });
    addSpans(element, node.options);
    if (node.parent === null) this.#doc.addStructure(element);
    else this.#element(node.parent).add(element);
    node.element = element;
    return element;
  }
}
