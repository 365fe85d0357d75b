// What others have written: the Markdown files of the packages that are installed, as different as their authors.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLong } from '../../../support/property.ts';

/** More of them, for a long run: a folder. */
const folder = process.env['DAYBOOK_MARKDOWN'];

export interface Foreign {
  /** How many files at most, */
  readonly count: number;
  /** none of more characters than this. */
  readonly longest: number;
  /** Only part number `part`, from 0 up to `parts`, of all. */
  readonly part?: number;
  readonly parts?: number;
}

/** Files, each with its name; in a long run no text comes twice before all have. */
export function* foreign(
  { count, longest, part = 0, parts = 1 }: Foreign,
  random: () => number,
): Generator<readonly [name: string, markdown: string]> {
  const files = globSync(isLong ? 'node_modules/**/*.md' : 'node_modules/*/README.md').toSorted();
  if (isLong && folder !== undefined)
    files.push(
      ...globSync('**/*.md', { cwd: folder })
        .map((file) => join(folder, file))
        .toSorted(),
    );
  const mine = files.filter((_, index) => index % parts === part);
  let left = [...mine];
  let known = new Set<string>();
  for (let found = 0; found < count;) {
    if (left.length === 0) [left, known] = [[...mine], new Set()];
    const file = left.splice(Math.floor(random() * left.length), 1)[0];
    if (file === undefined) return;
    const markdown = readFileSync(file, 'utf8');
    if (!isLong) found++;
    if (markdown.length >= longest || markdown.includes('\0') || known.has(markdown)) continue;
    if (isLong) found++;
    known.add(markdown);
    yield [file, markdown];
  }
}
