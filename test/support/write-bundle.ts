// `npm run build:main`: writes the service and the desktop app as one bundle into dist/main/. Types are not checked here.

import { globSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build, type Plugin } from 'rolldown';
import { sourcesFingerprint, stampFile } from '../../main/bundle.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'dist', 'main');

/** Packages that stay as they are: native ones, and those that read or start files beside themselves, or name them while they run. */
const external = [
  '@node-llama-cpp',
  '@reflink',
  'better-sqlite3',
  'electron',
  'electron-updater',
  'fontkit',
  'linebreak',
  'mathjax-full',
  'pdfkit',
  'sharp',
  'swagger-ui-dist',
  'tinypool',
];

/** Electron's entry, the service for plain Node and for tests, the command, and what is started or loaded by its path. */
const entries = [
  'main/index.ts',
  'main/headless.ts',
  'main/service.ts',
  'main/cli/run-cli.ts',
  'main/contract/markdown/parse.ts',
  'main/features/calendar/recurrence/rule-generator.ts',
  ...globSync('main/**/*-worker.ts', { cwd: root }).toSorted(),
];

/**
 * To give `node:http` as an ES module, Node reads all that it exports, and by that loads its client for `fetch`: a tenth of the processor
 * time of a start. Taken as the object that it is, it gives only what is asked for. A name that is missing here stops the build.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'require-call' ? null : '\0plain-http'),
  },
  load: {
    filter: { id: /^\0plain-http$/ },
    handler: () => `const http = process.getBuiltinModule('node:http');
      export const { Agent, IncomingMessage, STATUS_CODES, ServerResponse, createServer, request } = http;
      export default http;`,
  },
};

/**
 * markdown-it is compiled so that each token has its members by `Object.defineProperty` or by computed names: a quarter of the processor
 * time of reading a note. None of them is a member of a prototype, so that setting them is the same. Without that helper the build stops.
 */
const plainMembers: Plugin = {
  name: 'plain-members',
  transform: {
    filter: { id: /node_modules[/]markdown-it[/]dist[/]/ },
    handler: (code) => {
      const helper = /(?<=function _defineProperty\(e, r, t\) \{\n)[^}]*(?:\}[^}]*)?(?=\n\})/;
      if (!helper.test(code))
        throw new Error('markdown-it is compiled in another way: this plugin is not needed any more, or needs a change');
      return { code: code.replace(helper, '\te[r] = t;\n\treturn e;'), map: null };
    },
  },
};

/** The library that runs models finds its files beside its modules: in the bundle, too, these say where they lie in its package. */
const placesOfLlama: Plugin = {
  name: 'places-of-llama',
  transform: {
    filter: { id: /node_modules[/]node-llama-cpp[/]dist[/]/, code: /\bimport\.meta\.url\b/ },
    handler: (code, id) => {
      const place = id.replace(/.*node_modules[/]node-llama-cpp[/]dist[/]/, './');
      return { code: code.replaceAll('import.meta.url', `new URL('${place}', import.meta.resolve('node-llama-cpp')).href`), map: null };
    },
  },
};

/** Of it and of what it downloads with, the bundle has what models are run with: loading all 635 modules took longer than a small model. */
const withoutSideEffects = [{ test: /node_modules[/](?:node-llama-cpp|ipull)[/]/, sideEffects: false }];

/**
 * V8 keeps the text of what it has loaded, in every thread: one byte for each character, or two for each as soon as one of them is beyond
 * Latin-1. Those are written as escapes, which mean the same in strings, in templates and in regular expressions. A file is left as it is
 * where they are so much of the text that it would become longer, and where one stands in a raw template, in which an escape is text, or
 * behind a backslash, which has no meaning there but would take that of the escape.
 */
const oneBytePerCharacter: Plugin = {
  name: 'one-byte-per-character',
  // Rolldown would write plain characters again after `renderChunk`.
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code);
  },
};

function escaped(code: string): string {
  const beyond = code.match(/[^\0-\xFF]/g)?.length ?? 0;
  if (beyond * 5 > code.length || /\\[^\0-\xFF]|String\.raw`[^`]*[^`\0-\xFF]/.test(code)) return code;
  return code.replace(/[^\0-\xFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const weekMs = 7 * 24 * 3_600_000;

/** Removes what is left of earlier builds, but for the last week's: a service that runs since then loads some of its parts only now. */
function prune(written: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() || (!written.has(entry.name) && Date.now() - statSync(path).mtimeMs > weekMs))
      rmSync(path, { recursive: true });
  }
}

rmSync(stampFile(root), { force: true });
const before = sourcesFingerprint(root);
const { output } = await build({
  cwd: root,
  input: Object.fromEntries(entries.map((file) => [basename(file, '.ts'), file])),
  platform: 'node',
  logLevel: 'warn',
  external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [plainHttp, plainMembers, placesOfLlama, oneBytePerCharacter],
  treeshake: { moduleSideEffects: withoutSideEffects },
  // All files side by side: what the code finds by its own path, it finds from every one of them.
  output: {
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
    // Small, and each start and command needs both: to load a file takes longer than to read it.
    codeSplitting: { groups: [{ name: 'texts', test: /[/]main[/]contract[/](?:cut|html)-text\.ts$/ }] },
  },
});
prune(new Set(output.map(({ fileName }) => fileName)));
// Without the stamp the bundle is not used: the sources were changed while they were read.
if (sourcesFingerprint(root) === before) writeFileSync(stampFile(root), before);
