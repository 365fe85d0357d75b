// Colours in code blocks. The grammars come when the first block needs them. Of many blocks only those near the window are
// coloured: what thousands of decorations cost would be paid at every key.

import { Plugin, PluginKey, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { Node } from 'prosemirror-model';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import type { Painter, Piece } from './grammars.ts';

const { nodes } = noteSchema;
const key = new PluginKey<DecorationSet>('highlight');
/** Longer code stays plain: it would take too long while somebody types in it. */
const longest = 50_000;
/** Colours come after typing or scrolling has paused for so many milliseconds. */
const pause = 120;
/** Up to so many blocks all are coloured, */
const few = 40;
/** beyond that those within so many positions around what is seen. */
const margin = 3_000;

/** The first word of the info string, in lower case. */
export function languageOf(node: Node): string {
  if (node.type === nodes.frontmatter) return 'yaml';
  return /^\S*/.exec(String(node.attrs['params']).trim().toLowerCase())?.[0] ?? '';
}

interface Found {
  readonly node: Node;
  readonly pos: number;
}

function codeBlocks(doc: Node, from: number, to: number, most = Number.POSITIVE_INFINITY): Found[] {
  const found: Found[] = [];
  doc.nodesBetween(from, to, (node, pos) => {
    if (found.length > most) return false;
    if (node.type === nodes.code_block || node.type === nodes.frontmatter) found.push({ node, pos });
    return !node.isTextblock;
  });
  return found;
}

/** The blocks that are worth colours. */
function blocksInSight(view: EditorView): Found[] {
  const { doc } = view.state;
  const all = codeBlocks(doc, 0, doc.content.size, few);
  if (all.length <= few) return all;
  const { top, bottom } = view.dom.parentElement?.closest('.note-scroller')?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, innerHeight);
  return codeBlocks(doc, Math.max(0, posAt(view, top) - margin), Math.min(doc.content.size, posAt(view, bottom) + margin), few);
}

/** Before the block that lies at a height of the window. Blocks are halved again and again: to ask what lies at a point costs a glance at all of them. */
function posAt(view: EditorView, y: number): number {
  const { children } = view.dom;
  let [first, last] = [0, children.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) < y) first = middle + 1;
    else last = middle;
  }
  const found = children[first];
  return found === undefined ? 0 : view.posAtDOM(found, 0);
}

const presses = ['pointerdown', 'pointerup'] as const;
/** Milliseconds. */
const afterPress = 250;

class Colouring {
  readonly #view: EditorView;
  /** By identity: a block that is touched is another one. */
  readonly #painted = new WeakMap<Node, readonly Piece[]>();
  #shown: readonly Node[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #paint: Painter | null = null;
  #ended = false;
  #quietUntil = 0;

  constructor(view: EditorView) {
    this.#view = view;
    for (const type of presses) document.addEventListener(type, this.#pressed, { capture: true, passive: true });
    document.addEventListener('scroll', this.#later, { capture: true, passive: true });
    this.#later();
  }

  update(view: EditorView, before: EditorState): void {
    if (view.state.doc !== before.doc) this.#later();
  }

  destroy(): void {
    this.#ended = true;
    document.removeEventListener('scroll', this.#later, { capture: true });
    for (const type of presses) document.removeEventListener(type, this.#pressed, { capture: true });
    clearTimeout(this.#timer);
  }

  /** The browser tells of the place of a click a little later than of the click: colours that come in between would put the old place back. */
  readonly #pressed = (): void => { this.#quietUntil = performance.now() + afterPress; };

  readonly #later = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), pause);
  };

  async #work(): Promise<void> {
    if (performance.now() < this.#quietUntil) {
      this.#later();
      return;
    }
    const found = blocksInSight(this.#view);
    if (found.every(({ node }) => this.#shown.includes(node)) && found.length === this.#shown.length) return;
    if (this.#paint === null) {
      this.#paint = await import('./grammars.ts').then(({ paint }) => paint).catch(() => null);
      // Without them, as while the service is away, the code is readable all the same; the next change tries again.
      if (!this.#ended && this.#paint !== null) this.#later();
      return;
    }
    const paint = this.#paint;
    const decorations = found.flatMap((block) => this.#decorations(block, paint));
    this.#shown = found.map(({ node }) => node);
    const { state } = this.#view;
    this.#view.dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, decorations)).setMeta('addToHistory', false));
  }

  #decorations({ node, pos }: Found, paint: Painter): Decoration[] {
    if (node.content.size > longest) return [];
    const pieces = this.#painted.get(node) ?? paint(languageOf(node), node.textContent);
    this.#painted.set(node, pieces);
    return pieces.map(({ from, to, names }) => Decoration.inline(pos + 1 + from, pos + 1 + to, { class: names }));
  }
}

export function highlightPlugin(): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set) => (tr.getMeta(key) as DecorationSet | undefined) ?? (tr.docChanged ? set.map(tr.mapping, tr.doc) : set),
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => new Colouring(view),
  });
}
