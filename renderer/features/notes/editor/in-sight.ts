// Decorations of what is near the window, made after typing or scrolling has paused: what thousands of decorations cost would be paid at
// every key.

import { Plugin, PluginKey, type EditorState } from 'prosemirror-state';
import { DecorationSet, type Decoration, type EditorView } from 'prosemirror-view';

/** Decorations come after typing or scrolling has paused for this many milliseconds. */
const pause = 120;
const presses = ['pointerdown', 'pointerup'] as const;
/** Milliseconds. */
const afterPress = 250;
/** Within this many positions around what is seen. */
const margin = 3_000;

/** The part of the document around what is seen. */
export function rangeInSight(view: EditorView): { readonly from: number; readonly to: number } {
  const { top, bottom } = view.dom.parentElement?.closest('.note-scroller')?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, innerHeight);
  return { from: Math.max(0, posAt(view, top) - margin), to: Math.min(view.state.doc.content.size, posAt(view, bottom) + margin) };
}

/**
 * Before the block that lies at a height of the window. Blocks are halved again and again: to ask what lies at a point costs a glance at
 * all of them.
 */
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

/** What is to be decorated now. `shown` is what is so far; null leaves that as it is, `again` asks for another turn. */
export type Draw = (
  view: EditorView,
  shown: DecorationSet,
  again: () => void,
) => readonly Decoration[] | null | Promise<readonly Decoration[] | null>;

class InSight {
  readonly #view: EditorView;
  readonly #key: PluginKey<DecorationSet>;
  readonly #draw: Draw;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #quietUntil = 0;

  constructor(view: EditorView, key: PluginKey<DecorationSet>, draw: Draw) {
    this.#view = view;
    this.#key = key;
    this.#draw = draw;
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

  /** The browser tells of the place of a click a little later than of the click: what is drawn in between would put the old place back. */
  readonly #pressed = (): void => {
    this.#quietUntil = performance.now() + afterPress;
  };

  readonly #later = (): void => {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), pause);
  };

  async #work(): Promise<void> {
    if (performance.now() < this.#quietUntil || this.#view.composing) {
      this.#later();
      return;
    }
    const { doc } = this.#view.state;
    const decorations = await this.#draw(this.#view, this.#key.getState(this.#view.state) ?? DecorationSet.empty, this.#later);
    if (decorations === null || this.#ended) return;
    const { state } = this.#view;
    if (state.doc !== doc) this.#later();
    else this.#view.dispatch(state.tr.setMeta(this.#key, DecorationSet.create(doc, [...decorations])).setMeta('addToHistory', false));
  }
}

/** A plugin that draws what `draw` gives. */
export function decorationsInSight(name: string, draw: () => Draw): Plugin<DecorationSet> {
  const key = new PluginKey<DecorationSet>(name);
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set) => (tr.getMeta(key) as DecorationSet | undefined) ?? (tr.docChanged ? set.map(tr.mapping, tr.doc) : set),
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => new InSight(view, key, draw()),
  });
}
