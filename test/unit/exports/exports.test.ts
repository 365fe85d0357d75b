import { createHash } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { isSmall } from '../../../main/features/exports/export-note.ts';
import { Exports, type ExportLimits } from '../../../main/features/exports/exports.ts';
import { forkChild } from '../../../main/lib/child-process.ts';
import { workerFile } from '../../../main/lib/worker-file.ts';
import { documentOf, exportNote } from '../../support/export-notes.ts';
import { full } from '../../support/tiers.ts';
import { goldenNotes, longNote } from '../../support/golden-notes.ts';
import { cleanEnvironment } from '../../support/process.ts';

const parser = workerFile('../../../main/contract/markdown/parse', import.meta.url);
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const spawn = forkChild(cleanEnvironment());
const line = (): void => undefined;
const never = new AbortController().signal;

const failures: string[] = [];
let exports: Exports | undefined;
const start = (limits: Partial<ExportLimits> = {}, from = parser): Exports =>
  (exports = new Exports({ parser: from, spawn, failed: (message) => failures.push(message), line, limits }));

afterEach(() => {
  exports?.stop();
});

/** For the tests that want nothing of their own: a process costs more than a document. */
const shared = new Exports({ parser, spawn, failed: (message) => failures.push(message), line });
afterAll(() => {
  shared.stop();
});

describe('a document', () => {
  test.each(['docx', 'pdf'] as const)(
    'has the same bytes whenever it is made, in whatever process and after whatever others: %s',
    full,
    async (format) => {
      const markdown = goldenNotes['constructs']?.() ?? '';
      const here = await documentOf(format, markdown);
      const other = await shared.make(
        format,
        exportNote('# Another\n\n$x$ [a](https://example.org/) ![a](/api/cards/c1/attachments/a1)'),
        never,
      );
      const made = await shared.make(format, exportNote(markdown), never);
      expect(sha(made)).toBe(sha(here));
      expect(sha(other)).not.toBe(sha(made));
      expect(sha(await shared.make(format, exportNote(markdown), never))).toBe(sha(here));
      expect(failures).toEqual([]);
    },
  );

  test('differs when the note does', full, async () => {
    const of = async (more: Parameters<typeof exportNote>[1]): Promise<string> => sha(await documentOf('docx', 'text', more));
    const all = await Promise.all([
      of({}),
      of({ title: 'Another' }),
      of({ author: null }),
      of({ updatedAt: 1_800_000_000_000 }),
      of({ paper: 'letter' }),
    ]);
    expect(new Set(all).size).toBe(5);
  });

  test('of a small note never waits for large ones', full, async () => {
    const gone = new AbortController();
    const ended: string[] = [];
    const make = async (name: string, markdown: string, signal: AbortSignal): Promise<void> => {
      await shared.make('pdf', exportNote(markdown, { files: new Map() }), signal);
      ended.push(name);
    };
    const large = Promise.allSettled(Array.from({ length: 4 }, () => make('large', longNote(800_000), gone.signal)));
    await Promise.all(Array.from({ length: 6 }, () => make('small', 'text', never)));
    expect(ended).toEqual(Array.from({ length: 6 }, () => 'small'));
    gone.abort(new Error('gone'));
    expect((await large).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
  });

  test('of a large note is made though small ones keep coming', full, async () => {
    const note = exportNote(longNote(40_000), { files: new Map() });
    expect(isSmall(note)).toBe(false);
    let isMade = false;
    const large = shared.make('docx', note, never).finally(() => {
      isMade = true;
    });
    // Always more than there are threads.
    const others = Array.from({ length: 4 }, async () => {
      while (!isMade) await shared.make('docx', exportNote('text', { files: new Map() }), never);
    });
    expect((await large).byteLength).toBeGreaterThan(1_000);
    await Promise.all(others);
  });

  test('that no caller waits for any more is given up, and the next one is made', full, async () => {
    const gone = new AbortController();
    const large = shared.make('pdf', exportNote(longNote(400_000)), gone.signal);
    const waiting = shared.make('pdf', exportNote(longNote(400_000)), gone.signal);
    const next = shared.make('docx', exportNote('text'), never);
    setTimeout(() => {
      gone.abort(new Error('gone'));
    }, 100);
    await expect(large).rejects.toThrow('gone');
    await expect(waiting).rejects.toThrow('gone');
    expect((await next).byteLength).toBeGreaterThan(1_000);
    await expect(shared.make('docx', exportNote('text'), gone.signal)).rejects.toThrow('gone');
  });

  test('that takes too much processor time is refused as unavailable, and the next one is made', full, async () => {
    // However fast the machine is, and however little a document costs: the parser does not come to an end.
    const endless = new URL(
      `data:text/javascript,import { parseMarkdown as parse, parseNodes } from ${JSON.stringify(parser.href)}; export { parseNodes }; export const parseMarkdown = (...of) => { while (of[0].includes('endless')); return parse(...of); };`,
    );
    const there = start({ maxProcessorMs: 1_500 }, endless);
    await expect(there.make('pdf', exportNote('endless'), never)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '60' },
    });
    expect((await there.make('docx', exportNote('text'), never)).byteLength).toBeGreaterThan(1_000);
  });

  test('is not late because its thread has to wait, unless it waits for very long', full, async () => {
    // A parser that is loaded a while later, as if others had the processor.
    const slow = new URL(
      `data:text/javascript,await new Promise((resolve) => setTimeout(resolve, 8000)); export { parseMarkdown, parseNodes } from ${JSON.stringify(parser.href)};`,
    );
    const there = start({ maxProcessorMs: 6_000 }, slow);
    expect((await there.make('docx', exportNote('text'), never)).byteLength).toBeGreaterThan(1_000);
    there.stop();
    await expect(start({ timeoutMs: 500 }, slow).make('docx', exportNote('text'), never)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '60' },
    });
  });

  test('that takes too much memory is refused as too large', full, async () => {
    const there = start({ memory: 48 });
    expect((await there.make('docx', exportNote('text'), never)).byteLength).toBeGreaterThan(1_000);
    await expect(there.make('docx', exportNote(longNote(250_000)), never)).rejects.toMatchObject({ code: 'too_large' });
  });

  test('is refused as unavailable when too many wait, and when the service stops', async () => {
    const there = start({ waiting: 2 });
    const made = Array.from({ length: 6 }, () =>
      there.make('docx', exportNote(longNote(100_000)), never).then(
        () => 'made',
        (error: unknown) => (error as { code: string }).code,
      ),
    );
    there.stop();
    const results = await Promise.all(made);
    expect(new Set(results)).toEqual(new Set(['unavailable']));
    await expect(there.make('docx', exportNote('text'), never)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('a note whose parser fails is told of in the log, and to the caller no more than that', full, async () => {
  const there = start({}, new URL('./no-such-module.ts', parser));
  await expect(there.make('docx', exportNote('text'), never)).rejects.toThrow('The document could not be made');
  expect(failures.splice(0)).toMatchObject([expect.stringContaining('no-such-module')]);
});
