// Callouts: a quote that begins with `[!note]` is shown as a box with a title, folded ones with a button. And text between `==`, which is
// marked. All of it is text: where the cursor is, its signs are shown.

import type { Node, ResolvedPos } from 'prosemirror-model';
import { EditorState, Plugin, PluginKey, Selection, TextSelection, type Command, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { calloutSignOf, highlighted } from '../../../../main/contract/note-signs.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { strings } from '../strings.ts';
import { htmlElement } from '../views/element.ts';
import { decorationsInSight, hiddenSigns, isDecorated, sight, type Draw } from './in-sight.ts';

const { nodes, marks } = noteSchema;

type Look = 'note' | 'tip' | 'warning' | 'danger' | 'quote';

/** Obsidian's names, by the look that they have here; any other name looks like a note. */
const looks: Readonly<Record<Exclude<Look, 'note'>, readonly string[]>> = {
  tip: ['tip', 'hint', 'important', 'success', 'check', 'done'],
  warning: ['warning', 'caution', 'attention', 'question', 'help', 'faq'],
  danger: ['danger', 'error', 'bug', 'failure', 'fail', 'missing'],
  quote: ['quote', 'cite', 'example', 'abstract', 'summary', 'tldr'],
};

interface Callout {
  readonly look: Look;
  /** Shown where it has no title. */
  readonly name: string;
  /** How it is folded at first; null: it cannot be. */
  readonly fold: 'open' | 'folded' | null;
  /** Characters of the sign and the blank after it. */
  readonly signLength: number;
  /** Where the title ends within its paragraph. */
  readonly titleEnd: number;
}

const calloutCache = new WeakMap<Node, { readonly callout: Callout | null }>();

/** What a quote is a callout of; null for an ordinary one. */
export function calloutOf(quote: Node): Callout | null {
  const before = calloutCache.get(quote);
  if (before !== undefined) return before.callout;
  const callout = readCallout(quote.firstChild);
  calloutCache.set(quote, { callout });
  return callout;
}

function readCallout(first: Node | null): Callout | null {
  if (first?.type !== nodes.paragraph || first.firstChild?.isText !== true) return null;
  const sign = calloutSignOf(first.textBetween(0, first.content.size, null, '\n'));
  if (sign === null) return null;
  let titleEnd = first.content.size;
  first.forEach((child, offset) => {
    if (child.type === nodes.soft_break || child.type === nodes.hard_break) titleEnd = Math.min(titleEnd, offset);
  });
  const look = (Object.keys(looks) as (keyof typeof looks)[]).find((each) => looks[each].includes(sign.kind)) ?? 'note';
  return {
    look,
    name: sign.name,
    fold: sign.fold === '-' ? 'folded' : sign.fold === '+' ? 'open' : null,
    signLength: Math.min(sign.length, titleEnd),
    titleEnd,
  };
}

/** The selection as far as it is below the title of a callout that it begins in, and the text right below as a block of its own. */
function bodyApart({ doc, selection: { $from, $to }, tr }: EditorState): Transaction | null {
  const callout = calloutAt($from);
  const at = $from.start() + (callout?.titleEnd ?? 0);
  if (callout === null || $to.pos <= at) return null;
  if (doc.resolve(at).nodeAfter !== null) tr.delete(at, at + 1).split(at);
  return $from.pos > at ? tr : tr.setSelection(TextSelection.between(tr.doc.resolve(at + 2), tr.doc.resolve(tr.mapping.map($to.pos))));
}

/** The callout in whose first paragraph, which has the title, a position is. */
const calloutAt = ($pos: ResolvedPos): Callout | null =>
  $pos.depth > 1 && $pos.index(-1) === 0 && $pos.node(-1).type === nodes.blockquote ? calloutOf($pos.node(-1)) : null;

/**
 * What `make` does of the body of a callout, where the selection is in the paragraph that begins with its title: only the text below the
 * title changes, else it would be a callout no more. Null elsewhere, and where `make` does nothing.
 */
export function madeInBody(state: EditorState, make: (state: EditorState) => Transaction | null): Transaction | null {
  const tr = bodyApart(state);
  const made = tr === null ? null : make(EditorState.create({ doc: tr.doc, selection: tr.selection, storedMarks: state.storedMarks }));
  if (tr === null || made === null) return null;
  for (const step of made.steps) tr.step(step);
  tr.setSelection(Selection.fromJSON(tr.doc, made.selection.toJSON()));
  return made.storedMarksSet ? tr.setStoredMarks(made.storedMarks) : tr;
}

/** The same command, which leaves the titles of callouts what they are: in one there is nothing to do. */
export const belowTitle =
  (command: Command): Command =>
  (state, dispatch, view) => {
    if (calloutAt(state.selection.$from) === null) return command(state, dispatch, view);
    const tr = madeInBody(state, (body) => {
      let made: Transaction | null = null;
      command(body, (each) => (made = each), view);
      return made;
    });
    if (tr !== null) dispatch?.(tr.scrollIntoView());
    return true;
  };

/** The marked stretches of a block of text, with their signs; none in code and other source. */
export function highlightsIn(block: Node): { readonly from: number; readonly to: number }[] {
  const found: { readonly from: number; readonly to: number }[] = [];
  if (block.type.spec.code === true) return found;
  block.forEach((child, offset) => {
    if (child.text?.includes('==') !== true || child.marks.some(({ type }) => type === marks.code)) return;
    for (const { 0: text, index } of child.text.matchAll(highlighted))
      found.push({ from: offset + index, to: offset + index + text.length });
  });
  return found;
}

interface Shown {
  /** Positions of quotes that are not folded as they say. */
  readonly flipped: ReadonlySet<number>;
  /** Whether the user has put the cursor somewhere: at first it is at the beginning, which says nothing. */
  readonly hasCursor: boolean;
}

const key = new PluginKey<Shown>('callouts');
const atFirst: Shown = { flipped: new Set(), hasCursor: false };

const shownIn = (state: EditorState): Shown => key.getState(state) ?? atFirst;

const mark = { nodeName: 'mark' } as const;

const inline = (from: number, to: number, attrs: Readonly<Record<string, string>>): Decoration =>
  Decoration.inline(from, to, attrs, { key: JSON.stringify(attrs) });

const whole = (from: number, node: Node, attrs: Readonly<Record<string, string>>): Decoration =>
  Decoration.node(from, from + node.nodeSize, attrs, { key: JSON.stringify(attrs) });

function foldButton(isFolded: boolean, at: number): (view: EditorView) => HTMLElement {
  return (view) => {
    const button = htmlElement('button', {
      type: 'button',
      class: 'callout-fold',
      contenteditable: 'false',
      'aria-expanded': String(!isFolded),
      'aria-label': strings.calloutFold,
    });
    button.addEventListener('mousedown', (event) => {
      event.preventDefault();
    });
    button.addEventListener('click', () => {
      view.dispatch(view.state.tr.setMeta(key, at).setMeta('addToHistory', false));
    });
    return button;
  };
}

function ofCallout(quote: Node, at: number, callout: Callout, { isFlipped, cursor }: { isFlipped: boolean; cursor: number }): Decoration[] {
  const isHere = at < cursor && cursor < at + quote.nodeSize;
  const isFolded = !isHere && callout.fold !== null && (callout.fold === 'folded') !== isFlipped;
  const start = at + 2;
  const signEnd = start + callout.signLength;
  const end = start + callout.titleEnd;
  const found = [whole(at, quote, { class: `callout callout-${callout.look}${isFolded ? ' callout-folded' : ''}` })];
  const first = quote.firstChild;
  if (first === null) return found;
  const isInTitle = start <= cursor && cursor <= end;
  if (!isInTitle) found.push(inline(start, signEnd, { class: 'sign-hidden' }));
  const label = callout.signLength === callout.titleEnd && !isInTitle ? { 'data-label': callout.name } : {};
  found.push(whole(at + 1, first, { class: 'callout-first', ...label }));
  if (signEnd < end) found.push(inline(signEnd, end, { class: 'callout-title' }));
  if (callout.fold !== null)
    found.push(Decoration.widget(start, foldButton(isFolded, at), { side: -1, key: `fold ${at} ${isFolded}`, ignoreSelection: true }));
  const hidden = { class: 'callout-hidden' };
  const broken = first.childAfter(callout.titleEnd).node;
  if (broken !== null) {
    found.push(whole(end, broken, { class: 'callout-break' }));
    if (isFolded) found.push(inline(end + 1, start + first.content.size, hidden));
  }
  if (isFolded)
    quote.forEach((child, offset, index) => {
      if (index > 0) found.push(whole(at + 1 + offset, child, hidden));
    });
  return found;
}

const draw: Draw = (view, shown) => {
  const { doc, selection } = view.state;
  const { flipped, hasCursor } = shownIn(view.state);
  const found: Decoration[] = [];
  const cursor = hasCursor ? selection.head : -1;
  const { from, to } = sight(view);
  doc.nodesBetween(from, to, (node, at) => {
    if (node.type === nodes.blockquote) {
      const callout = calloutOf(node);
      if (callout !== null) found.push(...ofCallout(node, at, callout, { isFlipped: flipped.has(at), cursor }));
    }
    if (!node.isTextblock) return true;
    for (const marked of highlightsIn(node)) {
      const [start, end] = [at + 1 + marked.from, at + 1 + marked.to];
      found.push(inline(start, end, mark));
      if (cursor < start || cursor > end)
        for (const { from, to, attrs } of [...hiddenSigns(start, start + 2, 'first'), ...hiddenSigns(end - 2, end, 'last')])
          found.push(inline(from, to, attrs));
    }
    return false;
  });
  return isDecorated(found, shown) ? null : found;
};

/** The signs of what is marked are shown at once to a cursor right before or behind them: it has no height where they are hidden. */
function besidesCursor(set: DecorationSet, state: EditorState): DecorationSet {
  const { head, empty } = state.selection;
  if (!shownIn(state).hasCursor || !empty) return set;
  const named = (pattern: RegExp) => (spec: { readonly key?: unknown }) => pattern.test(String(spec.key));
  const marked = set.find(head, head, named(/"mark"/)).find(({ from, to }) => from === head || to === head);
  if (marked === undefined) return set;
  return set.remove(set.find(marked.from, marked.to, named(/"sign-/)).filter(({ from }) => from >= marked.from));
}

/** Source that the cursor is in is shown, be it drawn otherwise. */
function sourceHere(state: EditorState): DecorationSet | null {
  const {
    doc,
    selection: { $from },
  } = state;
  if (!shownIn(state).hasCursor || $from.depth === 0 || $from.parent.type.spec.code !== true) return null;
  return DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), { class: 'source-here' })]);
}

export function calloutPlugins(): Plugin[] {
  return [
    new Plugin<Shown>({
      key,
      state: {
        init: () => atFirst,
        apply: (tr, { flipped: before, hasCursor }) => {
          const toggled = tr.getMeta(key) as number | undefined;
          let flipped = tr.docChanged && before.size > 0 ? new Set([...before].map((at) => tr.mapping.map(at))) : before;
          if (toggled !== undefined)
            flipped = flipped.has(toggled) ? new Set([...flipped].filter((at) => at !== toggled)) : new Set([...flipped, toggled]);
          return { flipped, hasCursor: hasCursor || tr.selectionSet };
        },
      },
      props: { decorations: sourceHere },
    }),
    decorationsInSight('callouts', () => draw, {
      shown: besidesCursor,
      isStale: (state, before) => state.selection.head !== before.selection.head || shownIn(state).flipped !== shownIn(before).flipped,
    }),
  ];
}
