// What is offered while a link, a tag or a date is typed: after `[[`, `#` and `@`. Where it comes from is told by what draws the list.

import type { Mark, Node } from 'prosemirror-model';
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { foldName, splitTarget } from '../../../../main/contract/mentions.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';

const { marks, nodes } = noteSchema;

export type CompletionKind = 'note' | 'heading' | 'tag' | 'date';

export interface CompletionOption {
  readonly id: string;
  readonly label: string;
  /** What else tells it from others. */
  readonly detail?: string;
  /** What comes in the place of what was typed. */
  readonly text: string;
  /** Where that leads, if it is a link of markdown. */
  readonly href?: string;
}

export interface TextCompletion {
  readonly kind: CompletionKind;
  /** Where the sign stands. */
  readonly from: number;
  /** What was typed after it. */
  readonly typed: string;
  readonly options: readonly CompletionOption[];
  readonly index: number;
}

interface Kept {
  readonly open: TextCompletion | null;
  /** The place that the user has closed it for. */
  readonly dismissed: number | null;
}

const key = new PluginKey<Kept>('completion');
const closed: Kept = { open: null, dismissed: null };

export const completionIds = { list: 'completion', option: (index: number): string => `completion-${index}` } as const;

export const completionOf = (state: EditorState): TextCompletion | null => key.getState(state)?.open ?? null;

const patterns: readonly (readonly [CompletionKind, RegExp])[] = [
  ['note', /\[\[([^[\]|#\n\uFFFC]{0,100})$/],
  ['heading', /\[\[([^[\]|\n\uFFFC]{0,100}#[^[\]|#\n\uFFFC]{0,60})$/],
  ['tag', /(?:^|[\s(])#([\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_/-]{0,100})$/u],
  ['date', /(?:^|[\s(])@((?:[\p{L}\p{N}][\p{L}\p{N} ./-]{0,30})?)$/u],
];
const signs: Readonly<Record<CompletionKind, number>> = { note: 2, heading: 2, tag: 1, date: 1 };
/** Characters before the cursor that are looked at. */
const reach = 170;

interface Typed {
  readonly kind: CompletionKind;
  readonly from: number;
  readonly typed: string;
}

/** What is being typed at the cursor; null for none of these. */
function typedAt({ selection: { $from, empty } }: EditorState): Typed | null {
  const { parent, parentOffset } = $from;
  const isProperty = parent.type === nodes.frontmatter;
  if (!empty || !parent.isTextblock || (parent.type.spec.code === true && !isProperty)) return null;
  if ($from.marks().some(({ type }) => type === marks.code)) return null;
  const before = parent.textBetween(Math.max(0, parentOffset - reach), parentOffset, null, '\uFFFC');
  for (const [kind, pattern] of patterns) {
    // Of properties links alone are completed.
    if (isProperty && signs[kind] !== 2) continue;
    const typed = pattern.exec(before)?.[1];
    if (typed !== undefined) return { kind, typed, from: $from.pos - typed.length - signs[kind] };
  }
  return null;
}

/** Whether a change is one that the user types here. */
const isTyped = (tr: Transaction): boolean =>
  tr.docChanged &&
  ['rebased', 'paste', 'uiEvent', 'history$'].every((meta) => tr.getMeta(meta) === undefined) &&
  tr.selection instanceof TextSelection;

function follow({ open, dismissed }: Kept, tr: Transaction, state: EditorState): Kept {
  const at = dismissed === null ? null : tr.mapping.map(dismissed);
  const typed = typedAt(state);
  if (typed === null) return closed;
  if (typed.from === at) return { open: null, dismissed: at };
  const isSame = open !== null && tr.mapping.map(open.from) === typed.from && open.kind === typed.kind;
  if (!isSame) return { open: isTyped(tr) ? { ...typed, options: [], index: 0 } : null, dismissed: null };
  if (typed.typed === open.typed) return { open: { ...open, ...typed }, dismissed: null };
  return { open: { ...open, ...typed, options: open.options.filter(({ label }) => fits(label, typed)), index: 0 }, dismissed: null };
}

/** Whether what was offered for fewer letters is still meant: until the others come, Enter takes nothing else. */
function fits(label: string, { kind, typed }: Typed): boolean {
  const words = kind === 'heading' ? (splitTarget(typed).section ?? '') : typed.trim();
  return foldName(label).includes(foldName(words));
}

/** Shows what there is for what was typed; nothing happens if that has changed since. */
export function offer(
  view: EditorView,
  { kind, typed }: Pick<TextCompletion, 'kind' | 'typed'>,
  options: readonly CompletionOption[],
): void {
  const open = completionOf(view.state);
  if (open === null || open.kind !== kind || open.typed !== typed) return;
  const chosen = open.options[open.index]?.id;
  const index =
    open.index === 0
      ? 0
      : Math.max(
          0,
          options.findIndex(({ id }) => id === chosen),
        );
  view.dispatch(view.state.tr.setMeta(key, { open: { ...open, options, index } }).setMeta('addToHistory', false));
}

const quoted = /(?<=^|[\s,[{])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'(?!'))/g;

/** How `text` is written behind this beginning of a line of front matter: in the quotes that are open, else in its own. */
function inProperty(before: string, text: string): string {
  const value = before.replace(/^[^"':]*:\s|^(?:\s*-\s)+/, '').replaceAll(quoted, '');
  const quote = /(?:^|[\s,[{])(["'])/.exec(value)?.[1];
  if (quote === "'") return text.replaceAll("'", "''");
  const escaped = JSON.stringify(text).slice(1, -1);
  if (quote === '"') return escaped;
  // Without quotes a link is a list, but within other words.
  return /(?:^|[,[{])\s*$/.test(value) ? `"${escaped}"` : text;
}

export function chooseCompletion(view: EditorView, option: CompletionOption): void {
  const open = completionOf(view.state);
  if (open === null) return;
  const { tr, selection, doc } = view.state;
  const $to = selection.$from;
  // Brackets that close the link stand there already.
  const rest = $to.parent.textBetween($to.parentOffset, Math.min($to.parent.content.size, $to.parentOffset + 2), null, '\uFFFC');
  const to = signs[open.kind] === 2 && rest === ']]' ? $to.pos + 2 : $to.pos;
  const { text, marks: set } = completed(doc, open.from, option);
  tr.replaceWith(open.from, to, noteSchema.text(text, set)).setMeta(key, closed);
  view.dispatch(
    tr
      .setSelection(TextSelection.create(tr.doc, open.from + text.length))
      .setStoredMarks(doc.resolve(open.from).marks())
      .scrollIntoView(),
  );
  view.focus();
}

/** What is put in at `from`. In properties, which are source, an address stands as such. */
function completed(doc: Node, from: number, { text, href }: CompletionOption): { readonly text: string; readonly marks: readonly Mark[] } {
  const $from = doc.resolve(from);
  const own = $from.marks();
  if ($from.parent.type !== nodes.frontmatter) return { text, marks: href === undefined ? own : marks.link.create({ href }).addToSet(own) };
  const before = $from.parent.textBetween(0, $from.parentOffset);
  return { text: inProperty(before.slice(before.lastIndexOf('\n') + 1), href ?? text), marks: own };
}

export function completionPlugin(): Plugin {
  return new Plugin<Kept>({
    key,
    state: {
      init: () => closed,
      apply(tr, kept, _before, state) {
        const told = tr.getMeta(key) as Partial<Kept> | undefined;
        if (told !== undefined) return { ...kept, ...told };
        return tr.docChanged || tr.selectionSet ? follow(kept, tr, state) : kept;
      },
    },
    props: {
      attributes: (state): Record<string, string> => {
        const open = completionOf(state);
        if (open === null || open.options.length === 0) return {};
        return {
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': completionIds.list,
          'aria-activedescendant': completionIds.option(open.index),
        };
      },
      handleKeyDown: (view, { key: pressed, ctrlKey, metaKey, altKey, shiftKey }) => {
        const open = completionOf(view.state);
        if (open === null || ctrlKey || metaKey || altKey || shiftKey || view.composing) return false;
        const { options, index } = open;
        if (pressed === 'Escape') {
          view.dispatch(view.state.tr.setMeta(key, { open: null, dismissed: open.from }));
          return options.length > 0;
        }
        const chosen = options[index];
        if (chosen === undefined) return false;
        const go = (to: number): boolean => {
          view.dispatch(view.state.tr.setMeta(key, { open: { ...open, index: (to + options.length) % options.length } }));
          return true;
        };
        if (pressed === 'ArrowDown') return go(index + 1);
        if (pressed === 'ArrowUp') return go(index - 1);
        if (pressed !== 'Enter' && pressed !== 'Tab') return false;
        chooseCompletion(view, chosen);
        return true;
      },
    },
  });
}
