// Decorations of what is near the window, made after typing or scrolling has paused: what thousands of decorations cost would be paid at
// every key.

import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState } from 'prosemirror-state';
import { DecorationSet, type Decoration, type EditorView } from 'prosemirror-view';

/** Decorations come after typing or scrolling has paused for this many milliseconds. */
const debounceMs = 120;
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

/** Before the block that lies at a height of the window. */
function posAt(view: EditorView, y: number): number {
  const block = blockElementAt(view, y);
  return block === undefined ? 0 : view.posAtDOM(block, 0);
}

/** The block at a height of the window, the first one that ends below it, else the last one; a section of a large note not yet drawn. */
export function blockElementAt(view: EditorView, y: number): Element | undefined {
  const found = childAt(view.dom, y);
  return found?.classList.contains('note-section') === true ? (childAt(found, y) ?? found) : found;
}

/**
 * The first child that ends below a height, else the last one. Elements are halved again and again: to ask what lies at a point costs a
 * glance at all of them.
 */
export function childAt({ children }: Element, y: number): Element | undefined {
  let [first, last] = [0, children.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) < y) first = middle + 1;
    else last = middle;
  }
  return children[first];
}

/** What is to be decorated now. `shown` is what is so far; null leaves that as it is, `again` asks for another turn. */
export type Draw = (
  view: EditorView,
  shown: DecorationSet,
  again: () => void,
) => readonly Decoration[] | null | Promise<readonly Decoration[] | null>;

/** A stretch of text with what its element is to have. */
export interface StyledRange {
  readonly from: number;
  readonly to: number;
  readonly attrs: Readonly<Record<string, string>>;
}

/**
 * Hides signs. The outermost one is there and only takes no room: beyond what is not drawn at all browsers put no cursor, and what is typed
 * at the end of a line would go inside of the signs.
 */
export function hiddenSigns(from: number, to: number, outermost: 'first' | 'last'): readonly StyledRange[] {
  const [edge, rest] = [{ class: 'sign-edge' }, { class: 'sign-hidden' }];
  const border = outermost === 'first' ? from + 1 : to - 1;
  return [
    { from, to: border, attrs: outermost === 'first' ? edge : rest },
    { from: border, to, attrs: outermost === 'first' ? rest : edge },
  ];
}

/** What else decides about the decorations. */
interface SightOptions {
  /** Whether a change of the state that leaves the document as it is asks for others. */
  readonly isStale?: (state: EditorState, before: EditorState) => boolean;
  /** Those of them that are shown in a state, such as all but what the cursor is at. */
  readonly shown?: (set: DecorationSet, state: EditorState) => DecorationSet;
}

class InSight {
  readonly #view: EditorView;
  readonly #key: PluginKey<DecorationSet>;
  readonly #draw: Draw;
  readonly #isStale: SightOptions['isStale'];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #quietUntil = 0;

  constructor(view: EditorView, key: PluginKey<DecorationSet>, draw: Draw, isStale: SightOptions['isStale']) {
    this.#view = view;
    this.#key = key;
    this.#draw = draw;
    this.#isStale = isStale;
    for (const type of presses) document.addEventListener(type, this.#pressed, { capture: true, passive: true });
    document.addEventListener('scroll', this.#later, { capture: true, passive: true });
    this.#later();
  }

  update(view: EditorView, before: EditorState): void {
    if (view.state.doc !== before.doc || this.#isStale?.(view.state, before) === true) this.#later();
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
    this.#timer = setTimeout(() => void this.#work(), debounceMs);
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
export function decorationsInSight(name: string, draw: () => Draw, { isStale, shown }: SightOptions = {}): Plugin<DecorationSet> {
  const key = new PluginKey<DecorationSet>(name);
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set) => (tr.getMeta(key) as DecorationSet | undefined) ?? (tr.docChanged ? set.map(tr.mapping, tr.doc) : set),
    },
    props: {
      decorations: (state) => {
        const set = key.getState(state) ?? DecorationSet.empty;
        return shown === undefined ? set : shown(set, state);
      },
    },
    view: (view) => new InSight(view, key, draw(), isStale),
  });
}

/** Of a longer document only what is near the window is looked through. */
const short = 20_000;

/** The part of the document that is decorated: all of a short one. */
export function sight(view: EditorView): { readonly from: number; readonly to: number } {
  const { size } = view.state.doc.content;
  return size <= short ? { from: 0, to: size } : rangeInSight(view);
}

/** Calls `visit` for each block of text around what is seen, with the position of its content. */
export function eachTextblockInSight(view: EditorView, visit: (block: Node, start: number) => void): void {
  const { doc } = view.state;
  const { from, to } = sight(view);
  doc.nodesBetween(from, to, (node, pos) => {
    if (!node.isTextblock) return true;
    visit(node, pos + 1);
    return false;
  });
}

/** Whether the same is shown already: each decoration tells what it says by `spec.key`. */
export function isDecorated(wanted: readonly Decoration[], shown: DecorationSet): boolean {
  const nameOf = ({ from, to, spec }: Decoration): string => `${from} ${to} ${(spec as { readonly key: string }).key}`;
  const names = new Set(shown.find().map(nameOf));
  return wanted.length === names.size && wanted.every((each) => names.has(nameOf(each)));
}
