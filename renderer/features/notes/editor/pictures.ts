// Pictures on their way into a note.

import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { notify } from '../../../ui/toasts.ts';
import { strings } from '../strings.ts';
import { readPicture } from './picture.ts';

export function picturesIn(data: Pick<DataTransfer, 'files'> | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** Puts pictures where the cursor is, or at `pos`; tells of those that cannot be taken. */
export async function insertPictures(view: EditorView, files: readonly File[], pos: number | null): Promise<void> {
  for (const file of files) {
    const src = await readPicture(file);
    if (src === null) {
      notify({ title: strings.pictureRefused, text: strings.pictureLimit(file.name), kind: 'problem' });
      continue;
    }
    if (view.isDestroyed) return;
    const image = noteSchema.nodes.image.create({ src, alt: file.name.replace(/\.\w+$/, '') });
    const { tr, doc } = view.state;
    view.dispatch(
      (pos === null
        ? tr.replaceSelectionWith(image)
        : tr.replaceRangeWith(Math.min(pos, doc.content.size), Math.min(pos, doc.content.size), image)
      ).scrollIntoView(),
    );
  }
}

/** Asks for files. */
export function pickPictures(view: EditorView): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = true;
  input.addEventListener('change', () => void insertPictures(view, picturesIn({ files: input.files ?? new DataTransfer().files }), null));
  input.click();
}
