import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { full } from '../../support/tiers.ts';
import { cleanEnvironment } from '../../support/process.ts';

const root = join(import.meta.dirname, '../../..');
let project: string;

/** A project whose builders note that they ran, and leave what the true ones leave. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'daybook-prepare-'));
  const bundle = JSON.stringify(pathToFileURL(join(root, 'main/bundle.ts')).href);
  const files = {
    'node_modules/rolldown/package.json': '{}',
    'node_modules/vite/bin/vite.js':
      "const fs = require('node:fs'); fs.appendFileSync('built', 'page '); fs.mkdirSync('dist/renderer', { recursive: true });" +
      "fs.writeFileSync('dist/renderer/index.html', '');",
    'test/support/write-bundle.ts':
      `import { sourcesFingerprint } from ${bundle}; import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';` +
      "appendFileSync('built', 'service '); mkdirSync('dist', { recursive: true }); writeFileSync('dist/main.stamp', sourcesFingerprint('.'));",
    'main/contract/notes.ts': '',
    'renderer/index.html': '',
    'vite.config.ts': '',
    'package.json': '{}',
    'package-lock.json': '{}',
    built: '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
});

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

function built(environment: Readonly<Record<string, string>> = {}): string {
  writeFileSync(join(project, 'built'), '');
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'test/support/prepare.mjs')], {
    cwd: project,
    env: cleanEnvironment(environment),
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return readFileSync(join(project, 'built'), 'utf8').trim();
}

test('an installation builds what is missing or older than its sources, and nothing else', full, () => {
  expect(built({ DAYBOOK_NO_BUILD: '1' })).toBe('');
  expect(built()).toBe('service page');
  expect(built()).toBe('');
  const later = new Date(statSync(join(project, 'dist/renderer/index.html')).mtimeMs + 60_000);
  utimesSync(join(project, 'renderer/index.html'), later, later);
  expect(built()).toBe('page');
});
