// Rules that no import shows: who reads the environment, and where SQL is written.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Sources of the service, the bridge and the page, with their comments. */
const everySource = globSync('{main,preload,renderer}/**/*.{ts,tsx,css}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted();

/** Sources of `main/` that `allowed` does not match, by their path from the root. */
function sources(allowed: RegExp): readonly string[] {
  return globSync('main/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !allowed.test(file))
    .toSorted();
}

/** The code of `text` without its comments. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function matches(pattern: RegExp, allowed: RegExp): readonly string[] {
  return sources(allowed).filter((file) => pattern.test(withoutComments(readFileSync(join(root, file), 'utf8'))));
}

/** `process.env`, or a way around it: taking `env` out of `process`, importing it, passing `process` on whole. */
const readsEnvironment = /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[|=\s*process\s*[;,)\n]|['"](?:node:)?process['"]|\bloadEnvFile\b/;
const environmentAllowed = /^main\/(?:features\/config\/|(?:serve|index|start|token|cli|restore)\.ts$)/;

/** Statements of SQL as this project writes them: in capitals. */
const holdsSql =
  /\b(?:SELECT\s[^'"`]*\bFROM|INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+(?:OR\s+\w+\s+)?(?:\w|\$\{[^}]*\})+\s+(?:(?:AS\s+\w+|INDEXED\s+BY\s+\w+|NOT\s+INDEXED)\s+)*SET|DELETE\s+FROM|(?:CREATE|ALTER|DROP)\s+(?:VIRTUAL\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)|PRAGMA\s+\w|BEGIN\s+IMMEDIATE|SAVEPOINT\s+\w)/;
const sqlAllowed = /^main\/(?:storage\/|(?:[^/]+\/)+[^/]*\bstore\.ts$)/;

describe('the environment', () => {
  test('is read in main/features/config/ and by the entries only', () => {
    expect(matches(readsEnvironment, environmentAllowed)).toEqual([]);
  });

  test.each([
    'process.env.PORT',
    "process.env['PORT']",
    'const { env } = process;',
    "import { env } from 'node:process';",
    "process['env']",
  ])('is seen in %s', (code) => {
    expect(readsEnvironment.test(withoutComments(code))).toBe(true);
  });

  test.each(['// process.env is read elsewhere', 'process.exitCode = 1;', 'process.platform', '{ environment: host.environment }'])(
    'is not seen in %s',
    (code) => {
      expect(readsEnvironment.test(withoutComments(code))).toBe(false);
    },
  );
});

describe('SQL', () => {
  test('is written in main/storage/, store.ts and …-store.ts only', () => {
    expect(matches(holdsSql, sqlAllowed)).toEqual([]);
  });

  test.each([
    '`SELECT id\n FROM events`',
    "'DELETE FROM events'",
    "'INSERT OR REPLACE INTO events'",
    "'UPDATE events SET title = ?'",
    '`UPDATE events INDEXED BY events_by_start\n SET title = ?`',
    '`UPDATE OR IGNORE ${table} AS one SET title = ?`',
    "'PRAGMA user_version'",
  ])('is seen in %s', (code) => {
    expect(holdsSql.test(code)).toBe(true);
  });

  test.each(['// SELECT … FROM is in store.ts\n', "'Select a date from the calendar'", "method: 'DELETE'"])('is not seen in %s', (code) => {
    expect(holdsSql.test(withoutComments(code))).toBe(false);
  });
});

describe('memory', () => {
  /** Caches are bounded instead, and threads end when they are idle. */
  const forcesCollection = /--expose[-_]gc|\brunInNewContext\b|\b(?:globalThis|global)\.gc\b/;

  test('is collected when V8 sees fit: no code forces it', () => {
    expect(matches(forcesCollection, /^$/)).toEqual([]);
  });
});

describe('comments', () => {
  const noActor = String.raw`\b(?:whoever|somebody|nobody|anybody|everybody|no one|anyone|someone|everyone|so many)\b`;
  /** In a comment: to its end, or to the end of a line. In a text of the page these are words like others. */
  const namesNoActor = new RegExp(String.raw`(?:/\*(?:(?!\*/)[\s\S])*?|(?:^|\s)//.*)${noActor}`, 'im');

  /** In the title of a test, or of a group of tests. */
  const isTitledWithout = new RegExp(String.raw`\b(?:test|it|describe)\(\s*['"\x60][^'"\x60\n]*${noActor}`, 'i');

  const tests = globSync('test/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('sources.test.ts'));

  test('name the actor: the caller, the client, the user, up to N', () => {
    expect([...everySource, ...tests].filter((file) => namesNoActor.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('name the actor as titles of tests do', () => {
    expect(tests.filter((file) => isTitledWithout.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
    expect(["test('nobody waits'", 'it(\n  "lets somebody in"', 'describe(`whoever`'].every((text) => isTitledWithout.test(text))).toBe(
      true,
    );
  });

  test('name the actor as documents and the descriptions of the interface do', () => {
    const files = globSync(['README.md', 'CONTRIBUTING.md', '{main,renderer}/**/README.md', 'main/contract/*.ts'], { cwd: root });
    // “No one value” is a number.
    const names = new RegExp(String.raw`${noActor}(?! value)`, 'i');
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => names.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test.each([
    '// Nobody waits.',
    'const a = 1; // So many.',
    '/** One line\n * for somebody. */',
    '/* whoever */',
    '// For everybody.',
    '// If anybody asks.',
  ])('are seen not to in %j', (text) => {
    expect(namesNoActor.test(text)).toBe(true);
  });

  test.each(["hint: 'Somebody was here'", "/* a */ 'nobody'", "'https://nobody.example'", '// up to 5'])(
    'are not seen to fail in %j',
    (text) => {
      expect(namesNoActor.test(text)).toBe(false);
    },
  );
});

describe('the page', () => {
  /** A formatter without a locale of its own takes the browser's language, which need not be the page's. */
  const takesBrowsersLanguage = /\bIntl\.\w+\((?:undefined\b|\[\]|navigator\.language(?!s))|\.toLocale(?:Date|Time)?String\(/;

  /** Classes that a rule is about by themselves, as in `.event-title {`. */
  const classesIn = (css: string): string[] =>
    [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|\}|\{)\s*([^{}@;]+)\{/g)].flatMap(([, selectors = '']) =>
      selectors.split(',').flatMap((selector) => /^\s*\.([a-z0-9-]+)\s*$/.exec(selector)?.[1] ?? []),
    );

  // Styles of a part come with it and stay: what two parts call by one name looks different after the other was opened.
  test('has no class that two of its parts style', () => {
    const parts = new Map<string, Set<string>>();
    for (const file of globSync('renderer/**/*.css', { cwd: root }).map((each) => each.replaceAll('\\', '/'))) {
      const part = /^renderer\/(?:features\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file;
      for (const name of classesIn(readFileSync(join(root, file), 'utf8'))) parts.set(name, (parts.get(name) ?? new Set()).add(part));
    }
    expect(parts.size).toBeGreaterThan(500);
    expect([...parts].filter(([, where]) => where.size > 1).map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([]);
  });

  test('is seen to style classes', () => {
    expect(classesIn('/* .no { } */ .one,\n.two:hover { a: b } @media (x) { .three { a: b } } .four .five {}')).toEqual(['one', 'three']);
  });

  test('formats numbers and dates in its own language', () => {
    const files = globSync('renderer/**/*.{ts,tsx}', { cwd: root });
    expect(files.filter((file) => takesBrowsersLanguage.test(withoutComments(readFileSync(join(root, file), 'utf8'))))).toEqual([]);
  });

  test.each(['new Intl.NumberFormat(undefined)', 'at.toLocaleDateString()', 'new Intl.DateTimeFormat(navigator.language)'])(
    'is seen not to in %s',
    (code) => {
      expect(takesBrowsersLanguage.test(code)).toBe(true);
    },
  );
});

describe('lines', () => {
  /** Literals that cannot be broken: regular expressions, XML and HTML of one element. */
  const unbroken = /\/[dgimsuvy]*[.,;)]|String\.raw`|<w:|<w14:|<!doctype|html\{|RegExp/;

  test('have up to 140 characters, but for a literal that cannot be broken', () => {
    const long = everySource.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > 140 && !unbroken.test(line) ? [`${file}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });
});

test('main/ names each package that it is shipped with; the fonts by the beginning of their names', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const code = sources(/^$/)
    .map((file) => withoutComments(readFileSync(join(root, file), 'utf8')))
    .join('\n');
  const isNamed = (name: string): boolean => code.includes(`'${name}'`) || code.includes(`'${name}/`);
  expect(Object.keys(dependencies).filter((name) => !isNamed(name) && !name.startsWith('@expo-google-fonts/'))).toEqual([]);
  expect([isNamed('pino'), isNamed('pino-pretty')]).toEqual([true, false]);
});

/** A hook of vitest that is called when a module is loaded. */
const hookAtTop = /^(?:before|after)(?:Each|All)\(/m;

test('documents hold no marks of a merge that was not finished', () => {
  const isMark = /^(?:<{7}|={7}|>{7})(?: |$)/m;
  const documents = globSync(['*.md', '{main,renderer,test}/**/*.md'], { cwd: root });
  expect(documents.length).toBeGreaterThan(3);
  expect(documents.filter((file) => isMark.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  expect(['<<<<<<< HEAD', 'a\n=======\nb', '>>>>>>> 1234567'].every((text) => isMark.test(text))).toBe(true);
});

describe('modules of support', () => {
  test('call no hook when they are loaded: it would be of the first file of a worker alone', () => {
    const allowed = /\.(?:test|spec)\.ts$|clean-up-setup\.ts$/;
    const files = globSync('test/**/*.ts', { cwd: root }).filter((file) => !allowed.test(file));
    expect(files.filter((file) => hookAtTop.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('are seen to do so', () => {
    expect(hookAtTop.test('const all = [];\nafterEach(() => {});')).toBe(true);
    expect(hookAtTop.test('function begin() {\n  afterEach(() => {});\n}')).toBe(false);
  });
});

test('a push takes 70 browser tests at most: each costs as much as a hundred others, and a push has six minutes', () => {
  const files = globSync('test/e2e/**/*.spec.ts', { cwd: root });
  const taken = files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/(?:, |^ +)push,(?: |$)/gm) ?? []);
  expect(taken.length).toBeGreaterThan(30);
  expect(taken.length).toBeLessThanOrEqual(70);
});

test('the lockfile holds every package that another one names, those for other systems as well: npm ci installs from nothing else', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<
        string,
        { readonly dependencies?: Readonly<Record<string, string>>; readonly optionalDependencies?: Readonly<Record<string, string>> }
      >
    >;
  };
  /** From the folder of a package upwards, as Node looks for it. */
  const isHeld = (from: string, name: string): boolean => {
    const folders = from.split('/node_modules/');
    return (
      folders.some((_, at) => packages[[...folders.slice(0, folders.length - at), name].join('/node_modules/')] !== undefined) ||
      packages[`node_modules/${name}`] !== undefined
    );
  };
  const missing = Object.entries(packages).flatMap(([path, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isHeld(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});
