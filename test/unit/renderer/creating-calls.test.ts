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

/** Whether a batch does nothing but read. */
const isReading = (sent: string): boolean => sent.includes("method: 'GET'") && !/method: '(?!GET)/.test(sent);

test('each request of the page that creates something has an Idempotency-Key', () => {
  const calls = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/\.(?:call|upload)\(\s*(?=routes\.(\w+))/g)]
      .filter(([, name = '']) => creating.has(name))
      .map(({ 0: begin, 1: name, index }) => ({ at: `${file} ${name}`, sent: argumentsAt(text, index + begin.length) }));
  });
  expect(calls.length).toBeGreaterThan(25);
  expect(calls.filter(({ sent }) => !sent.includes('idempotencyKey') && !isReading(sent)).map(({ at }) => at)).toEqual([]);
});

/** What an option, a field or a constant is set to, from `from` on. */
function expressionAt(text: string, from: number): string {
  let depth = 0;
  let to = from;
  for (; to < text.length; to += 1) {
    const sign = text.charAt(to);
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (depth < 0 || (depth === 0 && ',;'.includes(sign))) break;
  }
  return text.slice(from, to);
}

/** The work that draws its key itself: tried again, it would create a second record. */
function drawingKeys(text: string): string[] {
  return [...text.matchAll(/\b(?:mutationFn|send|make) ?[:=](?!=)/g)]
    .map(({ 0: begin, index }) => expressionAt(text, index + begin.length))
    .filter((work) => /idempotencyKey: crypto\.randomUUID\(\)/.test(work));
}

test('what is tried again has the key of its first attempt', () => {
  const files = globSync('renderer/**/*.{ts,tsx}', { cwd: root });
  expect(files.filter((file) => drawingKeys(readFileSync(join(root, file), 'utf8')).length > 0)).toEqual([]);
});

test.each([
  ['mutationFn: ({ id, body }: Asked) => client.call(routes.createCard, { body, idempotencyKey: crypto.randomUUID() }),', 1],
  ['const send = async () => { await client.call(routes.createCard, { body, idempotencyKey: crypto.randomUUID() }); };', 1],
  ['mutationFn: ({ key }: Keyed) => client.call(routes.createCard, { body, idempotencyKey: key }), x: crypto.randomUUID()', 0],
  ['const key = crypto.randomUUID(); const send = () => client.call(routes.createCard, { idempotencyKey: key });', 0],
])('a key that is drawn for each attempt is seen in %s: %i', (text, count) => {
  expect(drawingKeys(text)).toHaveLength(count);
});
