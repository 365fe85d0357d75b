// From a footnote's reference to its text, and back.

import type { Node } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { nodes } = noteSchema;

/** The label of `[^label]`; null for other source. */
export function footnoteLabel(source: string): string | null {
  return /^\[\^([^\]]+)\]/.exec(source)?.[1] ?? null;
}

function find(doc: Node, fits: (node: Node) => boolean): number | null {
  let found: number | null = null;
  doc.descendants((node, pos) => {
    if (found === null && fits(node)) found = pos;
    return found === null;
  });
  return found;
}

function show(view: EditorView, selection: Selection): void {
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  view.focus();
}

/** Puts the cursor into the text of a footnote; false where there is none. */
export function goToFootnote(view: EditorView, label: string): boolean {
  const { doc } = view.state;
  const at = find(doc, (node) => node.type === nodes.raw_block && footnoteLabel(node.textContent) === label);
  if (at === null) return false;
  show(view, TextSelection.create(doc, at + 1 + (doc.nodeAt(at)?.content.size ?? 0)));
  return true;
}

/** Selects the first reference to a footnote; false where there is none. */
export function goToReference(view: EditorView, label: string): boolean {
  const { doc } = view.state;
  const at = find(doc, (node) => node.type === nodes.raw_inline && footnoteLabel(String(node.attrs['source'])) === label);
  if (at === null) return false;
  show(view, NodeSelection.create(doc, at));
  return true;
}
