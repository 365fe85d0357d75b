import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allRoutes } from '../../support/routes.ts';

const root = join(import.meta.dirname, '../../..');
const creating = new Set(allRoutes.filter(({ creates }) => creates === true).map(({ name }): string => name));

/** The arguments of the call that begins before `from`. */
function argumentsAt(text: string, from: number): string {
  let depth = 1;
  let to = from;
  for (; depth > 0 && to < text.length; to += 1) depth += text[to] === '(' ? 1 : text[to] === ')' ? -1 : 0;
  return text.slice(from, to);
}

test('each request of the page that creates something has an Idempotency-Key', () => {
  const calls = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/\.(?:call|upload)\(\s*(?=routes\.(\w+))/g)]
      .filter(([, name = '']) => creating.has(name))
      .map(({ 0: begin, 1: name, index }) => ({ at: `${file} ${name}`, sent: argumentsAt(text, index + begin.length) }));
  });
  expect(calls.length).toBeGreaterThan(25);
  expect(calls.filter(({ sent }) => !sent.includes('idempotencyKey')).map(({ at }) => at)).toEqual([]);
});
