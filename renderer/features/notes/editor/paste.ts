// What comes from the clipboard: markdown, HTML, addresses, pictures.

import { DOMParser, Fragment, Slice, type Node, type TagParseRule } from 'prosemirror-model';
import { Plugin, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { isAddress, isOnlyLayout, looksLikeMarkdown } from './looks-like-markdown.ts';
import { parseMarkdown } from './markdown-parse.ts';
import { insertPictures, picturesIn } from './pictures.ts';

const { nodes, marks } = noteSchema;

/** HTML of others says some things in other ways than the schema does. */
const foreign: readonly TagParseRule[] = [
  // Google Docs wraps all in a <b> that is not bold.
  { tag: 'b[style*="font-weight:normal"], b[style*="font-weight: normal"]', skip: true },
  { tag: 'strike', mark: 'strikethrough' },
  {
    tag: 'li',
    node: 'list_item',
    priority: 60,
    getAttrs: (item) => {
      const box = item.querySelector(':scope > input[type=checkbox], :scope > p > input[type=checkbox], :scope > label > input[type=checkbox]');
      return box === null ? false : { checked: box.hasAttribute('checked') };
    },
  },
  {
    tag: 'pre',
    node: 'code_block',
    priority: 60,
    preserveWhitespace: 'full',
    getAttrs: (pre) => {
      const language = /\b(?:language|lang|highlight-source)-([\w+#.-]+)/.exec(`${pre.className} ${pre.querySelector('code')?.className ?? ''}`)?.[1];
      return language === undefined || pre.hasAttribute('data-params') || pre.hasAttribute('data-raw-block') ? false : { params: language };
    },
  },
];

function htmlParser(): DOMParser {
  return new DOMParser(noteSchema, [...foreign, ...DOMParser.fromSchema(noteSchema).rules]);
}

/** A document as something to paste: open, so that it joins the text around it. */
export function openSlice(doc: Node): Slice {
  return doc.firstChild?.isTextblock === true && doc.childCount === 1 && doc.firstChild.type === nodes.paragraph ? new Slice(doc.content, 1, 1) : Slice.maxOpen(doc.content);
}

/** Plain text, its empty lines as the ends of paragraphs. */
export function textSlice(text: string): Slice {
  const blocks = text.split(/(?:\r\n?|\n){2,}/).map((block) => {
    const lines = block.split(/\r\n?|\n/).flatMap((line, index) => [...(index === 0 ? [] : [nodes.soft_break.create()]), ...(line === '' ? [] : [noteSchema.text(line)])]);
    return nodes.paragraph.create(null, lines);
  });
  return new Slice(Fragment.fromArray(blocks), 1, 1);
}

/** Plain text as a piece of a document; as markdown where it looks like it, unless it is to be taken plainly. */
export function sliceOfText(text: string, plain: boolean): Slice {
  const doc = !plain && looksLikeMarkdown(text) ? parseMarkdown(text) : null;
  return doc === null ? textSlice(text) : openSlice(doc);
}

/** An address becomes a link of itself, or of what is selected. */
function pasteAddress(view: EditorView, text: string): boolean {
  const { from, to, empty, $from, $to } = view.state.selection;
  if (!$from.parent.inlineContent || !$from.sameParent($to) || !$from.parent.type.allowsMarkType(marks.link)) return false;
  const href = text.trim();
  const { tr } = view.state;
  if (empty) tr.replaceSelectionWith(noteSchema.text(href, [...$from.marks(), marks.link.create({ href, ref: '<>' })]), false).removeStoredMark(marks.link);
  else tr.addMark(from, to, marks.link.create({ href }));
  view.dispatch(tr.scrollIntoView().setMeta('paste', true));
  return true;
}

const isCode = (state: EditorState): boolean => state.selection.$from.parent.type.spec.code === true;

export function pastePlugin(): Plugin {
  return new Plugin({
    props: {
      clipboardParser: htmlParser(),
      clipboardTextParser: (text, _context, plain) => sliceOfText(text, plain),
      handlePaste: (view, event) => {
        const data = event.clipboardData;
        if (data === null || isCode(view.state)) return false;
        const text = data.getData('text/plain');
        const html = data.getData('text/html');
        const pictures = picturesIn(data);
        if (pictures.length > 0 && text === '') {
          void insertPictures(view, pictures, null);
          return true;
        }
        if (isAddress(text) && (html === '' || isOnlyLayout(html))) return pasteAddress(view, text);
        if (html === '' || !isOnlyLayout(html) || !looksLikeMarkdown(text)) return false;
        view.dispatch(view.state.tr.replaceSelection(sliceOfText(text, false)).scrollIntoView().setMeta('paste', true));
        return true;
      },
      handleDrop: (view, event) => {
        const pictures = picturesIn(event.dataTransfer);
        if (pictures.length === 0) return false;
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null;
        void insertPictures(view, pictures, at);
        return true;
      },
    },
  });
}
