// What a session knows of the user's changes, made anew: many steps as the one that comes of them, and changes that were made elsewhere as
// what undo takes back here.

import { closeHistory, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { Selection, type EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import { unchecked } from './edited-text.ts';
import type { Step } from 'prosemirror-transform';
import { replacementBetween } from './rebase.ts';
import { stepsBetween } from './steps-between.ts';

/** Plugins have nothing to add to it. */
const untouched = (tr: Transaction): Transaction => tr.setMeta(unchecked, true).setMeta('rebased', 0);

/** Leads from the document of a state to another one by steps that change its content, the title, and nothing else. */
function leadBy(steps: readonly Step[], state: EditorState, doc: Node): Transaction {
  const tr = untouched(state.tr);
  for (const step of steps) tr.step(step);
  const title = String(doc.attrs['title']);
  return title === String(state.doc.attrs['title']) ? tr : tr.setDocAttribute('title', title);
}

/** Leads there in one step; nothing of it can be undone. */
function leadTo(state: EditorState, doc: Node): Transaction {
  const step = replacementBetween(state.doc, doc);
  return leadBy(step === null ? [] : [step], state, doc).setMeta('addToHistory', false);
}

/** The state with another one's selection, which has the same document. */
const selecting = (state: EditorState, { selection }: EditorState): EditorState =>
  state.apply(state.tr.setSelection(Selection.fromJSON(state.doc, selection.toJSON())));

/**
 * The state as it would be had the user come from `before` in one step, or in none where that is what it holds. Of `plugins`, those that
 * are not among `lasting` begin anew, as that does which keeps what is unsent.
 */
export function summedUp(before: Node, state: EditorState, lasting: readonly Plugin[], plugins: readonly Plugin[]): EditorState {
  const anew = (from: EditorState): EditorState => from.reconfigure({ plugins: lasting }).reconfigure({ plugins });
  const { doc } = state;
  if (doc.eq(before)) return anew(state);
  const back = anew(state.apply(leadTo(state, before)));
  const summed = back.apply(leadTo(back, doc));
  return summed.doc.eq(doc) ? selecting(summed, state) : state;
}

export interface MadeElsewhere {
  /** The state here when that began. */
  readonly since: EditorState;
  /** The documents before each change, oldest first: what others did since is in all of them. */
  readonly before: readonly Node[];
  /** The documents that redo leads on to, nearest first. */
  readonly after: readonly Node[];
}

/**
 * The state in which undo leads back through changes that the user has made elsewhere, and then through those that were made here before.
 * All of them are sent. Of `plugins`, those that are not among `lasting` begin anew.
 */
export function withUndoOf(made: MadeElsewhere, state: EditorState, lasting: readonly Plugin[], plugins: readonly Plugin[]): EditorState {
  const { doc } = state;
  let led = made.since.reconfigure({ plugins: lasting });
  /** Whether that makes a difference. */
  const leadOn = (to: Node, isUndoable: boolean): boolean => {
    const steps = stepsBetween(led.doc, to);
    const at = isUndoable ? replacementBetween(led.doc, to)?.from : undefined;
    // Undo leads to where the change is.
    if (at !== undefined) led = led.apply(untouched(led.tr).setSelection(Selection.near(led.doc.resolve(at))));
    const tr = leadBy(steps, led, to);
    led = led.apply(isUndoable ? closeHistory(tr) : tr.setMeta('addToHistory', false));
    return tr.docChanged;
  };
  const [first = doc, ...others] = made.before;
  leadOn(first, false);
  for (const next of [...others, doc]) leadOn(next, true);
  const further = made.after.filter((next) => leadOn(next, true));
  for (const _ of further)
    undo(led, (tr) => {
      led = led.apply(untouched(tr));
    });
  led = led.apply(closeHistory(led.tr));
  return led.doc.eq(doc) ? selecting(led, state).reconfigure({ plugins }) : state;
}
