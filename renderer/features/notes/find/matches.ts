// Where a query is found in a note, and which of the places is the current one: that which is selected.

import type { Node } from 'prosemirror-model';
import type { SearchQuery } from 'prosemirror-search';
import type { EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

export interface MatchRange {
  readonly from: number;
  readonly to: number;
}

/** More places are neither counted nor replaced at once. */
export const maxMatches = 10_000;
/** Up to this many places before and after the current one are marked; more would make the browser slow. */
const markedAround = 1_000;

export interface FoundMatches {
  /** In the order of the text. */
  readonly matches: readonly MatchRange[];
  /** The index of the one that is selected; -1 for none. */
  readonly current: number;
  readonly decorations: DecorationSet;
}

/** Finds a query in any state; the answer for one state is always the same object. */
export function finderOf(query: SearchQuery): (state: EditorState) => FoundMatches {
  const byDoc = new WeakMap<Node, readonly MatchRange[]>();
  const byState = new WeakMap<EditorState, FoundMatches>();
  return (state) => {
    const known = byState.get(state);
    if (known !== undefined) return known;
    const matches = byDoc.get(state.doc) ?? matchesIn(state, query);
    byDoc.set(state.doc, matches);
    const current = indexOfRange(matches, state.selection);
    const found = { matches, current, decorations: DecorationSet.create(state.doc, marksOf(matches, current)) };
    byState.set(state, found);
    return found;
  };
}

function matchesIn(state: EditorState, query: SearchQuery): readonly MatchRange[] {
  const matches: MatchRange[] = [];
  let from = 0;
  while (matches.length < maxMatches) {
    const match = query.findNext(state, from);
    if (match === null) break;
    matches.push({ from: match.from, to: match.to });
    from = match.to;
  }
  return matches;
}

function marksOf(matches: readonly MatchRange[], current: number): Decoration[] {
  const first = Math.max(0, current - markedAround);
  return matches
    .slice(first, Math.max(0, current) + markedAround)
    .map(({ from, to }, index) =>
      Decoration.inline(from, to, { class: first + index === current ? 'find-match find-current' : 'find-match' }),
    );
}

/** The index of a range; -1 when it is none of them. */
export function indexOfRange(matches: readonly MatchRange[], { from, to }: MatchRange): number {
  return matches.findIndex((match) => match.from === from && match.to === to);
}

/** The first that begins at or after a position, else the first of all; undefined when there is none. */
export function matchFrom(matches: readonly MatchRange[], position: number): MatchRange | undefined {
  return matches.find(({ from }) => from >= position) ?? matches[0];
}

/** The one after a selection, or before it; from the end it goes on at the beginning. Undefined when there is none. */
export function following(matches: readonly MatchRange[], selection: MatchRange, direction: 1 | -1): MatchRange | undefined {
  if (direction === 1) return matchFrom(matches, selection.to);
  return matches.findLast(({ to }) => to <= selection.from) ?? matches.at(-1);
}
