import { beforeAll, describe, expect, test } from 'vitest';
import { indexEntry } from '../../../../main/features/notes/search/index-entry.ts';
import { rankedHits, noteSearchSql } from '../../../../main/features/notes/search/search-store.ts';
import { full } from '../../../support/tiers.ts';
import { statementsOf } from '../../../support/statements.ts';
import { openIndex, wordsOf } from './test-index.ts';

const index = openIndex();
let userId: string;

beforeAll(async () => {
  userId = await index.newUser();
});

const isFound = async (note: { title?: string; content?: string }, q: string): Promise<boolean> => {
  const [id = ''] = await index.add(userId, [{ title: 'Title', content: '', ...note }]);
  const found = index.found(userId, q).includes(id);
  await index.removeNote(id);
  return found;
};

describe('search', () => {
  test.each<[string, string, boolean]>([
    ['the quick brown fox', 'quick the', true],
    ['the quick brown fox', 'quick bro', true],
    ['the quick brown fox', 'qui brown', false],
    ['the quick brown fox', 'quick purple', false],
    ['the quick brown fox', '"quick brown"', true],
    ['the quick brown fox', '"brown quick"', false],
    ['the quick brown fox', '"quick bro"', false],
    ['the quick brown fox', '"quick bro', true],
    ['the quick brown fox', 'quick -brown', false],
    ['the quick brown fox', 'quick -bro', true],
    ['the quick brown fox', '-"quick brown"', false],
    ['the quick brown fox', '-"brown quick"', true],
    ['the quick brown fox', '-purple', true],
    ['the quick brown fox', 'title fox', true],
    ['the quick brown fox', '"title the"', false],
    ['Das Café an der Straße', 'CAFE strasse', true],
    ['naïve ﬁancée', 'naive fiancee', true],
    ['ΟΔΟΣ', 'οδός', true],
    ['Ёлка', 'елк', true],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width', true],
    ['我的笔记本', '笔记', true],
    ['我的笔记本', '记笔', false],
    ['我的笔记本', '本', true],
    ['我的笔记本', '我 本', true],
    ['カレンダーアプリ', 'レンダ', true],
    ['ｶﾚﾝﾀﾞｰ', 'カレンダー', true],
    ['한국어를 배우다', '국어', true],
    ['한국어를 배우다', '국배', false],
    ['ภาษาไทยง่าย', 'ไทย', true],
    ['𠮷野家', '𠮷野', true],
    ['release 🎉🎉 party', '🎉', true],
    ['thumbs 👍🏽', '👍', true],
    ['snake_case_name', 'snake_case', true],
    ['snake_case_name', 'case', true],
    ['foo-bar', 'foo-bar', true],
    ['bar foo', 'foo-bar', false],
    ['in C++ and v1.2.3', 'c++ v1.2.3', true],
    ['mail ann.lee@example.org', 'ann.lee@example.org', true],
    ['mail ann.lee@example.org', 'example', true],
    ['#tag by @name', '#tag @name', true],
    ["don't", 'don’t', true],
    ['call 555-1234', '555-1234', true],
    ['<b>bold</b> **strong** `code`', 'bold strong code', true],
    ['see [the docs](https://x.example/guide) now', '"the docs now"', true],
    ['see [the docs](https://x.example/guide) now', 'guide', true],
    ['see [the docs](https://x.example/guide) now', '"[the docs](https://x.example/guide)"', true],
    ['see [the docs](https://x.example/guide) now', '"now the docs"', false],
    ['bare https://x.example/guide?q=1', 'https://x.example/guide?q=1', true],
    ['---\ntags: [garden]\n---\n\nText', 'garden', true],
    [`![cat](data:image/png;base64,${'zebraqqq+/'.repeat(20)})`, 'zebraqqq', false],
    [`![cat](data:image/png;base64,${'zebraqqq+/'.repeat(20)})`, 'cat', true],
    ['**Wow!**&#97;fterbold', 'afterbold', true],
    ['**b.**&#120;ylophone', 'xylophone', true],
    ['foot**note**', 'footnote', true],
    ['foot**note**', 'note', true],
    ['un**belie**vable', 'unbelievable', true],
    ['un**belie**vable', 'belie', true],
    ['un***belie***vable', 'unbelievable', true],
    ['~~str~~ike', 'strike', true],
    ['H<sub>2</sub>O', 'h2o', true],
    ['<span class="plum">foot</span>note', 'footnote', true],
    ['<span class="plum">foot</span>note', 'plum', true],
    ['`code`glued', 'codeglued', true],
    ['`code`glued', 'glued', true],
    ['<em>**foot**</em>note', 'footnote', true],
    ['foot[note](https://x.example/guide)', 'footnote guide', true],
    ['foot[note](https://x.example/guide)', '"note" guide', true],
    ['caf&eacute;', 'café', true],
    ['caf&eacute;', 'eacute', false],
    ['A&nbsp;B &copy; 2', '"a b"', true],
    ['A&nbsp;B &copy; 2', 'copy', false],
    ['A&nbsp;B &copy; 2', 'nbsp', false],
    ['&amp;copy;', 'copy', true],
    ['\\&copy;', 'copy', true],
    ['`&copy;`', 'copy', true],
    ['```\n&copy;\n```\n\nfoot**note**', 'copy footnote', true],
    ['> ```\n> a**b**c\n\nfoot**note**', 'abc', false],
    ['> ```\n> a**b**c\n\nfoot**note**', 'footnote', true],
    ['    &copy;', 'copy', true],
    ['---\na: "&copy;"\n---\n\nx**y**z', 'copy xyz', true],
    ['&nothing;', 'nothing', true],
    ['2*3 is 6, 4 * 5', '23', false],
    ['| a*b | c*d |', 'ab', false],
    ['<b>one</b> <b>two</b>', 'onetwo', false],
    ['one<br>two', 'onetwo', false],
    ['x &lt;b&gt;y', '"x b y"', true],
    ['', 'title', true],
    ['the quick', '***', false],
    ['the quick', '-', false],
  ])('%j for %s: %s', async (content, q, expected) => {
    expect(await isFound({ content }, q)).toBe(expected);
  });

  test('takes any characters', full, async () => {
    const [id = ''] = await index.add(userId, [{ title: 'Any', content: 'anything' }]);
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
    for (const q of [
      ascii,
      ...Array.from(ascii, (sign) => `anything ${sign}`),
      ...Array.from(ascii, (sign) => `${sign}${sign}"${sign}`),
      '\uD800',
      '"'.repeat(999),
      'x'.repeat(1000),
      'a '.repeat(500),
      'ﷺ'.repeat(1000),
      '漢'.repeat(1000),
      '-a '.repeat(300),
    ].filter((text) => text.trim() !== '')) {
      expect(() => index.search(userId, q)).not.toThrow();
    }
    const many = Array.from({ length: 330 }, (_, number) => number.toString(36)).join(' ');
    expect(index.search(userId, many).total).toBe(0);
    expect(index.search(userId, `anything -${many.replaceAll(' ', ' -')}`)).toMatchObject({ total: 1, hits: [{ id }] });
    for (const sign of '*^:(){}[]+-~&|!?.,;\'"\\/%$#@=<>`') expect(index.found(userId, `anything ${sign}`)).toEqual([id]);
    await index.removeNote(id);
  });
});

describe('order', () => {
  test('a word in the title, then more often, then the whole word before longer ones, then newest first', async () => {
    const own = await index.newUser();
    const filler = 'some other words that say nothing about it. '.repeat(5);
    const [title, old, often, longer, recent] = await index.add(own, [
      { title: 'About cats: cat', content: filler },
      { title: 'Two', content: `cat ${filler}` },
      { title: 'Three', content: `cat cat cat cat ${filler}` },
      { title: 'Four', content: `category ${filler}` },
      { title: 'Five', content: `cat ${filler}` },
      // Without them, most notes have the word, and it counts for nothing.
      ...Array.from({ length: 20 }, () => ({ title: 'None', content: filler })),
    ]);
    expect(index.found(own, 'cat')).toEqual([title, often, recent, old, longer]);
    const { hits } = index.search(own, 'cat');
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(hits.every(({ score }) => score > 0)).toBe(true);
  });

  test('the last word may go on also in a note that the same transaction has added, and after any character', async () => {
    const own = await index.newUser();
    const [whole = ''] = await index.add(own, [{ title: 'One', content: 'zebu' }]);
    expect(index.found(own, 'zebu')).toEqual([whole]);
    for (const longer of ['zebu0', 'zebus', 'zebuß', 'zebu漢', 'zebu\u{10FFFF}']) {
      const [id = ''] = await index.add(own, [{ title: 'Two', content: longer }]);
      expect(index.found(own, 'zebu').toSorted(), longer).toEqual([whole, id].toSorted());
      await index.removeNote(id);
      expect(index.found(own, 'zebu'), longer).toEqual([whole]);
    }
    const found = await index.database.write(() => {
      index.store.put({ userId: own, id: whole }, indexEntry({ title: 'One', content: 'zebus' }));
      return index.found(own, 'zebu');
    });
    expect(found).toEqual([whole]);
  });

  test('a changed note is the newest', async () => {
    const own = await index.newUser();
    const [first = '', second = ''] = await index.add(own, [
      { title: 'A', content: 'word' },
      { title: 'B', content: 'word' },
    ]);
    expect(index.found(own, 'word')).toEqual([second, first]);
    await index.change(own, first, { title: 'A', content: 'word' });
    expect(index.found(own, 'word')).toEqual([first, second]);
    expect(index.found(own, '-absent')).toEqual([first, second]);
  });

  test.each(['wor', 'word', 'w', 'word -missing', '-missing', 'word rare', '"some word"'])(
    'pages of %s are together what there is, each hit once',
    full,
    async (q) => {
      const own = await index.newUser();
      const count = rankedHits + 100;
      const ids: string[] = [];
      for (let from = 0; from < count; from += 100) {
        ids.push(
          ...(await index.add(
            own,
            Array.from({ length: 100 }, (_, at) => ({
              title: at % 7 === 0 ? 'Word rare some word' : 'Other',
              content: `some word ${at % 3 === 0 ? 'rare' : ''}`,
            })),
          )),
        );
      }
      const all = index.search(own, q);
      expect(all.hits.length).toBe(all.total);
      expect(new Set(all.hits.map(({ id }) => id)).size).toBe(all.total);
      const { statements } = await statementsOf(() => Promise.resolve(index.search(own, q, { limit: 50 })));
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(2);
      expect(all.hits.map(({ score }) => score)).toEqual(all.hits.map(({ score }) => score).toSorted((a, b) => b - a));
      for (const limit of [1, 50, 333]) {
        const pages: unknown[] = [];
        for (let offset = 0; offset < all.total; offset += limit === 1 ? 101 : limit) {
          const page = index.search(own, q, { limit, offset });
          expect(page.total).toBe(all.total);
          expect(page.hits).toEqual(all.hits.slice(offset, offset + limit));
          pages.push(...page.hits);
        }
        if (limit > 1) expect(pages).toEqual(all.hits);
      }
      expect(index.search(own, q, { limit: 0 })).toEqual({ total: all.total, hits: [] });
      expect(index.search(own, q, { offset: all.total + 5 })).toEqual({ total: all.total, hits: [] });
      if (all.total > rankedHits && !q.startsWith('-')) {
        const titles = all.hits.filter(({ score }) => score === all.hits[0]?.score).map(({ id }) => id);
        expect(titles).toEqual(ids.filter((_, at) => (at % 100) % 7 === 0).toReversed());
        const others = all.hits.slice(titles.length).map(({ id }) => id);
        expect(others).toEqual(ids.filter((id) => others.includes(id)).toReversed());
      }
      await index.removeUser(own);
    },
  );
});

describe('users', () => {
  test('see and count only their own notes', async () => {
    const [anna, bert, cleo] = [await index.newUser(), await index.newUser(), await index.newUser()];
    const shared = { title: 'Shared title', content: 'shared words' };
    const [mine] = await index.add(anna, [shared]);
    const theirs = await index.add(bert, [shared, shared]);
    for (const q of ['shared', 's', '"shared words"', '-missing', 'sha']) {
      expect(index.search(anna, q)).toMatchObject({ total: 1, hits: [{ id: mine }] });
      expect(index.search(bert, q).hits.map(({ id }) => id)).toEqual(theirs.toReversed());
      expect(index.search(cleo, q)).toEqual({ total: 0, hits: [] });
    }
    await index.removeUser(anna);
    expect(index.search(anna, 'shared').total).toBe(0);
    expect(index.search(bert, 'shared').total).toBe(2);
    const again = await index.newUser();
    expect(index.search(again, 'shared').total).toBe(0);
    await index.add(again, [{ title: 'New', content: 'shared' }]);
    expect(index.search(again, 'shared').total).toBe(1);
    expect(index.search(bert, 'shared').total).toBe(2);
  });

  test('who are gone, and notes that are, leave nothing behind', async () => {
    const other = openIndex();
    const [anna, bert] = [await other.newUser(), await other.newUser()];
    const [first = ''] = await other.add(anna, [
      { title: 'One', content: 'first' },
      { title: 'Two', content: 'second' },
    ]);
    const [third = ''] = await other.add(bert, [{ title: 'Three', content: 'third' }]);
    await other.removeNote(first);
    await other.database.write(() => {
      other.store.remove(third);
    });
    await other.removeUser(anna);
    expect(await wordsOf(other)).toEqual([]);
    expect(other.database.prepare('SELECT count(*) AS n FROM note_search').get()).toEqual({ n: 0 });
    expect(other.database.prepare('SELECT user_id AS id FROM note_search_users').all()).toEqual([{ id: bert }]);
  });
});

describe('statements', () => {
  test.each(Object.entries(noteSearchSql))('%s looks only at hits, and sorts only what is ranked', (name, sql) => {
    const plan = index.database
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all({ match: '"a"', word: 'a', whole: '"a"', titled: '"a"', untitled: '"a"', first: 0, last: 1, limit: 1, offset: 0, userId: 'u' })
      .map(({ detail }) => detail);
    // M: by MATCH; > and <: between two numbers.
    expect(plan.join('\n')).toMatch(/note_index VIRTUAL TABLE INDEX \d+:M\d><|note_index VIRTUAL TABLE INDEX \d+:M\d<>/);
    expect(plan.some((step) => step.includes('TEMP B-TREE'))).toBe(name.startsWith('ranked'));
    // Made of hits, or of one row.
    const scanned = plan.filter((step) => step.startsWith('SCAN') && !step.includes('VIRTUAL')).map((step) => step.replace(/-\d+/, ''));
    expect(new Set(scanned)).toEqual(
      new Set(
        {
          ranked: ['SCAN hits'],
          rankedNotes: ['SCAN hits'],
          countEither: ['SCAN CONSTANT ROW', 'SCAN further'],
          titlesFirst: ['SCAN hits', 'SCAN (subquery)'],
        }[name] ?? [],
      ),
    );
  });
});
