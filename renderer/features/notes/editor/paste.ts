// What comes from the clipboard: markdown, HTML, addresses, pictures.

import { DOMParser, Fragment, Slice, type Attrs, type Node, type ResolvedPos, type TagParseRule } from 'prosemirror-model';
import { Plugin, type EditorState, type NodeSelection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { storable } from '../../../../main/contract/note-attributes.ts';
import { isList } from '../../../../main/contract/note-nodes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { notify } from '../../../ui/toasts.ts';
import { filesIn, insertFiles, withPicturesAsFiles } from '../files/intake.ts';
import { cleanHtml, isCopiedInNote } from '../paste/foreign-html.ts';
import { ParserWithin, PlainInstead } from '../paste/plain-instead.ts';
import { insertedAs } from '../session/edited-text.ts';
import { strings } from '../strings.ts';
import { nodeDepth } from './blocks.ts';
import { replaceLink } from './link-state.ts';
import { signAs } from './lists.ts';
import { fillNote, isEmptyNote, parsePastedMarkdown } from './insert-markdown.ts';
import { holdsList, joinedWithLists, withItemsBefore } from './pasted-items.ts';
import { withFreeLabels, withKnownRefs } from './pasted-labels.ts';
import { closedAtSource, isWithinLine, withFrontMatterAsCode } from './pasted-source.ts';
import { storableSlice } from './storable.ts';
import { copiedLanguage, isAddress, isOnlyLayout, isPreformatted, keepsBlanks, looksLikeMarkdown } from './looks-like-markdown.ts';

const { nodes, marks } = noteSchema;

/** HTML of others says some things in other ways than the schema does. */
const foreign: readonly TagParseRule[] = [
  { tag: 'strike', mark: 'strikethrough' },
  {
    tag: 'li',
    node: 'list_item',
    priority: 60,
    getAttrs: (item) => {
      const box = item.querySelector(
        ':scope > input[type=checkbox], :scope > p > input[type=checkbox], :scope > label > input[type=checkbox]',
      );
      return box === null ? false : { checked: box.hasAttribute('checked') };
    },
  },
  {
    tag: 'pre',
    node: 'code_block',
    priority: 60,
    preserveWhitespace: 'full',
    getAttrs: (pre) => {
      const code = pre.querySelector('code');
      const named = [pre, code].map((each) => each?.getAttribute('data-language') ?? '').find((name) => /^[\w+#.-]+$/.test(name));
      const language =
        /\b(?:language|lang|highlight-source)-([\w+#.-]+)/.exec(
          `${pre.className} ${code?.className ?? ''} ${pre.parentElement?.className ?? ''}`,
        )?.[1] ?? named;
      return language === undefined || pre.hasAttribute('data-params') || pre.hasAttribute('data-raw-block') ? false : { params: language };
    },
  },
];

/** `bulletOf`: the sign of the note's lists, which lists of others have here. */
export function htmlParser(bulletOf: () => Attrs): DOMParser {
  const list: TagParseRule = {
    tag: 'ul',
    node: 'bullet_list',
    priority: 60,
    getAttrs: (found) => (found.hasAttribute('data-bullet') ? false : { tight: !found.hasAttribute('data-loose'), ...bulletOf() }),
  };
  return new DOMParser(noteSchema, [...foreign, list, ...DOMParser.fromSchema(noteSchema).rules]);
}

/**
 * Blocks as something to paste: paragraphs at their ends are open, so that they join the text around them, and in a list so are lists.
 * Behind the cursor there may be no text to join: there the last block is open, so that the cursor is at its end.
 */
function openedFor({ content, openStart, openEnd }: Slice, $from: ResolvedPos, $to: ResolvedPos): Slice {
  const isInList = nodeDepth($from, nodes.list_item) !== null;
  const open = (node: Node | null, most: number): number =>
    node?.type === nodes.paragraph ? Math.min(1, most) : isInList && node !== null && isList(node) ? most : 0;
  const isAtEnd = $to.parentOffset === $to.parent.content.size && content.lastChild?.type !== nodes.table;
  return new Slice(content, open(content.firstChild, openStart), isAtEnd ? openEnd : open(content.lastChild, openEnd));
}

/** Whether it has one block of text at most: a line of a list or of a heading joins the line that it is pasted into. */
function isOneLine({ content }: Slice): boolean {
  let count = 0;
  content.descendants((node) => {
    if (node.isTextblock) count++;
    return !node.isTextblock;
  });
  return count <= 1;
}

/** Plain text, its empty lines as the ends of paragraphs. */
export function textSlice(text: string): Slice {
  const blocks = text.split(/(?:\r\n?|\n){2,}/).map((block) => {
    const lines = block
      .split(/\r\n?|\n/)
      .flatMap((line, index) => [...(index === 0 ? [] : [nodes.soft_break.create()]), ...(line === '' ? [] : [noteSchema.text(line)])]);
    return nodes.paragraph.create(null, lines);
  });
  return new Slice(Fragment.fromArray(blocks), 1, 1);
}

/** Plain text as a piece of a document; as markdown where it looks like it, unless it is to be taken plainly. */
export function sliceOfText(text: string, plain: boolean, $from: ResolvedPos, $to = $from): Slice {
  const doc = !plain && looksLikeMarkdown(text) ? parsePastedMarkdown(text, true) : null;
  return doc === null ? textSlice(text) : closedAtSource(openedFor(Slice.maxOpen(doc.content), $from, $to));
}

/** Markdown that is pasted into an empty note is the note, to the last byte. */
function pasteNote(view: EditorView, text: string): boolean {
  const tr = isEmptyNote(view.state) ? fillNote(view.state, text) : null;
  if (tr === null) return false;
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/** Whether a text is taken as markdown here: of a text alone, cells are for the table. */
const readsMarkdown = ({ state }: EditorView, text: string, html: string): boolean =>
  looksLikeMarkdown(text) && (html !== '' || !isInTable(state));

/** Blocks in the place of the selection, with their bytes where they come in as blocks of their own and are markdown. */
function pasteBlocks(view: EditorView, slice: Slice, markdown: string | null): boolean {
  const { content, openStart, openEnd } = slice;
  const only = openStart + openEnd === 0 && content.childCount === 1 ? content.firstChild : null;
  const before = withItemsBefore(view.state, slice);
  const tr = before ?? view.state.tr;
  if (only !== null) tr.replaceSelectionWith(only, false);
  else if (before === null) tr.replaceSelection(slice);
  if (holdsList(slice)) joinedWithLists(tr);
  if (markdown !== null) tr.setMeta(insertedAs, markdown);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/** What was copied in an editor that tells its language: lines are code, a part of one is text as it is. Null for any other text. */
function sliceOfCode(text: string, editorData: string, state: EditorState): Slice | null {
  // No block may stand in a table.
  const params = isAddress(text) || isInTable(state) ? null : copiedLanguage(editorData);
  if (params === null) return null;
  const lines = text.replace(/\r\n?/g, '\n');
  if (!lines.includes('\n')) return textSlice(text);
  const code = lines.replace(/\n$/, '');
  return new Slice(Fragment.from(nodes.code_block.create({ params }, code === '' ? null : noteSchema.text(code))), 0, 0);
}

/** An address becomes a link of itself, or of what is selected. */
function pasteAddress(view: EditorView, text: string): boolean {
  const { from, to, empty, $from, $to } = view.state.selection;
  if (!$from.parent.inlineContent || !$from.sameParent($to) || !$from.parent.type.allowsMarkType(marks.link)) return false;
  const href = text.trim();
  const { tr } = view.state;
  if (empty) {
    // Within a link it takes the place of that one, of which the text beside it stays.
    const own = marks.link.create({ href, ref: '<>' }).addToSet(view.state.storedMarks ?? $from.marks());
    tr.replaceSelectionWith(noteSchema.text(href, own), false).removeStoredMark(marks.link);
  } else replaceLink(tr, from, to, { href });
  view.dispatch(tr.scrollIntoView().setMeta('paste', true));
  return true;
}

/** What is nested too deep for where it goes comes in as its texts, and the user is told. */
function asStorable(slice: Slice, { selection: { $from } }: EditorState): Slice {
  const taken = storableSlice(slice, $from.depth);
  if (taken !== slice) notify({ title: strings.tooDeep, text: strings.tooDeepTexts, kind: 'problem' });
  return taken;
}

/** What comes from elsewhere in the place of the selection, as the note can take it. */
function asOfNote(slice: Slice, state: EditorState): Slice {
  const rest = state.selection.empty ? state.doc : state.tr.deleteSelection().doc;
  return asStorable(withKnownRefs(withFreeLabels(withFrontMatterAsCode(slice, state), rest), rest), state);
}

/** What is pasted, open no further than it is to be. */
function asItWas(unopened: Slice | 'foreign' | null, slice: Slice, { selection: { $from, $to } }: EditorState): Slice {
  if (unopened instanceof Slice) return unopened;
  if (isWithinLine(slice)) return slice;
  return closedAtSource(unopened === 'foreign' && !isOneLine(slice) ? openedFor(slice, $from, $to) : slice);
}

interface PastedText {
  readonly text: string;
  /** Says no more than how the text looks. */
  readonly html: string;
  readonly editorData: string;
  readonly isOfCode: boolean;
  readonly isPlain: boolean;
}

/** Text as what it is: code, a whole note, an address, markdown; false where it has yet to come in, as ProseMirror has read it. */
function pasteText(view: EditorView, slice: Slice, { text, html, editorData, isOfCode, isPlain }: PastedText): boolean {
  const code = isPlain ? null : sliceOfCode(text, editorData, view.state);
  if (code !== null) return pasteBlocks(view, asOfNote(code, view.state), null);
  const isLines = isPreformatted(html) && text.trim().includes('\n') && !looksLikeMarkdown(text);
  if (!isPlain && !isLines && pasteNote(view, text)) return true;
  if (isAddress(text)) return pasteAddress(view, text);
  if (!isOfCode && !readsMarkdown(view, text, html)) return false;
  if (html === '') return !isPlain && pasteBlocks(view, slice, text);
  const { $from, $to } = view.state.selection;
  return pasteBlocks(view, asOfNote(sliceOfText(text, false, $from, $to), view.state), text);
}

const isCode = (state: EditorState): boolean => state.selection.$from.parent.type.spec.code === true;

/** Whether what is dragged is let go where it stands. ProseMirror would take it out and put it in again, in one quote or list more. */
function isUponItself({ dragging, state }: EditorView, at: number | null): boolean {
  const { from, to } = (dragging as { readonly node?: NodeSelection } | null)?.node ?? state.selection;
  return at !== null && from <= at && at <= to;
}

export function pastePlugin(): Plugin {
  /** Whether what is being pasted is to be taken plainly: ProseMirror tells it to the parser of text alone. */
  let isPlain = false;
  let bullet: Attrs = {};
  /** What the slice that comes next was before ProseMirror opened it as far as it goes: the one of a text, or HTML of others. */
  let unopened: Slice | 'foreign' | null = null;
  const reading = new PlainInstead((text) => textSlice(storable(text)));
  let rtf = '';
  let isWhole = true;
  const begin = ({ state: { doc, selection } }: EditorView, data: DataTransfer | null): void => {
    rtf = data?.getData('text/rtf') ?? '';
    isWhole = true;
    bullet = signAs(doc, selection.from, nodes.bullet_list);
    reading.begin(data);
  };
  return new Plugin({
    props: {
      clipboardParser: new ParserWithin(
        htmlParser(() => bullet),
        reading,
      ),
      transformPastedText: storable,
      transformPastedHTML: (html) => {
        unopened = isCopiedInNote(html) ? null : 'foreign';
        const cleaned = reading.step(() => cleanHtml(storable(html), rtf), { html: '', isWhole: true });
        ({ isWhole } = cleaned);
        return cleaned.html;
      },
      handleDOMEvents: {
        paste: (view, event) => {
          isPlain = false;
          begin(view, event.clipboardData);
        },
        drop: (view, event) => {
          begin(view, event.dataTransfer);
        },
      },
      clipboardTextParser: (text, $context, plain, view) => {
        isPlain = plain;
        const { $from, $to } = view.state.selection;
        // What is dropped goes elsewhere than where the selection is.
        unopened = sliceOfText(text, plain, $context, $context.pos === $from.pos ? $to : $context);
        return unopened;
      },
      // What moves within a note stays what it is.
      transformPasted: (slice, view) =>
        reading.end(() => {
          const { state } = view;
          const closed = asItWas(unopened, slice, state);
          unopened = null;
          return view.dragging === null ? asOfNote(withPicturesAsFiles(view, closed), state) : asStorable(closed, state);
        }),
      handlePaste: (view, event, slice) => {
        const data = event.clipboardData;
        if (data === null) return false;
        const text = storable(data.getData('text/plain'));
        const html = data.getData('text/html');
        const files = filesIn(data);
        const isForCode = isCode(view.state);
        // Office programs add a picture of the text that they copy.
        if (files.length > 0 && (text === '' || (html === '' && !isForCode))) {
          insertFiles(view, files);
          return true;
        }
        if (isForCode) return false;
        if (!isWhole) notify({ title: strings.picturesLeft, text: strings.picturesLeftWay, kind: 'problem' });
        const editorData = data.getData('vscode-editor-data');
        const isOfCode = editorData !== '' || keepsBlanks(html);
        const isText = text !== '' && (html === '' || isOfCode || isOnlyLayout(html));
        if (isText && pasteText(view, slice, { text, html, editorData, isOfCode, isPlain })) return true;
        return holdsList(slice) && pasteBlocks(view, slice, null);
      },
      handleDrop: (view, event, _slice, isMove) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null;
        if (isMove && isUponItself(view, at)) return true;
        const files = filesIn(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        insertFiles(view, files, at);
        return true;
      },
    },
  });
}
