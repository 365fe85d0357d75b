import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, words } from '../../../../main/lib/full-text/fold.ts';
import { Positions } from '../../../../main/lib/full-text/positions.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { runs } from '../../../support/property.ts';

describe('words', () => {
  test.each<[string, string[]]>([
    ['', []],
    [' \t\n.,;:!?"\'()[]{}<>*^~`|\\/@#$%&+=-_', []],
    ['The QUICK Brown', ['the', 'quick', 'brown']],
    ['snake_case foo-bar c++ v1.2.3 #tag @name', ['snake', 'case', 'foo', 'bar', 'c', 'v1', '2', '3', 'tag', 'name']],
    ["don't don’t l’été", ['don', 't', 'don', 't', 'l', 'ete']],
    ['ann.lee@example.org', ['ann', 'lee', 'example', 'org']],
    ['Crème Brûlée ÅNGSTRÖM ǻ Việt', ['creme', 'brulee', 'angstrom', 'a', 'viet']],
    ['e\u0301 \u0065\u0301\u0323', ['e', 'e']],
    ['Straße STRASSE ẞ', ['strasse', 'strasse', 'ss']],
    ['ﬁne ﬂow œuvre Æsir Łódź smørrebrød Đà þing', ['fine', 'flow', 'oeuvre', 'aesir', 'lodz', 'smorrebrod', 'da', 'thing']],
    ['İstanbul ISTANBUL ıstanbul', ['istanbul', 'istanbul', 'istanbul']],
    ['ΟΔΟΣ οδος οδοσ Ὀδός', ['οδοσ', 'οδοσ', 'οδοσ', 'οδοσ']],
    ['Ёлка ёлка елка Й', ['елка', 'елка', 'елка', 'и']],
    ['Ｆｕｌｌ１２', ['full12']],
    ['𝐁𝐨𝐥𝐝 ℌ K', ['bold', 'h', 'k']],
    ['m² 2½ cups', ['m2', '2', '1', '2', 'cups']],
    ['שָׁלוֹם مُحَمَّد مـحـمد', ['שלום', 'محمد', 'محمد']],
    ['co\u00ADop zero\u200Bwidth می\u200Cخواهم \uFEFFbom', ['coop', 'zero', 'width', 'میخواهم', 'bom']],
    ['हिन्दी की', ['हिन्दी', 'की']],
    ['東京 iPhone手机', ['東', '京', 'iphone', '手', '机']],
    ['ガ か\u3099き ｶﾞ ー々', ['ガ', 'が', 'き', 'ガ', 'ー', '々']],
    ['한국어 \u1112\u1161\u11AB', ['한', '국', '어', '한']],
    ['กำลัง', ['ก\u0E4D', 'า', 'ล\u0E31', 'ง']],
    ['𠮷野家', ['𠮷', '野', '家']],
    ['party🎉!👍🏽👩‍👧 🇫🇷 ❤️', ['party', '🎉', '👍', '👩', '👧', '🇫', '🇷', '❤']],
    ['\uD83D lone \uDE00', ['lone']],
  ])('%j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('two lines of ASCII keep their places', () => {
    expect(fold('A_b\r\nC')).toBe('a b\r\nc');
  });
});

const strange = fc.string({ unit: anyCharacter, maxLength: 30 });
const pieces = fc
  .array(
    fc.constantFrom(
      'a',
      'Ö',
      'ß',
      'ﬁ',
      '\u0301',
      '\u0327',
      '東',
      'か',
      '\u3099',
      'ｶ',
      'ﾞ',
      '한',
      '\u1112',
      '\u1161',
      '\u11AB',
      'ก',
      '\u0E31',
      '👍',
      '🏽',
      '\u200D',
      '½',
      'İ',
      'Σ',
      ' ',
      '_',
      '-',
      '\uD83D',
      '…',
      'ŉ',
      '㈱',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('fold', () => {
  test('folding again changes no word', () => {
    fc.assert(
      fc.property(fc.oneof(strange, pieces), (text) => {
        expect(words(words(text).join(' '))).toEqual(words(text));
      }),
      runs(500, 11),
    );
  });

  test('no upper case and no composed or decomposed form makes a difference', () => {
    // Beyond this some letters have capitals that belong to other letters.
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('aäöüéèñçşğåøłßœάςσωёйжがはガ한글 ')), maxLength: 20 });
    fc.assert(
      fc.property(letters, (text) => {
        const expected = words(text);
        for (const form of [text.normalize('NFD'), text.normalize('NFKC'), text.toUpperCase(), text.toUpperCase().normalize('NFD')])
          expect(words(form)).toEqual(expected);
      }),
      runs(250, 12),
    );
  });
});

describe('Positions', () => {
  test('lead back from each word to characters that fold to it', () => {
    fc.assert(
      fc.property(fc.oneof(strange, pieces), (text) => {
        const folded = fold(text);
        const positions = new Positions(text);
        let last = 0;
        for (const { 0: word, index } of folded.matchAll(/[a-z0-9\u0080-\uFFFF]+/g)) {
          const [start, end] = [positions.start(index), positions.end(index + word.length)];
          expect(start).toBeLessThan(end);
          // One character may make several words.
          expect(end).toBeGreaterThanOrEqual(last);
          expect(words(text.slice(start, end)).join(' ')).toContain(word);
          last = end;
        }
      }),
      runs(1000, 13),
    );
  });

  test('name exactly the characters', () => {
    const text = 'Ein Straßenfest: «ﬁnal» 東京へ👍🏽!';
    const positions = new Positions(text);
    const folded = fold(text);
    const shown = Array.from(folded.matchAll(/[a-z0-9\u0080-\uFFFF]+/g), ({ 0: word, index }) =>
      text.slice(positions.start(index), positions.end(index + word.length)),
    );
    expect(shown).toEqual(['Ein', 'Straßenfest', 'ﬁnal', '東', '京', 'へ', '👍🏽']);
  });
});
