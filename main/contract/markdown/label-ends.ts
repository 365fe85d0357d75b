// Where the label of a link or an image ends. markdown-it looks for that from each bracket through all that follows, which takes the square
// of their number; what was found for one bracket tells it for those around it.

import type { StateInline } from 'markdown-it';

const opening = 0x5b;
const closing = 0x5d;

/** By the opening bracket: the closing one, or -1. Without links in the label, and with them. */
type Ends = Readonly<Record<'plain' | 'linked', Map<number, number>>>;

/** By the end of what is read: within a link that is its own. */
const labelEndsCache = new WeakMap<StateInline, Map<number, Ends>>();

function endsIn(state: StateInline): Ends {
  const byMax = labelEndsCache.get(state) ?? new Map<number, Ends>();
  labelEndsCache.set(state, byMax);
  const ends = byMax.get(state.posMax) ?? { plain: new Map<number, number>(), linked: new Map<number, number>() };
  byMax.set(state.posMax, ends);
  return ends;
}

function findEnd(state: StateInline, isPlain: boolean, ends: ReadonlyMap<number, number>): number {
  const { src, posMax, md } = state;
  let level = 1;
  while (state.pos < posMax) {
    const at = state.pos;
    const sign = src.charCodeAt(at);
    if (sign === closing && (level -= 1) === 0) return at;
    md.inline.skipToken(state);
    if (sign !== opening) continue;
    // What begins with a bracket and is longer than that is a link.
    if (state.pos !== at + 1 && isPlain) return -1;
    if (state.pos !== at + 1) continue;
    const end = ends.get(at);
    if (end === undefined) level += 1;
    else if (end < 0) return -1;
    else {
      state.pos = end;
      md.inline.skipToken(state);
    }
  }
  return -1;
}

/**
 * As markdown-it's function: the closing bracket of the label that begins at `start`, or -1; with `disableNested` no link may stand in it.
 * A token is as long whenever it is asked for again, so that what is known of a bracket is what looking again would tell.
 */
export function parseLinkLabel(state: StateInline, start: number, disableNested = false): number {
  const ends = endsIn(state)[disableNested ? 'plain' : 'linked'];
  let end = ends.get(start);
  if (end !== undefined) return end;
  const { pos } = state;
  state.pos = start + 1;
  end = findEnd(state, disableNested, ends);
  state.pos = pos;
  ends.set(start, end);
  return end;
}
