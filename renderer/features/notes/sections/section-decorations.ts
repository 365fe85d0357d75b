// The decorations of a document, given to the sections in which it is drawn.

import type { Node } from 'prosemirror-model';
import { DecorationSet, type Decoration, type DecorationSource } from 'prosemirror-view';

/** What the declarations of prosemirror-view keep to themselves. */
interface Source extends DecorationSource {
  eq(other: DecorationSource): boolean;
  forEachSet(visit: (set: DecorationSet) => void): void;
}
interface Movable extends Decoration {
  copy(from: number, to: number): Decoration;
  readonly type: object;
}

interface Known {
  readonly decorations: readonly Movable[];
  readonly set: DecorationSet;
}

/** By their section, so that what has not changed is the same set again. */
const decorationsCache = new WeakMap<Node, Known>();

function setOf(section: Node, decorations: readonly Movable[]): DecorationSet {
  const before = decorationsCache.get(section);
  const isSame =
    before?.decorations.length === decorations.length &&
    decorations.every(({ from, to, type }, index) => {
      const other = before.decorations[index];
      return other?.from === from && other.to === to && other.type === type;
    });
  if (before !== undefined && isSame) return before.set;
  const set = DecorationSet.create(section, [...decorations]);
  decorationsCache.set(section, { decorations, set });
  return set;
}

export class SectionDecorations implements DecorationSource {
  readonly #sets = new Map<number, DecorationSet>();

  constructor(sections: readonly Node[], source: DecorationSource) {
    const all: Movable[] = [];
    (source as Source).forEachSet((set) => {
      all.push(...(set.find() as Movable[]));
    });
    if (all.length === 0) return;
    all.sort((one, other) => one.from - other.from || one.to - other.to);
    let next = 0;
    let start = 0;
    /** Those that go on into the next section. */
    let open: Movable[] = [];
    for (const [index, section] of sections.entries()) {
      const { nodeSize } = section;
      const end = start + nodeSize;
      const isLast = index === sections.length - 1;
      for (let one = all[next]; one !== undefined && (one.from < end || isLast); one = all[next]) {
        open.push(one);
        next += 1;
      }
      if (open.length > 0) {
        const within = open.map((each) => each.copy(Math.max(0, each.from - start), Math.min(nodeSize, each.to - start)) as Movable);
        this.#sets.set(start, setOf(section, within));
        open = open.filter(({ to }) => to > end);
      }
      start = end;
    }
  }

  /** No decoration stands between sections. */
  locals(): readonly Decoration[] {
    return [];
  }

  forChild(offset: number): DecorationSource {
    return this.#sets.get(offset) ?? DecorationSet.empty;
  }

  eq(other: DecorationSource): boolean {
    if (!(other instanceof SectionDecorations) || other.#sets.size !== this.#sets.size) return false;
    return [...this.#sets].every(([offset, set]) => {
      const before = other.#sets.get(offset);
      return before !== undefined && (set as DecorationSource as Source).eq(before);
    });
  }

  map(): DecorationSource {
    return this;
  }

  forEachSet(visit: (set: DecorationSet) => void): void {
    for (const set of this.#sets.values()) visit(set);
  }
}
