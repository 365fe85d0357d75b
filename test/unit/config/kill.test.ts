import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { Config } from '../../../main/features/config/config.ts';
import { full } from '../../support/tiers.ts';
import { times } from '../../support/property.ts';

const preload = new URL('kill-at-write.ts', import.meta.url).href;

interface Midst {
  readonly at: 'content' | 'rename';
  readonly write: number;
}

/**
 * Runs the writer from `round` on, kills it at some moment after its first answer, or in the midst of one of its writes, and gives the last
 * answered round.
 */
async function writeAndKill(file: string, round: number, midst: Midst | null): Promise<number> {
  const before = midst === null ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...before, join(import.meta.dirname, 'write-loop.ts'), file, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(midst === null ? {} : { KILL_AT: midst.at, KILL_AT_WRITE: String(midst.write) }) },
  });
  let answered = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answered += text;
  });
  const closed = new Promise((resolve) => {
    child.once('close', resolve);
  });
  await new Promise((resolve) => {
    child.stdout.once('data', resolve);
  });
  if (midst === null) {
    await delay(Math.random() * 25);
    child.kill('SIGKILL');
  }
  await closed;
  return Number(answered.trimEnd().split('\n').at(-1));
}

test('a write that is killed leaves the old or the new file, and no answered write is lost', full, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-kill-'));
  try {
    const file = join(folder, '.env');
    const filler = `# ${'kept '.repeat(2000)}\r\nOTHER="1\n2" # tail\n`;
    writeFileSync(file, filler);
    let round = 0;
    let leftovers = 0;
    // By turns at any moment, with half of a file written, and before it is put in place; both leave a temporary file.
    for (let kill = 0; kill < times(6, 60); kill++) {
      const at = ([null, 'content', 'rename'] as const)[kill % 3] ?? null;
      const answered = await writeAndKill(file, round, at === null ? null : { at, write: 2 + kill });
      leftovers += readdirSync(folder).length - 1;
      const text = readFileSync(file, 'utf8');
      const { AI_MODEL: model = '', AI_X_MODEL: twin, OTHER: other } = parse(text);
      const written = Number(twin);
      expect([answered, answered + 1]).toContain(written);
      expect(model).toBe(`${written}#${'x'.repeat(written % 4000)}`);
      expect(other).toBe('1\n2');
      expect(text.startsWith(filler)).toBe(true);
      round = written + 1;
      const next = new Config({ file, environment: {}, flags: {} });
      next.start();
      await next.ensureSecret();
      expect(readdirSync(folder)).toEqual(['.env']);
    }
    expect(leftovers).toBeGreaterThanOrEqual(times(4, 40));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
