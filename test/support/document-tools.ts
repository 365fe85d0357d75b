// Finds the programs that open documents in tests, and fetches those that are missing.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Each with the package of Debian and Ubuntu that has it. */
const programs = {
  soffice: 'libreoffice-writer-nogui',
  pandoc: 'pandoc',
  qpdf: 'qpdf',
  pdftotext: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdffonts: 'poppler-utils',
  pdftoppm: 'poppler-utils',
} as const;

export type Program = keyof typeof programs;

const has = (program: Program): boolean =>
  spawnSync(process.platform === 'win32' ? 'where' : 'which', [program], { stdio: 'ignore' }).status === 0;

const missing = (): Program[] => (Object.keys(programs) as Program[]).filter((program) => !has(program));

/** Throws an error that names what is missing and how to install it. */
export function ensureDocumentTools(): void {
  if (missing().length > 0) fetchByApt([...new Set(missing().map((program) => programs[program]))]);
  const left = missing();
  if (left.length === 0) return;
  throw new Error(
    `The tests of documents need ${left.join(', ')}, and could not fetch them. On Debian and Ubuntu: ` +
      `sudo apt-get install --no-install-recommends ${[...new Set(left.map((program) => programs[program]))].join(' ')}`,
  );
}

function fetchByApt(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const run = (...args: string[]): number | null => {
    // Tests own standard output; the progress of a download is no part of it.
    return spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 2, 2],
      timeout: 10 * 60_000,
      killSignal: 'SIGKILL',
    }).status;
  };
  process.stderr.write(`Installing ${packages.join(', ')}\n`);
  if (run('update', '-qq') === 0) run('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

/** What a program prints. Throws if it fails. */
export function runProgram(
  program: Program,
  args: readonly string[],
  options: { readonly input?: string | Uint8Array; readonly cwd?: string } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, maxBuffer: 256 * 1024 * 1024, timeout: 120_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr.toString()}`);
  return stdout.toString();
}

/** Runs `use` with a folder for files, which is gone afterwards. */
export function withFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-documents-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a program prints of a file with these bytes; `FILE` stands for its name among the arguments. */
export function inspect(program: Program, bytes: Uint8Array, extension: string, args: readonly string[]): string {
  return withFolder((folder) => {
    const file = join(folder, `document.${extension}`);
    writeFileSync(file, bytes);
    return runProgram(
      program,
      args.map((arg) => (arg === 'FILE' ? file : arg)),
      { cwd: folder },
    );
  });
}

/**
 * The pages of Word documents as LibreOffice shows them: a PDF of each, null of one that it cannot open. One start opens all of them: it
 * takes longer than a document.
 */
export function pagesOfDocx(documents: readonly Uint8Array[]): readonly (Uint8Array | null)[] {
  return withFolder((folder) => {
    const files = documents.map((bytes, at) => {
      const file = join(folder, `${at}.docx`);
      writeFileSync(file, bytes);
      return file;
    });
    // A profile of its own: two of them do not start with the same one.
    runProgram('soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      'pdf',
      '--outdir',
      folder,
      ...files,
    ]);
    return documents.map((_, at) => {
      const pages = join(folder, `${at}.pdf`);
      return existsSync(pages) ? new Uint8Array(readFileSync(pages)) : null;
    });
  });
}
