import fc from 'fast-check';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { decode, encode, parseEnv, setKeys } from '../../../main/features/config/env-file.ts';
import { textFault } from '../../../main/features/config/checks.ts';
import { AppError } from '../../../main/lib/app-error.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { runs } from '../../support/property.ts';

function set(text: string, changes: Record<string, string | null>): string {
  return setKeys(text, new Map(Object.entries(changes)));
}

describe('setKeys › one line', () => {
  test.each<[string, string, Record<string, string | null>, string]>([
    ['adds to an empty file', '', { A: '1' }, 'A=1\n'],
    ['adds behind a missing final newline', 'X=1', { A: '1' }, 'X=1\nA=1\n'],
    ['adds with the line breaks of the file', 'X=1\r\n', { A: '1' }, 'X=1\r\nA=1\r\n'],
    ['adds behind a byte order mark', '\uFEFF', { A: '1' }, '\uFEFFA=1\n'],
    ['does not let `X:` swallow the new line', 'X:\n', { A: '1' }, 'X:\n\nA=1\n'],
    ['replaces in place', '# c\nA=1\nB=2\n', { A: '3' }, '# c\nA=3\nB=2\n'],
    ['keeps export, blanks and the comment', '  export A = old   # why\n', { A: 'new' }, '  export A = new   # why\n'],
    ['keeps a comment behind no value', 'A=   # why\n', { A: 'new' }, 'A=new   # why\n'],
    ['keeps the yaml form', 'A: old\n', { A: 'new' }, 'A: new\n'],
    ['changes the occurrence that wins', 'A=1\nA=2\n', { A: '3' }, 'A=1\nA=3\n'],
    ['removes every occurrence', 'A=1\nB=2\nexport A=3 # x\n', { A: null }, 'B=2\n'],
    ['removes all lines of a long value', 'A="1\n2\n3"\nB=2\n', { A: null }, 'B=2\n'],
    ['removes a last line without a newline', 'B=2\r\nA=1', { A: null }, 'B=2\r\n'],
    ['keeps the comment after a removed line', 'A=1\n\n# about B\nB=2\n', { A: null }, '\n# about B\nB=2\n'],
    ['keeps blank lines before a removed line', '\n\n  A=1\nB=2', { A: null }, '\n\nB=2'],
    ['keeps the byte order mark', '\uFEFFA=1\nB=2\n', { A: null }, '\uFEFFB=2\n'],
    ['removes nothing where nothing is', '# A=1\n', { A: null }, '# A=1\n'],
    ['leaves an equal value in its quotes', "A='x' # c\n", { A: 'x' }, "A='x' # c\n"],
    ['does not touch what looks like a key inside a long value', 'B="x\nA=1\n"\n', { A: '2' }, 'B="x\nA=1\n"\nA=2\n'],
    ['quotes what needs it', '', { A: ' a#b ' }, "A=' a#b '\n"],
    ['does not let backslash-n expand', '', { A: "C:\\new's #1" }, "A=`C:\\new's #1`\n"],
    ['closes a quote that a value begins with', 'B=2\n', { A: "'" }, `B=2\nA="'"\n`],
    ['sets several at once', 'A=1\nB=2\n', { A: null, B: '3', C: '4' }, 'B=3\nC=4\n'],
  ])('%s', (_title, text, changes, expected) => {
    expect(set(text, changes)).toBe(expected);
  });

  test('carries all three quotes where no # follows', () => {
    expect(parse(set('', { A: ` '"\` ` }))['A']).toBe(` '"\` `);
  });

  test.each([`'"\`#`, `#'"\``])('refuses %j and names the key', (value) => {
    expect(() => set('B=1\n', { A: value })).toThrow(
      expect.objectContaining({ code: 'validation_failed', errors: [expect.objectContaining({ path: 'A' })] }) as Error,
    );
  });

  test('refuses a name that is none', () => {
    expect(() => set('', { 'A B': '1' })).toThrow(AppError);
    expect(() => set('', { 'A=1\nB': '1' })).toThrow(AppError);
  });
});

const keys = ['AI_MODEL', 'PORT', 'OTHER', 'x.y-z'] as const;
const key = fc.constantFrom(...keys);
const lineEnd = fc.constantFrom('\n', '\r\n');
const nastyCharacters = fc.constantFrom(
  "'",
  '"',
  '`',
  '#',
  '$',
  '\\',
  'n',
  'r',
  ' ',
  '=',
  'a',
  ':',
  'é',
  '😀',
  '日',
  '\u2028',
  '\u00A0',
  '\uFEFF',
  '{',
  '}',
);
const value = fc
  .oneof(
    fc.string({ unit: nastyCharacters, minLength: 1, maxLength: 12 }),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }),
    fc.webUrl(),
  )
  .filter((text) => textFault(text) === null);
const change = fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });

/** A piece of a well-formed file whose extent is known: an assignment (with its key) or something between. */
interface Piece {
  readonly key: string | null;
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

const word = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '_', '/', '.', '$', '\\', 'ü', '='), maxLength: 8 });
const written = fc.oneof(
  word,
  fc.tuple(word, word).map(([a, b]) => `x${a} ${b}x`),
  fc.tuple(fc.constantFrom("'", '"', '`'), word, lineEnd, word).map(([quote, a, end, b]) => `${quote}${a}${end}KEY=${end}# ${b}x${quote}`),
  fc.tuple(fc.constantFrom("'", '"', '`'), word).map(([quote, a]) => `${quote} ${a}# x${quote}`),
);
const assignmentPiece: fc.Arbitrary<Piece> = fc
  .record({
    key,
    lead: fc.constantFrom('', ' ', '\t', 'export ', ' export  '),
    separator: fc.constantFrom('=', ' = ', '= ', ': '),
    value: written,
    tail: fc.constantFrom('', ' ', '  # why', ' #', ' # it\'s "so"'),
    end: lineEnd,
  })
  .map(({ lead, separator, tail, end, ...rest }) => ({
    key: rest.key,
    before: `${lead}${rest.key}${separator}`,
    value: rest.value,
    after: tail + end,
  }));
const otherPiece: fc.Arbitrary<Piece> = fc
  .tuple(fc.constantFrom('', ' ', '# plain', '# PORT=1', '  #AI_MODEL="x', '# ünïcödé 😀', 'no assignment', '=1', '!!'), lineEnd)
  .map(([text, end]) => ({ key: null, before: text, value: '', after: end }));
const write = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.before + piece.value + piece.after).join('');
const wellFormed = fc
  .record({
    mark: fc.constantFrom('', '\uFEFF'),
    pieces: fc.array(fc.oneof(assignmentPiece, otherPiece), { maxLength: 8 }),
    cut: fc.boolean(),
  })
  .map(({ mark, pieces, cut }) => ({
    mark,
    pieces: pieces.map((piece, index) => (cut && index === pieces.length - 1 ? { ...piece, after: piece.after.trimEnd() } : piece)),
  }))
  // Blanks and backslashes can join pieces in ways that the oracle does not know; dotenv tells.
  .filter(({ mark, pieces }) => {
    const single = new Map<string, string>();
    for (const piece of pieces)
      if (piece.key !== null) single.set(piece.key, parse(piece.before + piece.value + piece.after)[piece.key] ?? '');
    const all = parseEnv(mark + write(pieces));
    return all.size === single.size && [...single].every(([name, text]) => all.get(name) === text);
  });

describe('setKeys › any file', () => {
  test('a well-formed file changes in the named line alone, and reads back what was sent', () => {
    let accepted = 0;
    fc.assert(
      fc.property(wellFormed, key, change, ({ mark, pieces }, name, sent) => {
        const text = mark + write(pieces);
        const before = parseEnv(text);
        let result: string;
        try {
          result = set(text, { [name]: sent });
        } catch (error) {
          // Without quotes there is always a form that carries the value.
          expect(sent).toMatch(/['"`]|\\$/);
          expect(error).toMatchObject({ code: 'validation_failed', errors: [{ path: name }] });
          return;
        }
        accepted += 1;
        expect(Object.hasOwn(parse(result), name)).toBe(sent !== null);
        if (sent !== null) expect(parse(result)[name]).toBe(sent);
        for (const [other, was] of before) if (other !== name) expect(parse(result)[other]).toBe(was);
        const last = pieces.findLastIndex((piece) => piece.key === name);
        if (sent === null) {
          expect(result).toBe(mark + write(pieces.filter((piece) => piece.key !== name)));
        } else if (last === -1) {
          const kept = result.slice(0, text.length);
          expect(kept).toBe(text);
          expect(result.slice(text.length).trimStart().startsWith(`${name}=`)).toBe(true);
        } else {
          const piece = pieces[last] as Piece;
          const [head, tail] = [mark + write(pieces.slice(0, last)) + piece.before.trimEnd(), piece.after + write(pieces.slice(last + 1))];
          expect(result.startsWith(head) && result.endsWith(tail)).toBe(true);
        }
      }),
      runs(1000, 60),
    );
    expect(accepted).toBeGreaterThan(150);
  });

  test('whatever the file holds, the keys read back as sent and all others as before, or nothing changes', () => {
    const fragment = fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            fc.constantFrom('', 'export ', '\n'),
            key,
            fc.constantFrom('=', ': ', ':', ' =\n'),
            fc.constantFrom('', "'", '"', '`', "'a\\'", '"x"'),
          )
          .map((parts) => parts.join('')),
      },
      { weight: 2, arbitrary: fc.string({ unit: nastyCharacters, maxLength: 6 }) },
      { weight: 2, arbitrary: fc.constantFrom('\n', '\r\n', '\r', '\n\n', '# ', ' ') },
    );
    const anyText = fc.array(fragment, { maxLength: 20 }).map((parts) => parts.join(''));
    let accepted = 0;
    fc.assert(
      fc.property(anyText, fc.dictionary(key, change, { minKeys: 1, maxKeys: 3 }), (text, changes) => {
        let result: string;
        try {
          result = set(text, changes);
        } catch (error) {
          expect(error).toMatchObject({ code: 'validation_failed' });
          return;
        }
        accepted += 1;
        const expected = parseEnv(text);
        for (const [name, sent] of Object.entries(changes)) {
          if (sent === null) expected.delete(name);
          else expected.set(name, sent);
        }
        expect(new Map(Object.entries(parse(result)))).toEqual(expected);
      }),
      runs(1000, 61),
    );
    expect(accepted).toBeGreaterThan(200);
  });

  test('removing what was added gives the file back', () => {
    fc.assert(
      fc.property(wellFormed, value, ({ mark, pieces }, sent) => {
        const text = mark + write(pieces);
        fc.pre(text === mark || text.endsWith('\n'));
        let added: string;
        try {
          added = set(text, { NEW_KEY: sent });
        } catch {
          return;
        }
        expect(set(added, { NEW_KEY: null })).toBe(text);
      }),
      runs(100, 63),
    );
  });
});

describe('decode and encode', () => {
  test('give any bytes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.string({ unit: anyCharacter }), (bytes, text) => {
        const sample = Buffer.concat([bytes, Buffer.from(text), bytes]);
        expect(encode(decode(sample)).equals(sample)).toBe(true);
      }),
      runs(500, 62),
    );
  });

  test('read UTF-8 around a stray byte', () => {
    const sample = Buffer.concat([Buffer.from('# caf'), Buffer.of(0xe9), Buffer.from('\nA=日😀\n')]);
    const edited = encode(set(decode(sample), { A: 'é' }));
    expect(edited.equals(Buffer.concat([Buffer.from('# caf'), Buffer.of(0xe9), Buffer.from('\nA=é\n')]))).toBe(true);
  });
});
