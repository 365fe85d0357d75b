import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import { htmlElement } from '../views/element.ts';
import { isShownSection } from './section-node.ts';

/** In pixels: what blocks that were never drawn take up, more or less. */
const [line, lineLength, margin, codeHead] = [26, 80, 14, 36] as const;

function heightOf(section: Node): number {
  let height = 0;
  for (const block of section.children) {
    height += margin;
    if (block.type.spec.code === true) height += codeHead + block.textContent.split('\n').length * line;
    else if (block.isTextblock) height += line * Math.max(1, Math.ceil(block.content.size / lineLength));
    else height += line * Math.max(block.childCount, Math.ceil(block.content.size / lineLength));
  }
  return height;
}

/** Blocks of a large note, or their place. They look as they do in a small one. */
export class SectionView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM?: HTMLElement;
  node: Node;

  constructor(node: Node) {
    this.node = node;
    const height = `${heightOf(node)}px`;
    this.dom = htmlElement('div', { class: 'note-section note-text' });
    this.dom.style.setProperty('contain-intrinsic-block-size', `auto ${height}`);
    if (isShownSection(node)) this.contentDOM = this.dom;
    else this.dom.style.blockSize = height;
  }

  update(node: Node): boolean {
    if (isShownSection(node) !== isShownSection(this.node)) return false;
    this.node = node;
    return true;
  }
}
