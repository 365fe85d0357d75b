// The link reference definitions of a document. They are kept as source, wherever they stand.

import type { Node } from 'prosemirror-model';
import { parsePiece, type References } from '../../../contract/markdown/parse.ts';

function collect(node: Node, sources: string[]): void {
  if (node.type.name === 'raw_block') {
    if (node.textContent.includes(']:')) sources.push(node.textContent);
  } else if (!node.isTextblock && !node.isLeaf) {
    node.forEach((child) => {
      collect(child, sources);
    });
  }
}

/** The markdown of whatever may define references in these blocks, in order. */
export function definitionsIn(nodes: Iterable<Node>): string[] {
  const sources: string[] = [];
  for (const node of nodes) collect(node, sources);
  return sources;
}

/** The references of a document. Of two definitions of a label the first counts. */
export function referencesOf(doc: Node): References {
  const references: Record<string, References[string]> = {};
  for (const source of definitionsIn(doc.children)) {
    for (const [label, reference] of Object.entries(parsePiece(source, { known: {}, atStart: false }).references))
      references[label] ??= reference;
  }
  return references;
}

export function sameReferences(some: References, others: References): boolean {
  if (some === others) return true;
  const labels = Object.keys(some);
  if (labels.length !== Object.keys(others).length) return false;
  return labels.every((label) => some[label]?.href === others[label]?.href && some[label]?.title === others[label]?.title);
}
