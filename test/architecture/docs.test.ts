// What the project's documents say of the project is compared with the project.

import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withGeneratedParts } from '../support/document.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('README.md', () => {
  test('has the generated parts as the code has them (npm run docs writes them)', () => {
    expect(read('README.md')).toBe(withGeneratedParts(read('README.md')));
  });

  test.each(['npm ci && npm start', 'npm ci && npm test'])('names the set-up command %s', (command) => {
    expect(read('README.md')).toContain(command);
  });

  test('shows each file and folder of main/, and each feature, in its tree', () => {
    const [, tree = ''] = /^```text\n(main\/\n[^]*?)^```$/m.exec(read('README.md')) ?? [];
    const shown = new Set(tree.split(/[\s(),]+/));
    const names = ['main', 'main/features'].flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true }).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)),
    );
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !shown.has(name) && name !== 'tsconfig.json')).toEqual([]);
  });
});

test.each(globSync(['main/**/README.md', 'renderer/**/README.md', 'CONTRIBUTING.md'], { cwd: root }))(
  '%s names only modules that exist',
  (file) => {
    const all = new Set(globSync('{main,preload,renderer,test}/**/*.{ts,tsx,mjs,js,css}', { cwd: root }).map((each) => basename(each)));
    const named = [...read(file).matchAll(/`(?:[\w-]+\/)*([\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs))`/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !all.has(name))).toEqual([]);
  },
);

describe.each(documents)('%s', (file) => {
  const text = read(file);

  test('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g), ...text.matchAll(/\bnpm (start|test|restart|stop)\b/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('links only to files and headings that exist', () => {
    const targets = [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const dead = targets.filter((target) => {
      const [path = '', heading] = target.split('#');
      const linked = path === '' ? file : join(dirname(file), path);
      return !existsSync(join(root, linked)) || (heading !== undefined && !headings(read(linked)).includes(heading));
    });
    expect(dead).toEqual([]);
  });

  test('names only files of the source tree that exist', () => {
    const named = [...text.matchAll(/`((?:main|renderer|preload|test|resources)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** The anchors that the headings of a Markdown document get. */
function headings(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('CHANGELOG.md', () => {
  test('has an Unreleased section that says something', () => {
    const [, unreleased = ''] = read('CHANGELOG.md').split(/^## \[Unreleased\]$/m);
    expect(unreleased.split(/^## /m)[0]).toMatch(/^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)\n\n- /m);
  });

  test('uses only the headings of Keep a Changelog', () => {
    const headingLines = [...read('CHANGELOG.md').matchAll(/^### (.*)$/gm)].map((match) => match[1]);
    expect(headingLines.filter((heading) => !/^(?:Added|Changed|Deprecated|Removed|Fixed|Security)$/.test(heading ?? ''))).toEqual([]);
  });
});

test('LICENSE is the one that package.json names', () => {
  expect(read('LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} The Daybook developers\n/);
  expect((JSON.parse(read('package.json')) as { license: string }).license).toBe('MIT');
});
