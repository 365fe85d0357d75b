// The title in `[[Title]]` and `[[Title|shown]]` is text as it stands: signs in it make no emphasis and no formula.

import type { StateInline } from 'markdown-it';
import { decoded } from '../percent-encoding.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** What follows a title is read as elsewhere. A title with escapes, code or tags is read with these, as it was written for that. */
const titleSource = String.raw`\[\[((?=[^[\]|\n]*[*_~$])(?:[^[\]|\n\\\`<&]|&(?!#?\w+;)){1,1500})(\|[^[\]\n]{0,1500})?(?=\]\])`;
const titleHere = new RegExp(titleSource, 'y');
const titles = new RegExp(titleSource, 'g');
const footnoteLabel = /^\^[^\s[\]]{1,200}$/;
const labelHere = /\[([^[\]\n]{1,1500})\]\](?![[(])/y;
const relative = /^(?![a-z][a-z\d+.-]*:|\/\/)(?:[^?#]*\/)?([^?#/]+?)(?:\.md)?(?:#.*)?$/i;

const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/**
 * Whether there is a definition of a label that only says where the file of the note with this title is: `[note]: folder/note.md "Note"`.
 * Foam writes one for each `[[note]]`, for programs that know no such links.
 */
function hasOwnFile(label: string, { env, md }: StateInline): boolean {
  const href = env.references?.[md.utils.normalizeReference(label)]?.href;
  const [, name] = href === undefined ? [] : (relative.exec(href) ?? []);
  const [title = ''] = label.split(/[|#]/);
  return name !== undefined && folded(decoded(name)) === folded(title.slice(title.lastIndexOf('/') + 1));
}

/** The rule for links, but in `[[note]]` where it says no more than the title does. */
export function besidesTitles(rule: InlineRule): InlineRule {
  return (state, silent) => {
    const { src, pos } = state;
    if (src.charCodeAt(pos - 1) === 0x5b && src.charCodeAt(pos - 2) !== 0x5c) {
      labelHere.lastIndex = pos;
      const label = labelHere.exec(src)?.[1];
      if (label !== undefined && hasOwnFile(label, state)) return false;
    }
    return rule(state, silent);
  };
}

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
  if (footnoteLabel.test(label)) return false;
  if (state.env.references?.[state.md.utils.normalizeReference(label)] !== undefined && !hasOwnFile(label, state)) return false;
  state.pending += `[[${title}`;
  state.pos += 2 + title.length;
  return true;
}

/** Where signs in a text need no escapes: past the last letter of each title, by its beginning. */
export function titlesWithSigns(text: string): ReadonlyMap<number, number> {
  return new Map(Array.from(text.matchAll(titles), ({ index, 1: title = '' }) => [index, index + 2 + title.length]));
}
