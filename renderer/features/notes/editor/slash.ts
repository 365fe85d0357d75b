// The menu that opens where the user types a slash at the start of a word.

import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { allCommands, type EditorCommand } from './commands.ts';

export interface Slash {
  /** Where the slash stands. */
  readonly from: number;
  /** What was typed after it. */
  readonly typed: string;
  /** Which of `slashMatches` is chosen. */
  readonly index: number;
}

const key = new PluginKey<Slash | null>('slash');

/** The ids that tie the editor to the list. */
export const slashIds = { list: 'slash-menu', option: (id: string): string => `slash-${id}` } as const;

export const slashOf = (state: EditorState): Slash | null => key.getState(state) ?? null;

/** What can be inserted, best first: names that begin with what was typed come before those that hold it. */
export function slashMatches(typed: string): readonly EditorCommand[] {
  const word = typed.trim().toLowerCase();
  const rank = ({ name, words = [] }: EditorCommand): number => {
    const names = [name, ...words].map((each) => each.toLowerCase());
    if (names[0]?.startsWith(word) === true) return 0;
    if (names.some((each) => each.startsWith(word))) return 1;
    return names.some((each) => each.includes(word)) ? 2 : 3;
  };
  return allCommands
    .filter(({ slash }) => slash === true)
    .map((command) => ({ command, order: rank(command) }))
    .filter(({ order }) => order < 3)
    .toSorted((a, b) => a.order - b.order)
    .map(({ command }) => command);
}

/** After a change: the menu as it is now; null when it closes. */
function follow(slash: Slash, tr: Transaction, state: EditorState): Slash | null {
  const from = tr.mapping.map(slash.from, 1);
  const { $from, empty } = state.selection;
  if (!empty || $from.pos <= from || !$from.parent.isTextblock || $from.start() > from) return null;
  const text = state.doc.textBetween(from, $from.pos, '\n', '\n');
  const typed = text.slice(1);
  if (!text.startsWith('/') || /\n|\s{2}|^\s/.test(typed) || slashMatches(typed).length === 0) return null;
  return { from, typed, index: typed === slash.typed ? slash.index : 0 };
}

/** Opens only for a slash that was typed here, behind nothing or a blank. */
function opened(tr: Transaction, state: EditorState): Slash | null {
  const { $from, empty } = state.selection;
  if (
    !tr.docChanged ||
    !empty ||
    tr.getMeta('rebased') !== undefined ||
    tr.getMeta('paste') !== undefined ||
    tr.getMeta('uiEvent') !== undefined
  )
    return null;
  if ($from.parent.type.spec.code === true) return null;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 2), $from.parentOffset, null, '\ufffc');
  return /(?:^|\s)\/$/.test(before) && tr.steps.length === 1 ? { from: $from.pos - 1, typed: '', index: 0 } : null;
}

const closeSlash = (tr: Transaction): Transaction => tr.setMeta(key, 'close');

/** Takes away the slash and what follows it; null when the menu is closed. */
function withoutSlash(state: EditorState): Transaction | null {
  const slash = slashOf(state);
  return slash === null ? null : closeSlash(state.tr.delete(slash.from, state.selection.from));
}

/** Does what was chosen, in the place of the slash. */
export function chooseSlash(view: EditorView, command: EditorCommand): void {
  const cleared = withoutSlash(view.state);
  if (cleared !== null) view.dispatch(cleared);
  view.focus();
  command.command(view.state, view.dispatch, view);
}

export function slashPlugin(): Plugin {
  return new Plugin<Slash | null>({
    key,
    state: {
      init: () => null,
      apply(tr, slash, _before, state) {
        const told = tr.getMeta(key) as 'close' | number | undefined;
        if (told === 'close') return null;
        if (slash === null) return opened(tr, state);
        if (typeof told === 'number') return { ...slash, index: told };
        return follow(slash, tr, state);
      },
    },
    props: {
      attributes: (state): Record<string, string> => {
        const slash = slashOf(state);
        const chosen = slash === null ? undefined : slashMatches(slash.typed)[slash.index];
        return chosen === undefined ? {} : { 'aria-controls': slashIds.list, 'aria-activedescendant': slashIds.option(chosen.id) };
      },
      handleKeyDown: (view, { key: pressed, ctrlKey, metaKey, altKey }) => {
        const slash = slashOf(view.state);
        if (slash === null || ctrlKey || metaKey || altKey) return false;
        const matches = slashMatches(slash.typed);
        const go = (index: number): boolean => {
          view.dispatch(view.state.tr.setMeta(key, (index + matches.length) % matches.length));
          return true;
        };
        if (pressed === 'ArrowDown') return go(slash.index + 1);
        if (pressed === 'ArrowUp') return go(slash.index - 1);
        if (pressed === 'Escape') {
          view.dispatch(closeSlash(view.state.tr));
          return true;
        }
        const chosen = matches[slash.index];
        if ((pressed !== 'Enter' && pressed !== 'Tab') || chosen === undefined) return false;
        chooseSlash(view, chosen);
        return true;
      },
    },
  });
}
