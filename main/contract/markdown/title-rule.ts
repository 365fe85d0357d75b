// The title in `[[Title]]` and `[[Title|shown]]` is text as it stands: signs in it make no emphasis and no formula.

import type { StateInline } from 'markdown-it';

/** What follows a title is read as elsewhere. A title with escapes, code or tags is read with these, as it was written for that. */
const titleSource = String.raw`\[\[((?=[^[\]|\n]*[*_~$])(?:[^[\]|\n\\\`<&]|&(?!#?\w+;)){1,1500})(\|[^[\]\n]{0,1500})?(?=\]\])`;
const titleHere = new RegExp(titleSource, 'y');
const titles = new RegExp(titleSource, 'g');
const footnoteLabel = /^\^[^\s[\]]{1,200}$/;

/**
 * Runs behind the rule for links: `[[text]](address)` is one. In the text of a link nothing is matched: a token that begins with a bracket
 * would count as another link there.
 */
export function linkedTitle(state: StateInline, silent: boolean): boolean {
  if (silent || !state.src.startsWith('[[', state.pos)) return false;
  titleHere.lastIndex = state.pos;
  const [whole, title, shown = ''] = titleHere.exec(state.src) ?? [];
  if (whole === undefined || title === undefined || state.pos + whole.length + 2 > state.posMax) return false;
  const label = title + shown;
  // A link by its label, or a footnote, between brackets.
  if (footnoteLabel.test(label) || state.env.references?.[state.md.utils.normalizeReference(label)] !== undefined) return false;
  state.pending += `[[${title}`;
  state.pos += 2 + title.length;
  return true;
}

/** Where signs in a text need no escapes: past the last letter of each title, by its beginning. */
export function titlesWithSigns(text: string): ReadonlyMap<number, number> {
  return new Map(Array.from(text.matchAll(titles), ({ index, 1: title = '' }) => [index, index + 2 + title.length]));
}
