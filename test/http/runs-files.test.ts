// The files of a run's workspace: what may be read and written, and above all what may not.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Run, RunCall } from '../../main/contract/runs.ts';
import { RunClient, says, waitingCall, type ScriptedCall } from '../support/agent.ts';
import { startProvider, type StandIn } from '../support/provider.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let provider: StandIn;
let runs: RunClient;
let outside: string;
let root: string;
const windows = process.platform === 'win32';

const configure = (values: Record<string, string | null>): Promise<Answer> => service.request('PUT', '/api/config', { body: values });
const secret = 'a word that no model may see';

beforeAll(async () => {
  service = await startTestService();
  provider = await startProvider();
  runs = new RunClient((...args) => service.request(...args));
});
afterAll(async () => {
  provider.close();
  await service.dispose();
  rmSync(outside, { recursive: true, force: true });
});
beforeEach(async () => {
  if (outside !== undefined) rmSync(outside, { recursive: true, force: true });
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-workspace-')));
  root = join(outside, 'work');
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs', 'plan.md'), '# Plan\none\ntwo\n');
  writeFileSync(join(root, '.env'), secret);
  writeFileSync(join(outside, 'secret.txt'), secret);
  provider.asked.length = 0;
  await configure({ AI_BASE_URL: provider.baseUrl, AI_MODEL: 'small', WORKSPACE_ROOT: root, SOLO_MODE: null });
});

/** Runs these calls, one answer of the model for each. */
async function run(calls: readonly ScriptedCall[], more: object = {}): Promise<Run> {
  provider.answer(...calls.map((call) => says('', call)), says('Done.'));
  const { id } = await runs.start('Work with files', more);
  return runs.until(id, 'done', 'failed', 'waiting');
}

/** The one call of a run that a person allows where it waits. */
async function allowed(call: ScriptedCall): Promise<RunCall> {
  let done = await run([call]);
  if (done.status === 'waiting') {
    await runs.decide(done.id, waitingCall(done), 'once');
    done = await runs.until(done.id, 'done', 'failed');
  }
  return done.calls[0] as RunCall;
}

const read = (path: string): ScriptedCall => ({ name: 'read_file', args: { path } });
const write = (path: string, content: string): ScriptedCall => ({ name: 'write_file', args: { path, content } });

describe('what may be done', () => {
  test('folders and files are read without asking; hidden files are not in the list', async () => {
    const done = await run([
      { name: 'list_files', args: {} },
      { name: 'list_files', args: { path: 'docs' } },
      read('docs/plan.md'),
      read('./docs//plan.md'),
    ]);
    expect(done.calls.map(({ status, result }) => [status, result])).toEqual([
      ['done', '1 entries\ndocs/'],
      ['done', '1 entries\nplan.md (15 bytes)'],
      ['done', 'docs/plan.md\n---\n# Plan\none\ntwo\n'],
      ['done', 'docs/plan.md\n---\n# Plan\none\ntwo\n'],
    ]);
    expect(done.workspaceRoot).toBe(root);
  });

  test.each(['ask', 'auto-safe'])(
    '%s › writes always ask, show the old and the new text, and are undone with the old bytes',
    async (approval) => {
      const bytes = Buffer.from([0x23, 0x20, 0xef, 0xbb, 0xbf, 0x0d, 0x0a]);
      writeFileSync(join(root, 'bytes.md'), bytes, { mode: 0o640 });
      const edit = { name: 'edit_file', args: { path: 'docs/plan.md', edits: [{ oldText: 'two', newText: 'three' }] } };
      let working = await run([edit, write('new/deep/a.txt', 'A\n'), write('bytes.md', 'text')], { approval });
      const diffs: unknown[] = [];
      while (working.status === 'waiting') {
        const call = waitingCall(working);
        diffs.push([call.diff?.action, call.diff?.id, call.diff?.changes]);
        await runs.decide(working.id, call, 'once');
        working = await runs.until(working.id, 'waiting', 'done');
      }
      expect(diffs).toEqual([
        ['change', 'docs/plan.md', [{ field: 'content', before: '# Plan\none\ntwo', after: '# Plan\none\nthree' }]],
        ['create', 'new/deep/a.txt', [{ field: 'content', before: null, after: 'A\n' }]],
        ['change', 'bytes.md', [{ field: 'content', before: bytes.toString(), after: 'text' }]],
      ]);
      expect(readFileSync(join(root, 'docs/plan.md'), 'utf8')).toBe('# Plan\none\nthree\n');
      expect(readFileSync(join(root, 'new/deep/a.txt'), 'utf8')).toBe('A\n');
      expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      expect((await runs.post(working.id, 'undo')).body.files).toEqual({
        restored: ['bytes.md', 'new/deep/a.txt', 'docs/plan.md'],
        skipped: [],
      });
      expect(readFileSync(join(root, 'docs/plan.md'), 'utf8')).toBe('# Plan\none\ntwo\n');
      expect([existsSync(join(root, 'new/deep/a.txt')), readFileSync(join(root, 'bytes.md')).equals(bytes)]).toEqual([false, true]);
      expect((await runs.post(working.id, 'undo')).body.files.skipped).toHaveLength(3);
    },
  );

  test('undo takes back the folders that were made, where nothing else has come into them', async () => {
    mkdirSync(join(root, 'there'));
    let working = await run([
      write('new/deep/a.txt', 'A'),
      write('new/b.txt', 'B'),
      write('there/sub/c.txt', 'C'),
      write('more/d.txt', 'D'),
    ]);
    while (working.status === 'waiting') {
      await runs.decide(working.id, waitingCall(working), 'run');
      working = await runs.until(working.id, 'waiting', 'done');
    }
    writeFileSync(join(root, 'more', 'kept.txt'), 'of a person');
    expect((await runs.post(working.id, 'undo')).body.files.skipped).toEqual([]);
    expect(
      readdirSync(root)
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    ).toEqual(['docs', 'more', 'there']);
    expect([readdirSync(join(root, 'there')), readdirSync(join(root, 'more'))]).toEqual([[], ['kept.txt']]);
  });

  test('undo leaves alone what was changed since, and tells it', async () => {
    const waiting = await run([write('a.txt', 'A')]);
    await runs.decide(waiting.id, waitingCall(waiting), 'once');
    await runs.until(waiting.id, 'done');
    writeFileSync(join(root, 'a.txt'), 'B');
    expect((await runs.post(waiting.id, 'undo')).body.files).toEqual({
      restored: [],
      skipped: [{ path: 'a.txt', reason: 'changed_since' }],
    });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('B');
  });

  test.each(['once', 'run'] as const)('what was approved is done to the file that was shown, and to no other: %s', async (decision) => {
    const waiting = await run([write('docs/plan.md', 'new')]);
    writeFileSync(join(root, 'docs/plan.md'), 'changed by a person');
    await runs.decide(waiting.id, waitingCall(waiting), decision);
    const { calls } = await runs.until(waiting.id, 'done');
    expect(calls[0]).toMatchObject({ status: 'failed', result: expect.stringContaining('stale_version') as string });
    expect(readFileSync(join(root, 'docs/plan.md'), 'utf8')).toBe('changed by a person');
  });

  test('what is allowed for the run goes on from what the run itself has written, also by a call that waited meanwhile', async () => {
    provider.answer(
      says('', write('docs/plan.md', 'first'), write('docs/plan.md', 'second')),
      says('', { name: 'edit_file', args: { path: 'docs/plan.md', edits: [{ oldText: 'second', newText: 'third' }] } }),
      says('', write('docs/plan.md', 'fourth')),
      says('Done.'),
    );
    const waiting = await runs.until((await runs.start('Write')).id, 'waiting');
    await runs.decide(waiting.id, waitingCall(waiting), 'run');
    const again = await runs.until(waiting.id, 'waiting');
    await runs.decide(waiting.id, waitingCall(again), 'run');
    const { calls } = await runs.until(waiting.id, 'done');
    expect(calls.map(({ status, decision }) => [status, decision])).toEqual([
      ['done', 'run'],
      ['done', 'run'],
      ['done', 'run'],
      ['done', null],
    ]);
    expect(readFileSync(join(root, 'docs/plan.md'), 'utf8')).toBe('fourth');
  });
});

test('a line that is too long for an answer is read on within it', async () => {
  writeFileSync(join(root, 'long.txt'), `${'x'.repeat(20_000)}end\n`);
  const first = (await run([read('long.txt')])).calls[0]?.result ?? '';
  const [, from] = /\nMore: of 2 lines: from (1:\d+)$/.exec(first) ?? [];
  const [call] = (await run([{ name: 'read_file', args: { path: 'long.txt', from } }])).calls;
  expect(call?.result).toMatch(/^long\.txt\n---\nx+end\n$/);
});

describe('what may not be done', () => {
  const refused = async (path: string): Promise<void> => {
    for (const call of [
      read(path),
      write(path, 'x'),
      { name: 'edit_file', args: { path, edits: [{ oldText: 'a', newText: 'b' }] } },
      { name: 'list_files', args: { path } },
    ]) {
      const done = await allowed(call);
      expect([path, call.name, done.status]).toEqual([path, call.name, 'failed']);
      expect(done.result).not.toContain(secret);
      // No path of this machine either.
      expect(done.result).not.toContain(outside);
    }
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(secret);
    expect(readFileSync(join(root, '.env'), 'utf8')).toBe(secret);
  };

  test.each([
    ['upwards', '../secret.txt'],
    ['upwards from within', 'docs/../../secret.txt'],
    ['upwards and back', '../work/docs/plan.md'],
    ['absolute', '/etc/passwd'],
    ['backslashes', '..\\secret.txt'],
    ['.env', '.env'],
    ['.env in another case', '.ENV'],
    ['hidden folders', '.git/config'],
    ['hidden files further down', 'docs/.hidden'],
    ['other volumes', 'C:/secret.txt'],
    ['streams of files', 'docs/plan.md::$DATA'],
    ['shares', '//host/share/secret.txt'],
    ['devices', 'docs/con'],
    ['devices with an ending', 'NUL.txt'],
    ['names that Windows shortens', 'docs/plan.md.'],
    ['NUL', 'docs/plan.md\0.txt'],
    ['line breaks', 'docs/a\nb'],
    ['nothing', ''],
  ])('%s', async (_, path) => {
    if (path === '') {
      expect((await allowed(read(path))).status).toBe('failed');
      expect((await allowed(write(path, 'x'))).status).toBe('failed');
    } else await refused(path);
  });

  test.skipIf(windows)('links to files and folders, in the middle of a path and at its end, also into the workspace', async () => {
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
    symlinkSync(outside, join(root, 'up'));
    symlinkSync(join(root, 'docs'), join(root, 'inside'));
    symlinkSync(join(outside, 'nowhere'), join(root, 'dangling'));
    for (const path of ['link.txt', 'up/secret.txt', 'inside/plan.md', 'dangling']) await refused(path);
    expect(existsSync(join(outside, 'nowhere'))).toBe(false);
    expect((await allowed({ name: 'list_files', args: {} })).result).toBe('1 entries\ndocs/');
  });

  test.skipIf(windows)('files with another name outside: hard links', async () => {
    linkSync(join(outside, 'secret.txt'), join(root, 'hard.txt'));
    await refused('hard.txt');
    expect((await allowed({ name: 'list_files', args: {} })).result).not.toContain('hard.txt');
  });

  test.skipIf(windows)('pipes, which would be waited for', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await refused('pipe');
  });

  test.skipIf(windows)('a folder that became a link between the question and the answer', async () => {
    const waiting = await run([write('docs/secret.txt', 'overwritten')]);
    renameSync(join(root, 'docs'), join(root, 'docs-before'));
    symlinkSync(outside, join(root, 'docs'));
    await runs.decide(waiting.id, waitingCall(waiting), 'once');
    expect((await runs.until(waiting.id, 'done')).calls[0]?.status).toBe('failed');
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(secret);
  });

  test.skipIf(windows)('a workspace that became a link itself', async () => {
    const waiting = await run([write('secret.txt', 'overwritten')]);
    renameSync(root, join(outside, 'before'));
    symlinkSync(outside, root);
    await runs.decide(waiting.id, waitingCall(waiting), 'once');
    expect((await runs.until(waiting.id, 'done')).calls[0]?.status).toBe('failed');
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(secret);
  });

  test('files of more than a megabyte, and what is no text', async () => {
    writeFileSync(join(root, 'large.txt'), 'x'.repeat(1024 * 1024 + 1));
    writeFileSync(join(root, 'picture.txt'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
    expect((await allowed(read('large.txt'))).result).toContain('too_large');
    expect((await allowed(write('large.txt', 'small'))).result).toContain('too_large');
    expect((await allowed(read('picture.txt'))).result).toContain('unsupported_media_type');
  });

  test('the data of Daybook, where the workspace holds it', async () => {
    const { body } = await service.request('POST', '/api/ai/agent/runs', { body: { task: 'x', workspaceRoot: service.dataDir } });
    expect(body).toMatchObject({ status: 400, errors: [{ path: 'workspaceRoot' }] });
    const parent = realpathSync(join(service.dataDir, '..'));
    const name = service.dataDir.slice(service.dataDir.lastIndexOf('/') + 1);
    const done = await run([read(`${name}/service.json`), read(`${name}/daybook.db`), { name: 'list_files', args: { path: name } }], {
      workspaceRoot: parent,
    });
    expect(done.calls.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    expect(done.calls[0]?.result).not.toContain(service.token());
  });
});

describe('POST /api/ai/agent/runs with workspaceRoot', () => {
  const start = (body: object, token?: string): Promise<Answer> =>
    service.request('POST', '/api/ai/agent/runs', { body: { task: 'x', ...body }, ...(token === undefined ? {} : { token }) });

  test('› 201 without the tools where there is no workspace, and 400 when they are asked for', async () => {
    await configure({ WORKSPACE_ROOT: null });
    provider.answer(says('Done.'));
    const { status, body } = await start({});
    expect([status, body.workspaceRoot, body.tools.filter((name: string) => name.endsWith('_file'))]).toEqual([201, null, []]);
    expect(await start({ tools: ['read_file'] })).toMatchObject({ status: 400, body: { errors: [{ path: 'tools' }] } });
  });

  test.each([['relative'], ['/nowhere/at/all'], ['']])('› 400 for %j', async (workspaceRoot) => {
    expect(await start({ workspaceRoot })).toMatchObject({ status: 400, body: { errors: [{ path: 'workspaceRoot' }] } });
  });

  test('a program’s token: below WORKSPACE_ROOT; elsewhere 403 without config:write; no tools without files:read', async () => {
    const tokenOf = async (...scopes: string[]): Promise<string> =>
      (await service.request('POST', '/api/tokens', { body: { name: 'P', scopes: ['ai:write', ...scopes], expiresAt: null } })).body
        .token as string;
    const reader = await tokenOf('files:read');
    provider.answer(says('Done.'));
    expect((await start({ workspaceRoot: join(root, 'docs') }, reader)).body.tools).toEqual(['search', 'list_files', 'read_file']);
    expect(await start({ workspaceRoot: outside }, reader)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    // Whether there is such a folder is not told either.
    expect((await start({ workspaceRoot: '/nowhere/at/all' }, reader)).status).toBe(403);
    expect((await start({ workspaceRoot: outside }, await tokenOf('files:read', 'config:write'))).status).toBe(201);
    expect((await start({}, await tokenOf('notes:read'))).body.tools).not.toContain('read_file');
  });

  test('another user › 403, and no tools for files', async () => {
    const token = await service.signUp('guest');
    expect(await start({ workspaceRoot: root }, token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    provider.answer(says('Done.'));
    expect((await start({}, token)).body.tools).not.toContain('read_file');
  });
});
