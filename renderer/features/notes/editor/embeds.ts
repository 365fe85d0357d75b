// What Obsidian writes for a picture, `![[photo.png]]`, is shown as the file of the note that is called so. The text stays as it is typed:
// where the cursor is, it is shown.

import type { Node } from 'prosemirror-model';
import { TextSelection, type EditorState, type Plugin } from 'prosemirror-state';
import { Decoration, type DecorationSet } from 'prosemirror-view';
import { filenamesFor } from '../../../../main/contract/embedded-files.ts';
import { mentionsIn } from '../../../../main/contract/mentions.ts';
import { addressOfFile } from '../../../../main/contract/file-names.ts';
import type { NoteFile } from '../../../../main/contract/files.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { filesOf } from '../files/intake.ts';
import type { ShownFiles } from '../files/shown-files.ts';
import { ImageView } from '../views/image-view.ts';
import { decorationsInSight, eachTextblockInSight, isDecorated, type Draw } from './in-sight.ts';

/** An embed in a block, from its `!` on; positions within the block. */
interface Embed {
  readonly from: number;
  readonly to: number;
  /** What the file can be called; at least one. */
  readonly filenames: readonly string[];
}

function embedsIn(block: Node): readonly Embed[] {
  return mentionsIn(block).flatMap((mention): Embed[] => {
    if (mention.kind !== 'title' || mention.from === 0) return [];
    if (block.textBetween(mention.from - 1, mention.from, '', ' ') !== '!') return [];
    const filenames = filenamesFor(mention.target);
    return filenames.length === 0 ? [] : [{ from: mention.from - 1, to: mention.to, filenames }];
  });
}

const views = new WeakMap<globalThis.Node, ImageView>();

function decorationsFor({ from, to }: Embed, start: number, { name, filename }: NoteFile, files: ShownFiles): readonly Decoration[] {
  const view = (): HTMLElement => {
    const image = new ImageView(noteSchema.nodes.image.create({ src: addressOfFile(name), alt: filename, title: null }), files);
    views.set(image.dom, image);
    return image.dom;
  };
  const key = `embed ${name}`;
  return [
    Decoration.inline(start + from, start + to, { class: 'embed-source' }, { key }),
    Decoration.widget(start + to, view, { side: 1, key, ignoreSelection: true, destroy: (dom) => views.get(dom)?.destroy() }),
  ];
}

function newDraw(): Draw {
  let endWait: (() => void) | null = null;
  return async (view, shown, again) => {
    const files = filesOf(view);
    const embeds: (Embed & { readonly start: number })[] = [];
    eachTextblockInSight(view, (block, start) => {
      for (const embed of embedsIn(block)) embeds.push({ ...embed, start });
    });
    if (files === null || embeds.length === 0) return shown.find().length === 0 ? null : [];
    const found: Decoration[] = [];
    try {
      for (const embed of embeds) {
        const file = await files.maybeCalled(embed.filenames);
        if (file !== null) found.push(...decorationsFor(embed, embed.start, file, files));
      }
    } catch {
      // What the note has of files cannot be told now.
      endWait?.();
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
