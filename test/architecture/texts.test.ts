// The texts of the page stand in its files of strings, each of them to be shown somewhere.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).map((file) => join(root, file));
const sources = new Map(
  [...page, ...globSync('main/{client,contract}/**/*.ts', { cwd: root }).map((file) => join(root, file))].map(readFile),
);

function readFile(file: string): [file: string, text: string] {
  return [file, readFileSync(file, 'utf8')];
}

/** Under which names a file has what `from` exports as `name`: its own name there, and what it is imported as. */
function namesOf(name: string, from: string, file: string): readonly string[] {
  if (file === from) return [name];
  return [...(sources.get(file) ?? '').matchAll(/import \{([^}]*)\} from '([^']+)'/g)]
    .filter(([, , path = '']) => path.startsWith('.') && join(dirname(file), path) === from)
    .flatMap(([, names = '']) => names.split(','))
    .map((each) => each.trim().split(' as '))
    .filter(([imported]) => imported === name)
    .map((each) => each.at(-1) ?? '');
}

/** The keys of `texts` that no file reads: neither as `texts.key`, nor by a word where the key is looked up. */
function unread(texts: readonly string[], name: string, from: string): readonly string[] {
  const read = new Set<string>();
  let isLookedUp = false;
  for (const file of page)
    for (const known of namesOf(name, from, file)) {
      const text = sources.get(file) ?? '';
      for (const [, key = ''] of text.matchAll(new RegExp(String.raw`\b${known}\s*\.\s*(\w+)`, 'g'))) read.add(key);
      for (const [, keys = ''] of text.matchAll(new RegExp(String.raw`\{([^{}]*)\} = ${known}\b`, 'g')))
        for (const key of keys.split(',')) read.add(key.trim());
      isLookedUp ||= text.includes(`${known}[`);
    }
  const isWord = (key: string): boolean => [...sources.values()].some((text) => text.includes(`'${key}'`));
  return texts.filter((key) => !read.has(key) && !(isLookedUp && isWord(key)));
}

test('each text of the page is read by a file', async () => {
  const left: string[] = [];
  for (const file of page.filter((each) => each.endsWith('strings.ts'))) {
    const module = (await import(file)) as Readonly<Record<string, unknown>>;
    for (const [name, texts] of Object.entries(module))
      if (typeof texts === 'object' && texts !== null)
        left.push(...unread(Object.keys(texts), name, file).map((key) => `${file.slice(root.length + 1)} ${name}.${key}`));
  }
  expect(left).toEqual([]);
});
