// The grammars of programming languages, in a chunk of their own.

import { common, createLowlight } from 'lowlight';

const lowlight = createLowlight(common);

/** A part of a code with its classes; positions are in characters. */
export interface HighlightSpan {
  readonly from: number;
  readonly to: number;
  readonly names: string;
}

export type Painter = (language: string, code: string) => readonly HighlightSpan[];

type Tree = ReturnType<typeof lowlight.highlight>['children'][number];

/** The coloured parts of a code; none for a language that is not known. */
export const paint: Painter = (language, code) => {
  if (!lowlight.registered(language)) return [];
  const found: HighlightSpan[] = [];
  let at = 0;
  const walk = (nodes: readonly Tree[], names: string): void => {
    for (const node of nodes) {
      if (node.type === 'text') {
        if (names !== '') found.push({ from: at, to: at + node.value.length, names });
        at += node.value.length;
      } else if (node.type === 'element') {
        const own = node.properties['className'];
        walk(node.children, [names, ...(Array.isArray(own) ? own : [])].join(' ').trim());
      }
    }
  };
  walk(lowlight.highlight(language, code).children, '');
  return found;
};

/** Names to offer for a code block. */
export const languages: readonly string[] = lowlight.listLanguages().toSorted();
