// Text that comes from another block, or from elsewhere in the same one, with the bytes that it had there: as where two are joined.

import type { Node } from 'prosemirror-model';
import { parseWeight } from '../../parse-weight.ts';
import { align, type SourceSpan } from './alignment.ts';
import { atomsOf, type Atom } from './atoms.ts';
import { spanOfLines, type BlockDraft, type SourceReader } from './draft.ts';
import { sourceBetween } from './mark-edges.ts';
import { placesOf, type LineSpan } from './tree.ts';

/** What is shorter than this is written as quickly as it is found, and stands in many places. */
const leastAtoms = 3;
/** Of the places where a text begins alike, this many are looked at. */
const maxPlaces = 3;
/** Up to this many atoms may be in no text: each is looked for in all of them. */
const maxUnknown = 100;

interface Text {
  readonly atoms: readonly Atom[];
  readonly code: string;
  readonly source: string;
  /** Undefined until they are asked for, null where they are not known. */
  spans?: readonly SourceSpan[] | null;
}

/** Part of a text, from atom `at` on. */
interface Part {
  readonly text: Text;
  readonly at: number;
  readonly length: number;
}

/** The texts of some blocks, with their bytes. */
export class KnownTexts {
  readonly #drafts: readonly BlockDraft[];
  readonly #reader: SourceReader;
  #texts: readonly Text[] | null = null;

  constructor(drafts: readonly BlockDraft[], reader: SourceReader) {
    this.#drafts = drafts;
    this.#reader = reader;
  }

  /**
   * These atoms with the bytes that parts of them had, and between them letters as they are. Lines end with `\n`, without what stood before
   * the next. null where no part is known, or another one has markup.
   */
  sourceOf(atoms: readonly Atom[]): string | null {
    if (atoms.length < leastAtoms || this.#drafts.length === 0) return null;
    const code = codeOf(atoms);
    const sources: string[] = [];
    let [isKnown, unknown] = [false, 0];
    for (let index = 0; index < atoms.length;) {
      const part = this.#longest(atoms, code, index);
      const source = part === null ? null : this.#sourceOf(part);
      const { letter, marks } = atoms[index] as Atom;
      if (source === null && (letter === null || marks.length > 0 || (unknown += 1) > maxUnknown)) return null;
      isKnown ||= source !== null;
      sources.push(source ?? letter ?? '');
      index += source === null ? 1 : (part?.length ?? 1);
    }
    return isKnown ? sources.join('') : null;
  }

  /** The longest part of a text that is as the atoms from number `start` on. */
  #longest(atoms: readonly Atom[], code: string, start: number): Part | null {
    const beginning = code.slice(start, start + leastAtoms);
    let best: Part | null = null;
    for (const text of beginning.length < leastAtoms ? [] : this.#all()) {
      let at = text.code.indexOf(beginning);
      for (let places = 0; at >= 0 && places < maxPlaces; places++, at = text.code.indexOf(beginning, at + 1)) {
        let length = 0;
        while (start + length < atoms.length && atoms[start + length]?.key === text.atoms[at + length]?.key) length++;
        if (length >= leastAtoms && length > (best?.length ?? 0)) best = { text, at, length };
      }
    }
    return best;
  }

  #sourceOf({ text, at, length }: Part): string | null {
    const { atoms, source } = text;
    if (text.spans === undefined) text.spans = align(atoms, source, 'links', this.#reader);
    const { spans } = text;
    const found = spans === null ? null : sourceBetween({ olds: atoms, spans, source }, at, at + length);
    return found?.replace(/(?:\r\n|\n|\r)[ \t>]*/g, '\n') ?? null;
  }

  #all(): readonly Text[] {
    if (this.#texts !== null) return this.#texts;
    const texts: Text[] = [];
    for (const { node, source } of this.#drafts) {
      const add = (block: Node, place: LineSpan | null): void => {
        if (place === null || block.type.spec.code === true) return;
        if (!block.isTextblock) {
          for (const [index, child] of block.children.entries()) add(child, place.children[index] ?? null);
          return;
        }
        const { start, end } = spanOfLines(source, place.from, place.to);
        const atoms = atomsOf(block);
        texts.push({ atoms, code: codeOf(atoms), source: source.slice(start, end).trimEnd() });
      };
      if (this.#reader.spend(parseWeight(source))) add(node, placesOf(node, source, this.#reader.references));
    }
    return (this.#texts = texts);
  }
}

/** One code unit for each atom, the same for those that are equal. */
const codeOf = (atoms: readonly Atom[]): string => atoms.map(({ letter }) => (letter?.length === 1 ? letter : '\uFFFC')).join('');
