// What Obsidian writes for a picture, `![[photo.png]]`, is shown as the file of the note that is called so. The text stays as it is typed:
// where the cursor is, it is shown. A picture that the note does not have is told as such.

import type { Node } from 'prosemirror-model';
import { TextSelection, type EditorState, type Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet } from 'prosemirror-view';
import { embeddedSize, filenamesFor } from '../../../../main/contract/embedded-files.ts';
import { mentionsIn } from '../../../../main/contract/mentions.ts';
import { addressOfFile } from '../../../../main/contract/file-names.ts';
import type { NoteFile } from '../../../../main/contract/files.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { filesOf } from '../files/intake.ts';
import type { ShownFiles } from '../files/shown-files.ts';
import { htmlElement } from '../views/element.ts';
import { ImageView } from '../views/image-view.ts';
import { strings } from '../strings.ts';
import { decorationsInSight, eachTextblockInSight, isDecorated, type Draw } from './in-sight.ts';

/** An embed in a block, from its `!` on; positions within the block. */
interface Embed {
  readonly from: number;
  readonly to: number;
  /** What the file can be called; at least one. */
  readonly filenames: readonly string[];
  readonly size: ReturnType<typeof embeddedSize>;
}

function embedsIn(block: Node): readonly Embed[] {
  return mentionsIn(block).flatMap((mention): Embed[] => {
    if (mention.kind !== 'title' || mention.from === 0) return [];
    if (block.textBetween(mention.from - 1, mention.from, '', ' ') !== '!') return [];
    const filenames = filenamesFor(mention.target);
    return filenames.length === 0 ? [] : [{ from: mention.from - 1, to: mention.to, filenames, size: embeddedSize(mention.shown ?? '') }];
  });
}

const views = new WeakMap<globalThis.Node, ImageView>();

const isPicture = (filename: string): boolean => /\.(?:avif|bmp|gif|heic|jpe?g|png|svg|tiff?|webp)$/i.test(filename);

/** The file in the place of its embed; null for one that the note does not have, and that may be a note. */
function drawing(
  { filenames, size }: Embed,
  file: NoteFile | null,
  files: ShownFiles,
): { readonly key: string; dom(): HTMLElement } | null {
  const missing = filenames.find(isPicture);
  if (file === null && missing === undefined) return null;
  const dom = (): HTMLElement => {
    if (file === null)
      return htmlElement(
        'span',
        { class: 'picture picture-absent' },
        htmlElement('span', { class: 'picture-alt' }, missing ?? ''),
        htmlElement('span', { class: 'picture-address' }, strings.fileGone),
      );
    const { name, filename } = file;
    const image = new ImageView(noteSchema.nodes.image.create({ src: addressOfFile(name), alt: filename, title: null }), files, size);
    views.set(image.dom, image);
    return image.dom;
  };
  return { key: file === null ? `no embed ${missing}` : `embed ${file.name} ${size?.width}x${size?.height}`, dom };
}

function decorationsFor(embed: Embed, start: number, file: NoteFile | null, files: ShownFiles): readonly Decoration[] {
  const drawn = drawing(embed, file, files);
  if (drawn === null) return [];
  const { key, dom } = drawn;
  const [from, to] = [start + embed.from, start + embed.to];
  return [
    Decoration.inline(from, to, { class: 'embed-source' }, { key }),
    Decoration.widget(to, dom, { side: 1, key, ignoreSelection: true, destroy: (gone) => views.get(gone)?.destroy() }),
  ];
}

function newDraw(): Draw {
  let endWait = (): void => undefined;
  return async (view, shown, again) => {
    const files = filesOf(view);
    const embeds: (Embed & { readonly start: number })[] = [];
    eachTextblockInSight(view, (block, start) => {
      for (const embed of embedsIn(block)) embeds.push({ ...embed, start });
    });
    if (files === null || embeds.length === 0) return shown.find().length === 0 ? null : [];
    const found: Decoration[] = [];
    try {
      let isMissing = false;
      for (const embed of embeds) {
        const file = await files.maybeCalled(embed.filenames);
        const drawn = decorationsFor(embed, embed.start, file, files);
        isMissing ||= file === null && drawn.length > 0;
        found.push(...drawn);
      }
      endWait();
      if (isMissing) endWait = files.onceOthers(again);
    } catch {
      // What the note has of files cannot be told now.
      endWait();
      endWait = files.onceBack(again);
      return null;
    }
    return isDecorated(found, shown) ? null : found;
  };
}

/** The source of an embed is hidden unless the cursor is at it. */
function besidesCursor(set: DecorationSet, { selection }: EditorState): DecorationSet {
  if (!(selection instanceof TextSelection) || !selection.empty) return set;
  const here = set.find(selection.from, selection.from).filter(({ from, to }) => from < to);
  return here.length === 0 ? set : set.remove(here);
}

export function embedPlugin(): Plugin {
  return decorationsInSight('embeds', newDraw, { shown: besidesCursor });
}
