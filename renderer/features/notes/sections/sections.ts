// Draws a large note in sections. At first those are drawn that are looked at, the others when they come near the window or the browser
// has nothing else to do; and the browser lays out and draws what is looked at alone. To it, as to the editor, a change then costs what
// there is in one section, and not thousands of blocks side by side.
//
// prosemirror-view has no such thing: its description of what is drawn is given the sections in place of the blocks.

import type { Fragment, Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import type { Decoration, DecorationSource, EditorView, NodeView } from 'prosemirror-view';
import { readSelection } from '../editor/unread-selection.ts';
import { whenIdle } from '../when-idle.ts';
import { SectionDecorations } from './section-decorations.ts';
import { inSections, isShownSection, showing } from './section-node.ts';
import { SectionView } from './section-view.ts';

/** A note with more blocks than this is drawn in sections. */
const large = 300;
/** As long as nothing is known of the window. */
const shownAtFirst = 2;
/** How near the window a section is drawn. */
const near = '800px 0px';
/** For how many milliseconds sections out of sight are drawn in one go. */
const slice = 8;

/** What prosemirror-view keeps to itself of its description of a document, or of a part of it. */
interface Description {
  node: Node;
  readonly children: readonly Description[];
  readonly size: number;
  matchesNode(node: Node, outer: readonly Decoration[], inner: DecorationSource): boolean;
  update(node: Node, outer: readonly Decoration[], inner: DecorationSource, view: EditorView): boolean;
  domFromPos(pos: number, side: number): { readonly node: globalThis.Node; readonly offset: number };
}

/** What prosemirror-view keeps to itself of a view. */
interface Internals {
  docView: Description | null;
}

const internalsOf = (view: EditorView): Internals => view as unknown as Internals;

export class Sections {
  #view: EditorView | null = null;
  #sections: readonly Node[] = [];
  #content: Fragment | null = null;
  #node: Node | null = null;
  #decorations: { readonly inner: DecorationSource; readonly of: readonly Node[]; readonly given: DecorationSource } | null = null;
  #observer: IntersectionObserver | null = null;
  readonly #views = new WeakMap<Element, SectionView>();
  #cancel: (() => void) | null = null;

  /** For the editor that these are the sections of. */
  readonly nodeViews = {
    section: (node: Node): NodeView => {
      const view = new SectionView(node);
      if (isShownSection(node)) return view;
      this.#views.set(view.dom, view);
      this.#observer?.observe(view.dom);
      return view;
    },
  };

  /** Whether a note is drawn in sections. */
  static isLarge({ doc }: EditorState): boolean {
    return doc.childCount > large;
  }

  /** What the editor draws from its next update on, until it is destroyed. */
  attach(view: EditorView): void {
    this.#view = view;
    const seen = (entries: readonly IntersectionObserverEntry[]): void => {
      const nodes = entries.flatMap(({ isIntersecting, target }) => (isIntersecting ? [this.#views.get(target)?.node] : []));
      this.#show((section) => nodes.includes(section));
    };
    this.#observer = new IntersectionObserver(seen, { root: view.dom.closest('.note-scroller'), rootMargin: near });
    window.addEventListener('beforeprint', this.#showAll);
    let description = internalsOf(view).docView;
    if (description !== null) this.#adapt(view, description);
    Object.defineProperty(view, 'docView', {
      configurable: true,
      get: () => description,
      set: (next: Description | null) => {
        description = next;
        if (next === null) this.#end();
        else this.#adapt(view, next);
      },
    });
  }

  #end(): void {
    this.#observer?.disconnect();
    this.#cancel?.();
    this.#view = null;
    window.removeEventListener('beforeprint', this.#showAll);
  }

  #adapt(view: EditorView, description: Description): void {
    const matchesNode = description.matchesNode.bind(description);
    const update = description.update.bind(description);
    const domFromPos = description.domFromPos.bind(description);
    const { node } = description;
    Object.assign(description, {
      // The attributes of the document are drawn elsewhere: another title is no other text.
      node: node.type.create(null, node.content),
      matchesNode: (_: Node, outer: readonly Decoration[], inner: DecorationSource) =>
        matchesNode(this.#drawn(view.state), outer, this.#given(inner)),
      update: (_: Node, outer: readonly Decoration[], inner: DecorationSource) =>
        update(this.#drawn(view.state), outer, this.#given(inner), view),
      // Between two sections is before the first block of the second one.
      domFromPos: (pos: number, side: number) => {
        if (this.#sections.length === 0 || side < 0) return domFromPos(pos, side);
        let start = 0;
        for (const child of description.children) {
          if (start === pos && child.children.length > 0) return child.domFromPos(0, side);
          if (start >= pos) break;
          start += child.size;
        }
        return domFromPos(pos, side);
      },
    } satisfies Partial<Description>);
  }

  /** What stands for the document. */
  #drawn({ doc, selection }: EditorState): Node {
    const isNew = this.#sections.length === 0;
    let sections = this.#sections;
    if (doc.content !== this.#content) sections = doc.childCount > large ? inSections(doc.children, sections) : [];
    let start = 0;
    const shown = sections.map((section, index) => {
      const [from, to] = [start, (start += section.nodeSize)];
      const isSelected = [selection.from, selection.to].some((pos) => from <= pos && pos <= to);
      return isSelected || (isNew && index < shownAtFirst) ? showing(section) : section;
    });
    return this.#setSections(doc, shown.every((section, index) => section === sections[index]) ? sections : shown);
  }

  #setSections({ type, content }: Node, sections: readonly Node[]): Node {
    if (this.#node !== null && content === this.#content && sections === this.#sections) return this.#node;
    this.#content = content;
    this.#sections = sections;
    if (this.#cancel === null && !sections.every(isShownSection)) this.#cancel = whenIdle(this.#fill);
    return (this.#node = type.create(null, sections.length === 0 ? content : sections));
  }

  #given(inner: DecorationSource): DecorationSource {
    const of = this.#sections;
    if (of.length === 0) return inner;
    if (this.#decorations?.inner !== inner || this.#decorations.of !== of)
      this.#decorations = { inner, of, given: new SectionDecorations(of, inner) };
    return this.#decorations.given;
  }

  #show(isWanted: (section: Node) => boolean): void {
    if (this.#view === null || this.#sections.every((section) => isShownSection(section) || !isWanted(section))) return;
    readSelection(this.#view);
    const { doc } = this.#view.state;
    if (doc.content !== this.#content) return;
    this.#setSections(
      doc,
      this.#sections.map((section) => (isWanted(section) ? showing(section) : section)),
    );
    this.#view.updateState(this.#view.state);
  }

  readonly #showAll = (): void => {
    this.#show(() => true);
  };

  readonly #fill = (): void => {
    this.#cancel = null;
    const end = performance.now() + slice;
    do {
      const next = this.#sections.find((section) => !isShownSection(section));
      if (next === undefined) return;
      if (this.#view?.composing !== true) this.#show((section) => section === next);
    } while (performance.now() < end && this.#view?.composing !== true);
    this.#cancel ??= whenIdle(this.#fill);
  };
}
