// Links: which one is at the cursor, whether its address is being edited, and changes of it.

import { Plugin, PluginKey, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import type { Attrs, Mark, ResolvedPos } from 'prosemirror-model';
import type { Transform } from 'prosemirror-transform';
import { isSafeTarget } from '../../../../main/contract/note-attributes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { addressAt } from './addresses.ts';

const { marks } = noteSchema;

export interface LinkRange {
  readonly from: number;
  readonly to: number;
  readonly href: string;
  /** It is an address that is written out: there is no link to be taken away. */
  readonly isWrittenOut?: true;
}

const linkOf = (set: readonly Mark[]): Mark | undefined => marks.link.isInSet(set);

/** The whole link that a position lies in; null outside of any. */
export function linkAt($pos: ResolvedPos): LinkRange | null {
  const { parent } = $pos;
  const index = $pos.index();
  const here = [parent.maybeChild(index), $pos.textOffset === 0 ? parent.maybeChild(index - 1) : null].find(
    (node) => node !== null && node !== undefined && linkOf(node.marks) !== undefined,
  );
  const mark = here === undefined || here === null ? undefined : linkOf(here.marks);
  if (mark === undefined || here === undefined) return null;
  let first = here === parent.maybeChild(index) ? index : index - 1;
  let last = first;
  const holds = (at: number): boolean => parent.maybeChild(at)?.marks.some((other) => other.eq(mark)) === true;
  while (first > 0 && holds(first - 1)) first--;
  while (holds(last + 1)) last++;
  let from = $pos.start();
  for (let at = 0; at < first; at++) from += parent.child(at).nodeSize;
  let to = from;
  for (let at = first; at <= last; at++) to += parent.child(at).nodeSize;
  return { from, to, href: String(mark.attrs['href']) };
}

/** What leads somewhere at a position: a link, or an address that is written out. */
export function leadAt($pos: ResolvedPos): LinkRange | null {
  const link = linkAt($pos);
  if (link !== null) return link;
  const address = addressAt($pos);
  return address === null ? null : { ...address, isWrittenOut: true };
}

interface Editing {
  readonly from: number;
  readonly to: number;
}

const key = new PluginKey<Editing | null>('link');

/** Remembers which text the user gives an address to, while others type too. */
export function linkPlugin(): Plugin {
  return new Plugin<Editing | null>({
    key,
    state: {
      init: () => null,
      apply(tr, editing) {
        const next = tr.getMeta(key) as Editing | 'done' | undefined;
        if (next === 'done') return null;
        if (next !== undefined) return next;
        return editing === null ? null : { from: tr.mapping.map(editing.from, 1), to: tr.mapping.map(editing.to, -1) };
      },
    },
  });
}

/** The text whose address is being edited. */
export const editedLink = (state: EditorState): Editing | null => key.getState(state) ?? null;

/** Begins to edit the link at the cursor, or to make one of what is selected. */
export const editLink: Command = (state, dispatch) => {
  const { $from, from, to, empty } = state.selection;
  const link = empty ? leadAt($from) : linkAt($from);
  if (link === null && (empty || !(state.selection instanceof TextSelection) || !$from.sameParent(state.selection.$to))) return false;
  if (!$from.parent.type.allowsMarkType(marks.link)) return false;
  dispatch?.(state.tr.setMeta(key, link === null ? { from, to } : { from: link.from, to: link.to }));
  return true;
};

export const stopEditing = (tr: Transaction): Transaction => tr.setMeta(key, 'done');

/** The address as it is stored: one without a scheme that begins with a name of the web gets one. Null if it must not lead there. */
export function typedTarget(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const address = /^[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$)/.test(text) ? `https://${text}` : text;
  const target = /[\s<>]/.test(address) ? encodeURI(address) : address;
  return isSafeTarget(target) ? target : null;
}

/**
 * Makes a link of a range, in place of those in it. They go in steps of their own: where `addMark` takes one away, undo and redo make a
 * step of it that holds steps of steps, which prosemirror-transform itself cannot read.
 */
export function replaceLink<To extends Transform>(tr: To, from: number, to: number, attrs: Attrs): To {
  return tr.removeMark(from, to, marks.link).addMark(from, to, marks.link.create(attrs));
}

/** Gives a range an address. */
export function setLink(state: EditorState, { from, to }: Editing, href: string): Transaction {
  return stopEditing(replaceLink(state.tr, from, to, { href }));
}

export function unlinkText(state: EditorState, { from, to }: Editing): Transaction {
  return stopEditing(state.tr.removeMark(from, to, marks.link));
}
