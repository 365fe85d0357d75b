import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { PlanSink } from '../../../main/features/imports/plan.ts';
import { rowsWithPages } from '../../../main/features/imports/readers/notion-row-pages.ts';
import { full } from '../../support/tiers.ts';
import { read, of } from '../../support/read-plan.ts';
import { importLimits, zip } from '../../support/import-fixtures.ts';

const id = (digit: string): string => digit.repeat(32);

/** A database with pages, each of which says in its heading what it is called. */
function database(table: string, pages: readonly (readonly [string, string, string])[], folder = `Log ${id('5')}`): Record<string, string> {
  return {
    [`Log ${id('5')}.csv`]: table,
    ...Object.fromEntries(pages.map(([name, digit, text]) => [`${folder}/${name} ${id(digit)}.md`, text])),
  };
}

async function cardsOf(files: Record<string, string>): Promise<{ cards: [string, string, string | null][]; warned: string[] }> {
  const plan = await read(zip(files), 'notion');
  const cards = of(plan, 'card').map(({ title, column, description }): [string, string, string | null] => [
    title,
    column.slice(33),
    description,
  ]);
  return { cards, warned: plan.warnings.flatMap(({ path, message }) => (message.startsWith('Which row') ? [path] : [])) };
}

describe('rows of a database of Notion', () => {
  test('that begin alike each have the page with their whole name as its heading', async () => {
    const [a, b] = ['Weekly engineering team sync notes Jan 12', 'Weekly engineering team sync notes Jan 05'];
    const { cards, warned } = await cardsOf(
      database(`Name,Status\n${a},Done\n${b},Done\n`, [
        [b, '1', `# ${b}\n\nStatus: Done\n\nminutes of Jan 5\n`],
        [a, '2', `# ${a}\n\nStatus: Done\n\nminutes of Jan 12\n`],
      ]),
    );
    expect(cards).toEqual([
      [a, 'Done', 'minutes of Jan 12'],
      [b, 'Done', 'minutes of Jan 5'],
    ]);
    expect(warned).toEqual([]);
  });

  test('are called by what their pages are, wherever the view that was given out has its titles', async () => {
    const { cards } = await cardsOf(
      database('#,Task,Status\n12,Call,Done\n7,12 Rooms,Open\n3,Walk,\n', [
        ['12 Rooms', '1', '# 12 Rooms\n\n#: 7\nStatus: Open\n\nrooms\n'],
        ['Call', '2', '# Call\n\n#: 12\nStatus: Done\n\ncall\n'],
      ]),
    );
    expect(cards).toEqual([
      ['Call', 'Done', '**#:** 12\n\ncall'],
      ['12 Rooms', 'Open', '**#:** 7\n\nrooms'],
      ['Walk', 'No status', '**#:** 3'],
    ]);
  });

  test('that are called by an address have the page that tells their properties, under the name of what it leads to', async () => {
    const { cards, warned } = await cardsOf(
      database('Name,Number,Status\nhttps://example.com/a,1,Done\nhttps://example.com/b,2,Done\nWalk,3,Done\n', [
        ['A side', '1', '# A side\n\nNumber: 1\nStatus: Done\n\na\n'],
        ['Run', '2', '# Run\n\nNumber: 3\nStatus: Done\n\nrun\n'],
        ['Z side', '3', '# Z side\n\nNumber: 2\nStatus: Done\n\nz\n'],
      ]),
    );
    expect(cards).toEqual([
      ['https://example.com/a', 'Done', '**Number:** 1\n\na'],
      ['https://example.com/b', 'Done', '**Number:** 2\n\nz'],
      ['Walk', 'Done', '**Number:** 3'],
      ['Run', 'Done', '**Number:** 3\n\nrun'],
    ]);
    expect(warned).toEqual([]);
  });

  test.each([
    ['numbers', '#,Name,Status\n12,Call,Done\n', ['Call', 'Done', '**#:** 12']],
    ['the same', 'Status,Name\nDone,Call\nDone,Walk\n', ['Call', 'Done', null]],
    ['names', 'Task,Name,Status\nCall,Ada,Done\n', ['Call', 'Done', '**Name:** Ada']],
    ['the same, and there are no others,', 'Task,Place,Status\nCall,Rome,Done\nCall,Oslo,Done\n', ['Call', 'Done', '**Place:** Rome']],
  ])('without pages, where %s come first', async (_, table, first) => {
    expect((await cardsOf(database(table, []))).cards[0]).toEqual(first);
  });

  test('of one name each have the page that tells their properties, whatever else the table alone tells', async () => {
    const { cards, warned } = await cardsOf(
      database('Name,Status,Due,Related\nCall,Done,"March 2, 2026",A (A.md)\nCall,In progress,"March 1, 2026",B (B.md)\nCall,,,\n', [
        ['Call', '1', '# Call\n\nStatus: In progress\nDue: March 1, 2026\nRelated: [B](B.md)\n\nin progress\n'],
        ['Call', '2', '# Call\n\nin no column\n'],
        ['Call', '3', '# Call\n\nStatus: Done\nDue: March 2, 2026\nRelated: [A](A.md)\n\ndone\n'],
      ]),
    );
    expect(cards.map(([, column, description]) => [column, description?.split('\n').at(-1)])).toEqual([
      ['Done', 'done'],
      ['In progress', 'in progress'],
      ['No status', 'in no column'],
    ]);
    expect(warned).toEqual([]);
  });

  test('of names without letters have their own pages', async () => {
    const { cards, warned } = await cardsOf(
      database('Name,Status\n🎉,Done\n🔥,Done\n', [
        ['🔥', '1', '# 🔥\n\nStatus: Done\n\nfire\n'],
        ['🎉', '2', '# 🎉\n\nStatus: Done\n\nparty\n'],
      ]),
    );
    expect(cards).toEqual([
      ['🎉', 'Done', 'party'],
      ['🔥', 'Done', 'fire'],
    ]);
    expect(warned).toEqual([]);
  });

  test('that pages cannot tell apart are told, unless they are the same in all', async () => {
    const pages = [
      ['Call', '1', '# Call\n\none\n'],
      ['Call', '2', '# Call\n\ntwo\n'],
    ] as const;
    const { warned } = await cardsOf(database('Name,Status,Sum\nCall,Done,1\nCall,Done,2\n', pages));
    expect(warned).toEqual(pages.map(([name, digit]) => `Log ${id('5')}/${name} ${id(digit)}.md`));
    expect((await cardsOf(database('Name,Status\nCall,Done\nCall,Done\n', pages))).warned).toEqual([]);
  });

  test('a page that begins as a row does and is called otherwise is a card of its own, with its properties', async () => {
    const [a, b] = ['Weekly engineering team sync notes Jan 12', 'Weekly engineering team sync notes Jan 05'];
    const { cards, warned } = await cardsOf(
      database(`Name,Status,Room\n${a},Done,North\n`, [[b, '1', `# ${b}\n\nStatus: Open\nRoom: South\n\nminutes of Jan 5\n`]]),
    );
    expect(cards).toEqual([
      [a, 'Done', '**Room:** North'],
      [b, 'Open', '**Room:** South\n\nminutes of Jan 5'],
    ]);
    expect(warned).toEqual([]);
  });

  test('of two databases of one name, whose pages lie in one folder, each comes into its own board', async () => {
    const plan = await read(
      zip({
        [`Log ${id('5')}.csv`]: 'Name,Status,Sum\nCall,Done,1\nWalk,Done,3\n',
        [`Log ${id('6')}.csv`]: 'Name,State,Place\nCall,Open,Rome\nRun,Open,\n',
        [`Log/Call ${id('1')}.md`]: '# Call\n\nState: Open\nPlace: Rome\n\nin Rome\n',
        [`Log/Call ${id('2')}.md`]: '# Call\n\nStatus: Done\nSum: 1\n\nfor one\n',
        [`Log/Run ${id('3')}.md`]: '# Run\n\nState: Open\n\nrun\n',
        [`Log/Walk ${id('4')}.md`]: '# Walk\n\nStatus: Done\nSum: 3\n\nwalk\n',
        [`Log/Rest ${id('7')}.md`]: '# Rest\n\nState: Open\nPlace: home\n\nof no row\n',
      }),
      'notion',
    );
    expect(of(plan, 'project').map(({ source }) => source)).toEqual([id('5'), id('6')]);
    expect(of(plan, 'card').map(({ title, column, description }) => [title, column, description])).toEqual([
      ['Call', `${id('5')} Done`, '**Sum:** 1\n\nfor one'],
      ['Walk', `${id('5')} Done`, '**Sum:** 3\n\nwalk'],
      ['Call', `${id('6')} Open`, '**Place:** Rome\n\nin Rome'],
      ['Run', `${id('6')} Open`, 'run'],
      ['Rest', `${id('6')} Open`, '**Place:** home\n\nof no row'],
    ]);
    expect(plan.warnings).toEqual([]);
  });
});

describe('when rows of a database of Notion are due', () => {
  async function duesOf(dates: readonly string[]): Promise<{ dues: unknown[]; shown: unknown[]; warned: string[] }> {
    const rows = dates.map((date, at) => `Row ${at},Open,"${date}"\n`);
    const plan = await read(zip({ [`Log ${id('5')}.csv`]: `Name,Status,Due\n${rows.join('')}` }), 'notion');
    const warned = plan.warnings.map(({ path, kind, message }) => `${kind} ${path}: ${message}`);
    const cards = of(plan, 'card');
    return { dues: cards.map(({ dueDate }) => dueDate), shown: cards.map(({ description }) => description), warned };
  }

  test.each([
    ['March 5, 2026', '2026-03-05'],
    ['Sept 5, 2026', '2026-09-05'],
    ['5. März 2026', '2026-03-05'],
    ['5 févr. 2026', '2026-02-05'],
    ['5 de maio de 2026', '2026-05-05'],
    ['5. marraskuuta 2026', '2026-11-05'],
    ['2026年3月5日', '2026-03-05'],
    ['2026년 3월 5일', '2026-03-05'],
    ['05.03.2026', '2026-03-05'],
    ['13/05/2026', '2026-05-13'],
    ['05/13/2026', '2026-05-13'],
    ['05/05/2026', '2026-05-05'],
  ])('%s is %s', async (written, day) => {
    expect(await duesOf([written])).toEqual({ dues: [day], shown: [null], warned: [] });
  });

  test.each([
    ['the day first', ['05/03/2026', '13/05/2026', ''], ['2026-03-05', '2026-05-13', null]],
    ['the month first', ['05/03/2026', '05/13/2026', ''], ['2026-05-03', '2026-05-13', null]],
    ['the day first, as an end tells', ['05/03/2026', '02/03/2026 → 13/03/2026'], ['2026-03-05', '2026-03-02']],
  ])('of numbers another row tells the order: %s', async (_, written, days) => {
    const { dues, warned } = await duesOf(written);
    expect([dues, warned]).toEqual([days, []]);
  });

  test('what can be two days, or is none, is told and stands in the description', async () => {
    const written = ['05/03/2026', '31.02.2026', '5 apples 2026', 'soon'];
    const { dues, shown, warned } = await duesOf(written);
    expect([dues, shown]).toEqual([written.map(() => null), written.map((each) => `**Due:** ${each}`)]);
    const told = 'is no day that can be told for sure: it stands in the description';
    expect(warned).toEqual(written.map((each, at) => `lost Row ${at}: "${each}" ${told}`));
    // Some have the day first, and others the month.
    expect((await duesOf(['05/03/2026', '13/05/2026', '05/13/2026'])).dues).toEqual([null, '2026-05-13', '2026-05-13']);
  });

  test.each([
    ['titles', 'Date,Note\nSoon,a\nLater,b\n'],
    ['columns', 'Name,Deadline\na,Soon\nb,Later\nc,Soon\nd,Later\n'],
  ])('what is no day and stands in %s is not told to be in the description', async (_, table) => {
    const { warnings } = await read(zip({ [`Log ${id('5')}.csv`]: table }), 'notion');
    expect(warnings).toEqual([]);
  });

  test('days by numbers alone are no columns of the board', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((name, at) => `${name},0${1 + (at % 2)}/03/2026\n`);
    const plan = await read(zip({ [`Log ${id('5')}.csv`]: `Name,Reviewed\n${rows.join('')}` }), 'notion');
    expect(of(plan, 'column').map(({ title }) => title)).toEqual(['Log']);
  });
});

test('the texts of pages are not kept in memory while they are matched with their rows', full, async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heldMegabytes = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const rows = Array.from({ length: 300 }, (_, at) => [`Row ${at} with a long name`, `What it tells of itself: ${at}`]);
  const before = heldMegabytes();
  let held = 0;
  const entries = rows.map(([name = '', note = ''], at) => ({
    path: `Log/${at}.md`,
    size: 200_000,
    modifiedAt: null,
    extract: () => Promise.reject(new Error('It is not kept')),
    read: () => {
      if (at === rows.length - 1) held = heldMegabytes() - before;
      return Promise.resolve(Buffer.from(`# ${name}\n\nNote: ${note}\n\n${'What it says.\n'.repeat(14_000)}`));
    },
  }));
  const table = { header: ['Name', 'Note'], rows };
  const sink: PlanSink = {
    limits: importLimits,
    add: () => Promise.resolve(),
    keep: () => Promise.resolve(0),
    warn: () => undefined,
    count: () => undefined,
  };
  const paged = await rowsWithPages([table], entries, sink);
  expect(paged.rows.map(({ page }) => page?.path)).toEqual(entries.map(({ path }) => path));
  // Together the texts have 60.
  expect(held).toBeLessThan(20);
});
