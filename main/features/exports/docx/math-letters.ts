// Letters of formulas in the forms that mathematics gives a meaning, as Unicode's Mathematical Alphanumeric Symbols have them: every
// program that reads Word documents knows those.

/** Where the capital letters, the small letters and the digits of a form begin; null where it has none. */
interface Alphabet {
  readonly capital: number;
  readonly small: number;
  readonly digit: number | null;
  /** Letters that Unicode had before. */
  readonly older: Readonly<Record<string, string>>;
}

const alphabet = (capital: number, digit: number | null = null, older: Alphabet['older'] = {}): Alphabet => ({
  capital,
  small: capital + 26,
  digit,
  older,
});

/** By the values of MathML's `mathvariant`. */
const alphabets: Readonly<Record<string, Alphabet>> = {
  'double-struck': alphabet(0x1d538, 0x1d7d8, { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }),
  script: alphabet(0x1d49c, null, { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' }),
  'bold-script': alphabet(0x1d4d0),
  fraktur: alphabet(0x1d504, null, { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' }),
  'bold-fraktur': alphabet(0x1d56c),
  'sans-serif': alphabet(0x1d5a0, 0x1d7e2),
  'bold-sans-serif': alphabet(0x1d5d4, 0x1d7ec),
  'sans-serif-italic': alphabet(0x1d608),
  'sans-serif-bold-italic': alphabet(0x1d63c),
  monospace: alphabet(0x1d670, 0x1d7f6),
};

function styled(character: string, { capital, small, digit, older }: Alphabet): string {
  const known = older[character];
  if (known !== undefined) return known;
  if (/[A-Z]/.test(character)) return String.fromCodePoint(capital + character.charCodeAt(0) - 0x41);
  if (/[a-z]/.test(character)) return String.fromCodePoint(small + character.charCodeAt(0) - 0x61);
  if (digit !== null && /\d/.test(character)) return String.fromCodePoint(digit + Number(character));
  return character;
}

/** The text in the form of this `mathvariant`; null for those that are said by the style of a run (bold, italic, normal). */
export function mathLetters(text: string, variant: string): string | null {
  const form = Object.hasOwn(alphabets, variant) ? alphabets[variant] : undefined;
  return form === undefined ? null : Array.from(text, (character) => styled(character, form)).join('');
}
