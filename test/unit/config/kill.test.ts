import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { Config } from '../../../main/features/config/config.ts';
import { times } from '../../support/property.ts';

const preload = new URL('kill-at-write.ts', import.meta.url).href;

/**
 * Runs the writer from `round` on, kills it at some moment after its first answer, or in the midst of its write of the number `write`, and
 * gives the last answered round.
 */
async function writeAndKill(file: string, round: number, write: number | null): Promise<number> {
  const before = write === null ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...before, join(import.meta.dirname, 'write-loop.ts'), file, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KILL_AT_WRITE: String(write) },
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
  if (write === null) {
    await delay(Math.random() * 25);
    child.kill('SIGKILL');
  }
  await closed;
  return Number(answered.trimEnd().split('\n').at(-1));
}

test('a write that is killed leaves the old or the new file, and no answered write is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-kill-'));
  try {
    const file = join(folder, '.env');
    const filler = `# ${'kept '.repeat(2000)}\r\nOTHER="1\n2" # tail\n`;
    writeFileSync(file, filler);
    let round = 0;
    let leftovers = 0;
    // Every third in the midst of a write, which its temporary file tells.
    for (let kill = 0; kill < times(6, 60); kill++) {
      const answered = await writeAndKill(file, round, kill % 3 === 2 ? 2 + kill : null);
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
    expect(leftovers).toBeGreaterThanOrEqual(times(2, 20));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
