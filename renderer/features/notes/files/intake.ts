// Files on their way into a note: pasted, dropped or chosen.

import { Fragment, Slice, type Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { cutText } from '../../../../main/contract/cut-text.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { saveFile } from '../../../ui/hand-over.ts';
import { notify } from '../../../ui/toasts.ts';
import { strings } from '../strings.ts';
import { addressOfUpload, playerFor } from './addresses.ts';
import type { ShownFiles } from './shown-files.ts';

const { nodes, marks } = noteSchema;

/** What the service takes of one file, in bytes. */
const largest = 10 * 1024 * 1024;

const shown = new WeakMap<EditorView, ShownFiles>();

/** What is dropped into this editor goes to the note of these files. */
export function takesFiles(view: EditorView, files: ShownFiles): void {
  shown.set(view, files);
}

const passing = new WeakMap<EditorView, (files: readonly File[]) => void>();

/** What is dropped into this editor, pasted or chosen there, is no part of its text: it is handed to `take`. */
export function passesFiles(view: EditorView, take: (files: readonly File[]) => void): void {
  passing.set(view, take);
}

/** What a view shows files with. */
export function filesOf(view: EditorView): ShownFiles | null {
  return shown.get(view) ?? null;
}

export function filesIn(data: Pick<DataTransfer, 'files'> | null): File[] {
  return [...(data?.files ?? [])];
}

/** A pasted picture has a name that says nothing. */
const withoutExtension = (name: string): string => name.replace(/\.\w+$/, '');

function nodeFor(file: File, key: string): Node {
  const address = addressOfUpload(key);
  if (file.type.startsWith('image/')) return nodes.image.create({ src: address, alt: withoutExtension(file.name) });
  if (playerFor(file.name, file.type) !== null) return nodes.image.create({ src: address, alt: file.name });
  return noteSchema.text(file.name === '' ? 'file' : file.name, [marks.link.create({ href: address })]);
}

/** Puts files where the cursor is, or at `pos`, below where that is in source, and sends them; tells of those that cannot be taken. */
export function insertFiles(view: EditorView, files: readonly File[], pos: number | null = null): void {
  const take = passing.get(view);
  if (take !== undefined) {
    take(files);
    return;
  }
  const target = shown.get(view);
  if (target === undefined) return;
  const inserted: Node[] = [];
  for (const file of files) {
    const why = file.size > largest ? strings.fileTooLarge : file.size === 0 ? strings.fileEmpty : null;
    if (why !== null || !target.uploads.hasRoom(file.size)) {
      notify({ title: strings.fileRefused(file.name), text: why ?? strings.tooManyWait, kind: 'problem' });
      continue;
    }
    if (inserted.length > 0) inserted.push(noteSchema.text(' '));
    inserted.push(nodeFor(file, target.begin(file)));
  }
  if (inserted.length === 0) return;
  const { tr, doc, selection } = view.state;
  const $at = pos === null ? selection.$to : doc.resolve(Math.min(pos, doc.content.size));
  const paragraph = nodes.paragraph.create(null, inserted);
  const slice = new Slice(Fragment.from(paragraph), 1, 1);
  if ($at.parent.type.spec.code === true) {
    // Code and other source take neither pictures nor links.
    tr.insert($at.after(), paragraph).setSelection(TextSelection.create(tr.doc, $at.after() + paragraph.nodeSize - 1));
  } else if (pos === null) tr.replaceSelection(slice);
  else tr.replaceRange($at.pos, $at.pos, slice);
  // What is typed next is no part of a link.
  view.dispatch(tr.removeStoredMark(marks.link).scrollIntoView().setMeta('uiEvent', 'paste'));
}

/** The picture in a data: address as a file; null if there is none. */
export function pictureIn(address: string, description: string): File | null {
  const [, type = '', encoding = '', data = ''] = /^data:(image\/[\w.+-]+)((?:;[\w=.-]+)*),([^]*)$/i.exec(address) ?? [];
  if (type === '') return null;
  try {
    const text = decodeURIComponent(data);
    const bytes = /;base64$/i.test(encoding)
      ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      : new TextEncoder().encode(text);
    const extension = /\/(\w+)/.exec(type)?.[1]?.toLowerCase() ?? 'png';
    const name = cutText(description.replaceAll(/[\p{Cc}/\\]/gu, ' ').trim(), 80);
    return new File([bytes], `${name === '' ? strings.pastedPicture : name}.${extension === 'jpeg' ? 'jpg' : extension}`, { type });
  } catch {
    return null;
  }
}

/** Sends the picture that stands in the text itself, and names it by an address instead. */
export function moveIntoFile(view: EditorView, pos: number): void {
  const node = view.state.doc.nodeAt(pos);
  const target = shown.get(view);
  const file = node === null ? null : pictureIn(String(node.attrs['src']), String(node.attrs['alt']));
  if (node === null || target === undefined) return;
  if (file === null || file.size > largest || !target.uploads.hasRoom(file.size)) {
    notify({ title: strings.fileRefused(String(node.attrs['alt'])), text: strings.fileTooLarge, kind: 'problem' });
    return;
  }
  view.dispatch(view.state.tr.setNodeAttribute(pos, 'src', addressOfUpload(target.begin(file))));
}

/** What is pasted brings no picture into the text itself: it is sent as a file. */
export function withPicturesAsFiles(view: EditorView, slice: Slice): Slice {
  const take = passing.get(view);
  const target = shown.get(view);
  if (target === undefined) return slice;
  const map = (fragment: Fragment): Fragment => {
    const changed = fragment.content.map((node): Node => {
      const src = node.type === nodes.image ? String(node.attrs['src']) : '';
      const file = src.startsWith('data:') ? pictureIn(src, String(node.attrs['alt'])) : null;
      if (file !== null && take !== undefined) {
        take([file]);
        return noteSchema.text(file.name, node.marks);
      }
      if (file !== null && file.size > 0 && file.size <= largest && target.uploads.hasRoom(file.size))
        return nodes.image.create({ ...node.attrs, src: addressOfUpload(target.begin(file)) }, null, node.marks);
      const content = map(node.content);
      return content === node.content ? node : node.copy(content);
    });
    return changed.every((node, index) => node === fragment.content[index]) ? fragment : Fragment.fromArray(changed);
  };
  const content = map(slice.content);
  return content === slice.content ? slice : new Slice(content, slice.openStart, slice.openEnd);
}

/** Asks for files. */
export function pickFiles(view: EditorView, accept: string): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.multiple = true;
  input.addEventListener('change', () => {
    insertFiles(view, filesIn({ files: input.files ?? new DataTransfer().files }));
  });
  input.click();
}

/** Saves the file to which a link leads; tells if that is not possible. */
export async function saveLinked(files: ShownFiles, address: string): Promise<void> {
  try {
    const file = await files.download(address);
    if (file !== null) saveFile(file, file.name);
  } catch (error) {
    notify({ title: strings.saveFailed, text: error instanceof Error ? error.message : String(error), kind: 'problem' });
  }
}
