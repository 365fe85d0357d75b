// Footnotes: numbered in the order in which the text refers to them.

import type { Block } from '../document.ts';

interface Definition {
  readonly label: string;
  /** Markdown, without the label and the indentation below it. */
  readonly markdown: string;
}

const start = /^ {0,3}\[\^([^\s\]]{1,200})\]:[ \t]*/;

/** A definition from its source; null if this is none. */
export function readFootnote(source: string): Definition | null {
  const label = start.exec(source)?.[1];
  if (label === undefined) return null;
  return { label, markdown: source.replace(start, '').replace(/^(?: {4}|\t)/gm, '') };
}

const normalized = (label: string): string => label.trim().toLowerCase();

export class Footnotes {
  readonly #definitions = new Map<string, string>();
  readonly #numbers = new Map<string, number>();

  /** The first definition of a label counts. */
  define({ label, markdown }: Definition): void {
    const key = normalized(label);
    if (!this.#definitions.has(key)) this.#definitions.set(key, markdown);
  }

  /** The number for a reference such as `[^label]`; null if nothing is defined for it. */
  refer(source: string): number | null {
    const key = normalized(source.slice(2, -1));
    if (!this.#definitions.has(key)) return null;
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }

  /**
   * All of them in order. Writing one can refer to others, which then follow; those without a reference come last, so that nothing is lost.
   */
  write(blocksOf: (markdown: string) => Block[]): Block[][] {
    const result: Block[][] = [];
    const written = new Set<string>();
    for (;;) {
      const [key] = [...this.#numbers.keys()].filter((each) => !written.has(each));
      const next = key ?? [...this.#definitions.keys()].find((each) => !written.has(each));
      if (next === undefined) return result;
      if (key === undefined) this.#numbers.set(next, this.#numbers.size + 1);
      written.add(next);
      result.push(blocksOf(this.#definitions.get(next) ?? ''));
    }
  }
}
