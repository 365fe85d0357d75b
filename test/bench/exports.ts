// The exports' part of `npm run bench`: how long documents take, and how much memory, beside pandoc's Word documents of the same notes in
// the same run. As a program: `node test/bench/exports.ts [--rounds N]`. Each document is made in a process of its own, as pandoc's are.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Exports } from '../../main/features/exports/exports.ts';
import { forkChild } from '../../main/lib/child-process.ts';
import { exportNote } from '../support/export-notes.ts';
import { longNote } from '../support/golden-notes.ts';
import { median } from './median.ts';

const parser = new URL('../../main/contract/markdown/parse.ts', import.meta.url);
const sizes = [20, 200] as const;

interface Run {
  readonly milliseconds: number;
  /** Peak of the resident memory. */
  readonly megabytes: number;
}

/** One document in a process of its own: what a first export costs. */
function cold(format: 'docx' | 'pdf', file: string): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'export-one.ts'), format, file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Run;
}

function pandoc(file: string): Run {
  // GNU time tells the memory; without it only the time is known.
  const start = performance.now();
  const timed = spawnSync('/usr/bin/time', ['-f', '%M', 'pandoc', '-f', 'gfm', '-t', 'docx', '-o', `${file}.docx`, file], {
    encoding: 'utf8',
  });
  if (timed.error === undefined)
    return { milliseconds: performance.now() - start, megabytes: Number(timed.stderr.trim().split('\n').at(-1)) / 1024 };
  const again = performance.now();
  const { status, stderr } = spawnSync('pandoc', ['-f', 'gfm', '-t', 'docx', '-o', `${file}.docx`, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { milliseconds: performance.now() - again, megabytes: Number.NaN };
}

/** The same process for all, as in the service: the median after the first. */
async function warm(format: 'docx' | 'pdf', kilobytes: number, rounds: number): Promise<number> {
  const exports = new Exports({
    parser,
    spawn: forkChild(process.env),
    failed: (message) => {
      throw new Error(message);
    },
    line: () => undefined,
  });
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const start = performance.now();
    await exports.make(format, exportNote(longNote(kilobytes * 1000)), new AbortController().signal);
    if (round > 0) times.push(performance.now() - start);
  }
  exports.stop();
  return median(times);
}

/** The longest time that the main thread is kept from other work while a note of 1 MB is exported, in milliseconds. */
async function longestPause(format: 'docx' | 'pdf'): Promise<number> {
  const exports = new Exports({
    parser,
    spawn: forkChild(process.env),
    failed: (message) => {
      throw new Error(message);
    },
    line: () => undefined,
  });
  const note = exportNote(longNote(1_000_000));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await exports.make(format, note, new AbortController().signal);
  delay.disable();
  exports.stop();
  return delay.max / 1e6;
}

const row = (name: string, { milliseconds, megabytes }: Run, more = ''): string =>
  `${name.padEnd(24)} ${milliseconds.toFixed(0).padStart(8)} ${Number.isNaN(megabytes) ? '–'.padStart(8) : megabytes.toFixed(0).padStart(8)} ${more}\n`;

const middle = (runs: readonly Run[]): Run => ({
  milliseconds: median(runs.map(({ milliseconds }) => milliseconds)),
  megabytes: median(runs.map(({ megabytes }) => megabytes)),
});

/** Prints the rows. */
export async function benchExports({ rounds }: { readonly rounds: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-exports-'));
  try {
    process.stdout.write(
      `\n${'document'.padEnd(24)} ${'ms'.padStart(8)} ${'MB'.padStart(8)}  in a process of its own; then in one that is warm\n`,
    );
    for (const size of sizes) {
      const file = join(folder, `${size}.md`);
      writeFileSync(file, longNote(size * 1000));
      const runs: Record<'docx' | 'pdf' | 'pandoc', Run[]> = { docx: [], pdf: [], pandoc: [] };
      for (let round = 0; round < rounds; round += 1) {
        runs.docx.push(cold('docx', file));
        runs.pandoc.push(pandoc(file));
        runs.pdf.push(cold('pdf', file));
      }
      process.stdout.write(row(`${size} KB, docx`, middle(runs.docx), `${(await warm('docx', size, rounds)).toFixed(0)} ms`));
      process.stdout.write(row(`${size} KB, pdf`, middle(runs.pdf), `${(await warm('pdf', size, rounds)).toFixed(0)} ms`));
      process.stdout.write(row(`${size} KB, pandoc’s docx`, middle(runs.pandoc)));
    }
    for (const format of ['docx', 'pdf'] as const)
      process.stdout.write(
        `longest pause of the main thread while 1 MB becomes ${format}: ${(await longestPause(format)).toFixed(0)} ms\n`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) await benchExports({ rounds: process.argv[2] === '--rounds' ? Number(process.argv[3]) : 3 });
