// CodeMirror with markdown in it.

import { defaultKeymap, history, historyField, historyKeymap, indentWithTab, redo, undo } from '@codemirror/commands';
import { markdown, markdownKeymap } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, ChangeSet, EditorState, Prec, Transaction, type StateCommand } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import css from './code-view.css?inline';
import type { MarkdownPlace } from './cursor-place.ts';
import { replacementWithin, separatorOf, withLineEnds } from './edits.ts';

const style = HighlightStyle.define([
  { tag: tags.heading, class: 'md-heading' },
  { tag: tags.strong, class: 'md-strong' },
  { tag: tags.emphasis, class: 'md-emphasis' },
  { tag: tags.strikethrough, class: 'md-strikethrough' },
  { tag: [tags.link, tags.url], class: 'md-link' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: tags.quote, class: 'md-quote' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], class: 'md-sign' },
  { tag: [tags.keyword, tags.tagName], class: 'md-keyword' },
  { tag: [tags.string, tags.attributeValue], class: 'md-string' },
  { tag: tags.comment, class: 'md-comment' },
]);

const byOthers = Annotation.define<true>();

export interface SourceText {
  /** All of the text, as it is now. */
  readonly read: () => string;
  /** Puts what others did into the text: `before` has become `after` there. What was typed since `before` was read stays. */
  readonly merge: (before: string, after: string) => void;
  /** Called when `read` gave what is about to be sent: `merge` counts from here. */
  readonly mark: () => void;
  readonly cursor: () => MarkdownPlace;
  /** Puts the cursor before the character of `read` with this index, and leaves the focus where it is. */
  readonly show: (at: number) => void;
  /** As `show`, with the focus. */
  readonly focus: (at: number) => void;
  /**
   * The text before each change that undo takes back here, oldest first, and after each that redo brings back; no more of either than
   * `most`: farther changes are one.
   */
  readonly changes: (most: number) => { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Puts what the user has typed elsewhere where the cursor is, which then has the focus. */
  readonly write: (typed: string) => void;
}

interface SourceView extends SourceText {
  readonly view: EditorView;
}

/** CodeMirror brings its style along, which the page's policy only allows as a constructed sheet; those it uses in a shadow root. */
function shadowOf(parent: HTMLElement): ShadowRoot {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  // From outside it cannot be seen that the user types in there.
  parent.addEventListener('keydown', (event) => {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  return root;
}

interface SourceHandlers {
  /** Called when the user changes the text, by undo and redo as well: not by `merge`. */
  readonly onChange: (isTyped: boolean) => void;
  /** Called for undo where there is nothing to take back. */
  readonly onUndo: () => void;
  /** Called for redo; true where nothing is to be brought back here. */
  readonly onRedo: () => boolean;
}

const isByHistory = (tr: Transaction): boolean => tr.isUserEvent('undo') || tr.isUserEvent('redo');

/** The texts that a command leads to, one after the other, the nearest first; no more than `most`, the last of which is the farthest. */
function textsBy(command: StateCommand, from: EditorState, most: number): readonly string[] {
  const fields = { history: historyField };
  // Without what reads the language of each of them.
  const extensions = [history(), EditorState.lineSeparator.of(from.lineBreak)];
  let state = EditorState.fromJSON(from.toJSON(fields), { extensions }, fields);
  const dispatch = (tr: Transaction): void => {
    ({ state } = tr);
  };
  const texts: string[] = [];
  while (command({ state, dispatch })) texts.splice(most - 1, 1, state.sliceDoc());
  return texts;
}

/** An editor in `parent`. */
export function createSourceView(parent: HTMLElement, content: string, label: string, handlers: SourceHandlers): SourceView {
  const { onChange, onUndo, onRedo } = handlers;
  const separator = separatorOf(content);
  let since: ChangeSet | null = null;
  const nothingToUndo = (): boolean => {
    onUndo();
    return true;
  };
  const root = shadowOf(parent);
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: content,
      extensions: [
        EditorState.lineSeparator.of(separator),
        EditorView.clipboardInputFilter.of((pasted) => withLineEnds(pasted, separator)),
        history(),
        drawSelection(),
        search({ top: true }),
        highlightSelectionMatches(),
        markdown(),
        syntaxHighlighting(style),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'true', autocapitalize: 'sentences' }),
        Prec.high(keymap.of(markdownKeymap)),
        Prec.high(keymap.of(['Mod-y', 'Mod-Shift-z'].map((key) => ({ key, run: onRedo })))),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
        Prec.low(keymap.of([{ key: 'Mod-z', run: nothingToUndo }])),
        EditorView.updateListener.of(({ docChanged, changes, transactions }) => {
          if (!docChanged) return;
          since = since === null ? changes : since.compose(changes);
          const own = transactions.filter((tr) => tr.annotation(byOthers) !== true);
          if (own.length > 0) onChange(!own.every(isByHistory));
        }),
      ],
    }),
  });
  const show = (at: number): void => {
    const anchor = view.state.toText(view.state.sliceDoc().slice(0, at)).length;
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  };
  return {
    view,
    read: () => view.state.sliceDoc(),
    mark: () => {
      since = null;
    },
    cursor: () => ({ markdown: view.state.sliceDoc(), at: view.state.sliceDoc(0, view.state.selection.main.head).length }),
    show,
    focus: (at) => {
      show(at);
      view.focus();
    },
    changes: (most) => ({
      before: textsBy(undo, view.state, most).toReversed(),
      after: textsBy(redo, view.state, most),
    }),
    write: (typed) => {
      view.dispatch(view.state.replaceSelection(withLineEnds(typed, separator)), { scrollIntoView: true, userEvent: 'input.type' });
      view.focus();
    },
    merge: (before, after) => {
      const change = replacementWithin(before, after, separator);
      if (change === null) return;
      const theirs = ChangeSet.of({ ...change, insert: view.state.toText(change.insert) }, view.state.toText(before).length);
      view.dispatch({
        changes: since === null ? theirs : theirs.map(since),
        annotations: [byOthers.of(true), Transaction.addToHistory.of(false)],
      });
    },
  };
}
