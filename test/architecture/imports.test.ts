// The import rules are only worth something if they bite: each is broken once, on purpose, in a small tree of its own.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Broken {
  readonly rule: string;
  readonly file: string;
  readonly source: string;
  /** The rules that must be named for this file; `rule` alone unless told. */
  readonly rules?: readonly string[];
}

const imports = (path: string): string => `import '${path}';\n`;

/** Files that break no rule; the entries reach everything else in the tree. */
const sound: Record<string, string> = {
  'main/contract/events.ts': `import { z } from 'zod';\nexport const Event = z.object({});\n`,
  'main/lib/clock.ts': `import type { Route } from '../contract/route.ts';\nexport type Clock = (route: Route) => number;\n`,
  'main/contract/route.ts': `export type Route = string;\n`,
  'main/http/app.ts': imports('express') + imports('../invoke/invoke.ts'),
  'main/invoke/invoke.ts': imports('./endpoint.ts') + imports('../storage/database.ts'),
  'main/invoke/endpoint.ts': `import type { Caller } from '../lib/caller.ts';\nexport type Handler = (caller: Caller) => void;\n`,
  'main/lib/caller.ts': `export type Caller = string;\n`,
  'main/http/guard.ts': '',
  'main/storage/database.ts': imports('better-sqlite3'),
  'main/features/events/routes.ts': imports('../../invoke/endpoint.ts') + imports('./events.ts') + imports('../../contract/events.ts'),
  'main/features/events/events.ts': `import type { Caller } from '../../lib/caller.ts';\nexport { two } from './two.ts';\nexport type Event = Caller;\n`,
  // Types alone may go in a circle.
  'main/features/events/two.ts': `import type { Event } from './events.ts';\nimport type { Clock } from '../../lib/clock.ts';\nexport const two: Event | Clock = '';\n`,
  'main/features/events/store.ts': imports('better-sqlite3'),
  'main/features/events/guest-store.ts': imports('better-sqlite3'),
  'main/features/events/guest-routes.ts': imports('../../invoke/endpoint.ts'),
  'main/features/changes/feed.ts': '',
  // A circle is told once, for the file of it that is met first.
  'main/features/events/hen.ts': `export { egg } from './egg.ts';\n`,
  'main/desktop/window.ts': imports('electron') + imports('../lib/clock.ts'),
  'main/service.ts': `${imports('./features/events/routes.ts')}${imports('./features/events/store.ts')}${imports('./features/events/guest-store.ts')}${imports('./features/events/guest-routes.ts')}${imports('./http/app.ts')}${imports('./storage/database.ts')}${imports('./features/changes/feed.ts')}await using stack = new AsyncDisposableStack();\n`,
  'main/serve.ts': imports('./service.ts'),
  'main/index.ts': imports('./service.ts') + imports('./desktop/window.ts'),
  'preload/index.ts': imports('electron') + `import type { Route } from '../main/contract/route.ts';\nexport type Bridge = Route;\n`,
  'renderer/main.tsx': imports('../main/contract/events.ts') + imports('./app/frame.ts') + imports('./features/boards/board.ts') + `export const page = <p />;\n`,
  'renderer/app/frame.ts': '',
  'renderer/features/boards/board.ts': '',
  'test/support/service.ts': '',
};

const broken: readonly Broken[] = [
  { rule: 'no-cycles', file: 'main/features/events/egg.ts', source: `${imports('./hen.ts')}export const egg = 1;\n` },
  { rule: 'no-dead-files', file: 'main/features/events/unused.ts', source: 'export const unused = 1;\n' },
  { rule: 'features-stand-alone', file: 'main/features/events/meets.ts', source: imports('../changes/feed.ts') },
  { rule: 'features-stand-alone', file: 'main/features/events/meets-type.ts', source: `import type { Feed } from '../changes/feed.ts';\nexport type Mine = Feed;\n` },
  { rule: 'features-stand-alone', file: 'main/features/events/meets-lazily.ts', source: `export const feed = () => import('../changes/feed.ts');\n` },
  { rule: 'features-stand-alone', file: 'main/features/notes/meets.ts', source: imports('../changes/feed.ts') },
  { rule: 'features-do-not-know-their-hosts', file: 'main/features/events/host.ts', source: `import type { Service } from '../../service.ts';\nexport type Host = Service;\n` },
  { rule: 'rules-without-http', file: 'main/features/events/asks.ts', source: imports('../../http/guard.ts') },
  { rule: 'rules-without-http', file: 'main/features/events/calls.ts', source: imports('../../invoke/endpoint.ts') },
  { rule: 'routes-through-endpoints', file: 'main/features/changes/routes.ts', source: imports('../../http/guard.ts') },
  { rule: 'routes-through-endpoints', file: 'main/features/changes/feed-routes.ts', source: imports('../../invoke/invoke.ts') },
  { rule: 'http-without-features', file: 'main/http/knows.ts', source: imports('../features/changes/feed.ts') },
  { rule: 'invoke-without-http', file: 'main/invoke/knows.ts', source: imports('../http/guard.ts') },
  { rule: 'invoke-without-http', file: 'main/invoke/meets.ts', source: imports('../features/changes/feed.ts') },
  { rule: 'storage-below-all', file: 'main/storage/knows.ts', source: imports('../http/guard.ts') },
  { rule: 'lib-below-all', file: 'main/lib/knows.ts', source: imports('../storage/database.ts') },
  { rule: 'sqlite-in-stores', file: 'main/features/events/sql.ts', source: imports('better-sqlite3') },
  { rule: 'sqlite-in-stores', file: 'main/features/events/sql-type.ts', source: `import type { Database } from 'better-sqlite3';\nexport type Db = Database;\n` },
  { rule: 'sqlite-in-stores', file: 'main/features/events/restore.ts', source: imports('better-sqlite3') },
  { rule: 'sqlite-in-stores', file: 'main/features/events/sql-node.ts', source: imports('node:sqlite') },
  { rule: 'express-in-http', file: 'main/features/events/express.ts', source: `import type { Request } from 'express';\nexport type Mine = Request;\n` },
  { rule: 'electron-in-desktop', file: 'main/features/events/electron.ts', source: imports('electron'), rules: ['electron-in-desktop'] },
  { rule: 'headless-without-electron', file: 'main/serve.ts', source: '', rules: ['headless-without-electron'] },
  { rule: 'contract-is-pure', file: 'main/contract/node.ts', source: imports('node:fs') },
  { rule: 'contract-is-pure', file: 'main/contract/rules.ts', source: imports('../lib/clock.ts') },
  { rule: 'renderer-sees-the-contract', file: 'renderer/peeks.ts', source: imports('../main/lib/clock.ts') },
  { rule: 'page-features-stand-alone', file: 'renderer/features/notes/meets.ts', source: imports('../boards/board.ts') },
  { rule: 'page-features-stand-alone', file: 'renderer/features/notes/climbs.ts', source: imports('../../app/frame.ts') },
  { rule: 'page-parts-below-features', file: 'renderer/ui/knows.ts', source: imports('../features/boards/board.ts') },
  { rule: 'preload-is-a-bridge', file: 'preload/reads.ts', source: imports('node:fs') },
  { rule: 'main-without-the-window', file: 'main/features/events/tests.ts', source: imports('../../../test/support/service.ts') },
  { rule: 'no-development-packages', file: 'main/features/events/develops.ts', source: imports('undici') },
  { rule: 'declared-packages', file: 'main/features/events/by-chance.ts', source: imports('accepts') },
  { rule: 'no-missing-files', file: 'main/features/events/misses.ts', source: imports('./nowhere.ts') },
];

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

interface Verdict {
  readonly violations: readonly Violation[];
  readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
}

/** What the real configuration finds in the tree at `cwd`. */
function cruise(cwd: string): Verdict {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'main', 'preload', 'renderer'],
    { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { summary: Verdict }).summary;
}

describe('import rules', () => {
  let tree: string;
  let rules: readonly string[];
  let found: readonly Violation[];

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'daybook-imports-'));
    copyFileSync(join(root, 'package.json'), join(tree, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
    const files = { ...sound };
    for (const { file, source } of broken) {
      files[file] = (files[file] ?? '') + source;
      // Each broken file is reached from an entry of its side, so that it is not dead as well.
      const entry = file.startsWith('main/') ? 'main/service.ts' : file.startsWith('preload/') ? 'preload/index.ts' : 'renderer/main.tsx';
      if (!(file in sound) && !file.endsWith('unused.ts')) files[entry] += imports(`./${file.replace(/^(main|preload|renderer)\//, '')}`);
    }
    for (const [file, source] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), source);
    }
    const verdict = cruise(tree);
    rules = verdict.ruleSetUsed.forbidden.map(({ name }) => name);
    found = verdict.violations;
  });

  afterAll(() => {
    rmSync(tree, { recursive: true, force: true });
  });

  test.each(broken)('$rule › broken by $file', ({ rule, file, rules: named }) => {
    const names = new Set(found.filter(({ from }) => from === file).map((violation) => violation.rule.name));
    expect([...names]).toEqual(named ?? [rule]);
  });

  test('nothing else in that tree is complained of', () => {
    const expected = new Set(broken.map(({ file }) => file));
    expect(found.filter(({ from }) => !expected.has(from))).toEqual([]);
  });

  test('every rule is broken by one of these files', () => {
    expect(new Set(broken.map(({ rule }) => rule))).toEqual(new Set(rules));
  });

  test('the real tree breaks none', () => {
    expect(cruise(root).violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });
});
