// Which words another word may have been meant to be: those a few letters away. Pure.

const latin = 'abcdefghijklmnopqrstuvwxyz';
const alphabets: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+$/, latin],
  [/^\p{sc=Grek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/^\p{sc=Cyrl}+$/u, 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіїґ'],
];

/** Letters of one script, none of which takes two UTF-16 units: not numbers, and no names of parts. */
const letters = /^(?:[[\p{L}]&&[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Hebr}\p{sc=Arab}]&&[\0-\uFFFF]])+$/v;

/** Of how many letters a word must be so that one of them may be wrong, or two. */
const shortest = 4;
const shortestForTwo = 8;
const maxLength = 40;

/** How many letters of a folded word may be wrong: too many, missing, others or in another order. 0 for what is left as it is. */
export function maxEdits(word: string): 0 | 1 | 2 {
  if (word.length < shortest || word.length > maxLength || !letters.test(word)) return 0;
  return word.length < shortestForTwo ? 1 : 2;
}

/** Every word that is one letter away, or has two neighbours the other way round; without the word itself. */
export function oneEditAway(word: string): string[] {
  const alphabet = alphabets.find(([script]) => script.test(word))?.[1] ?? [...new Set(word)].join('');
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after.length > 1) found.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
    if (after !== '') found.add(before + after.slice(1));
    for (const letter of alphabet) {
      found.add(before + letter + after);
      if (after !== '') found.add(before + letter + after.slice(1));
    }
  }
  found.delete(word);
  return [...found];
}

/**
 * Looks at a word of a list in order: whether at most `edits` letters make it of `word`, and from where on the list goes on with words for
 * which that is still possible.
 */
export function lookAt(term: string, word: string, edits: number): { readonly isNear: boolean; readonly next: string } {
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let length = 1; length <= term.length; length += 1) {
    const letter = term.charAt(length - 1);
    const next = [length];
    for (let at = 1; at <= word.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (word.charAt(at - 1) === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
    // All that begins so is too far away.
    if (Math.min(...row) > edits) return { isNear: false, next: term.slice(0, length - 1) + String.fromCharCode(letter.charCodeAt(0) + 1) };
  }
  // No word goes on from another with less than a 0.
  return { isNear: (row.at(-1) ?? Infinity) <= edits && term !== word, next: `${term}0` };
}
