// The places of a text that lead to a file.

import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { maybeUpload } from './addresses.ts';

const { marks } = noteSchema;

/** The keys of the uploads that a text names. */
export function uploadsIn(doc: Node): string[] {
  const keys = new Set<string>();
  const look = (address: unknown): void => {
    const key = typeof address === 'string' ? maybeUpload(address) : null;
    if (key !== null) keys.add(key);
  };
  doc.descendants(({ attrs, marks: own }) => {
    look(attrs['src']);
    look(marks.link.isInSet(own)?.attrs['href']);
  });
  return [...keys];
}

/** Pictures and links that lead to `from` lead to `to`; null where none does. That is no action of the user's to be taken back. */
export function renamed(state: EditorState, from: string, to: string): Transaction | null {
  const { tr } = state;
  state.doc.descendants((node, pos) => {
    if (node.attrs['src'] === from) tr.setNodeAttribute(pos, 'src', to);
    const link = marks.link.isInSet(node.marks);
    if (link?.attrs['href'] === from) tr.addMark(pos, pos + node.nodeSize, marks.link.create({ ...link.attrs, href: to }));
  });
  return tr.docChanged ? tr.setMeta('addToHistory', false) : null;
}

/** Without the pictures and the texts that lead to a file which there will not be; null where none does. */
export function withoutFile(state: EditorState, address: string): Transaction | null {
  const { tr } = state;
  state.doc.descendants((node, pos) => {
    const leads = node.attrs['src'] === address || marks.link.isInSet(node.marks)?.attrs['href'] === address;
    if (leads) tr.delete(tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize));
  });
  return tr.docChanged ? tr.setMeta('addToHistory', false) : null;
}
