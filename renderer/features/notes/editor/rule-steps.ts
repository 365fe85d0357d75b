// What input rules make of typed text is a step of its own for undo: the last letter is typed, and then the rule does its work. As
// prosemirror-inputrules has it, undo takes all with it that was typed in the half second before, and the letter never stood there.

import { closeHistory } from 'prosemirror-history';
import { inputRules, type InputRule } from 'prosemirror-inputrules';
import { Plugin, Selection, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { madeInBody } from './callouts.ts';

/** The same change, made where the letter stands already. */
function afterLetter(state: EditorState, letter: Transaction, made: Transaction): Transaction {
  const { tr } = state;
  for (const [index, step] of [...letter.steps.entries()].toReversed()) tr.step(step.invert(letter.docs[index] ?? letter.before));
  for (const step of made.steps) tr.step(step);
  tr.setSelection(Selection.fromJSON(tr.doc, made.selection.toJSON()));
  if (made.storedMarksSet) tr.setStoredMarks(made.storedMarks);
  return closeHistory(tr);
}

/**
 * Plugins for the rules, to which the body of a callout begins below its title. Undo, or Backspace right after, makes text again of what a
 * rule has made.
 */
export function undoableRules(rules: readonly InputRule[]): Plugin[] {
  const plugin = inputRules({ rules });
  const runner = new Plugin({
    props: {
      handleTextInput(view, from, to, text, deflt) {
        const { state, composing } = view;
        const ask = (asked: EditorState, shift: number): Transaction | null => {
          let made: Transaction | null = null;
          const asking = { state: asked, composing, dispatch: (tr: Transaction) => (made = tr) } as unknown as EditorView;
          plugin.props.handleTextInput?.call(plugin, asking, from + shift, to + shift, text, deflt);
          return made;
        };
        const inBody = (body: EditorState): Transaction | null => ask(body, body.selection.from - from);
        const made = ask(state, 0) ?? (from === to ? madeInBody(state, inBody) : null);
        if (made === null) return false;
        const letter = state.tr.insertText(text, from, to);
        view.dispatch(letter);
        const tr = afterLetter(view.state, letter, made);
        const { from: at } = view.state.selection;
        view.dispatch(tr.setMeta(plugin, { transform: tr, from: at, to: at, text: '' }));
        return true;
      },
    },
  });
  return [runner, plugin];
}
