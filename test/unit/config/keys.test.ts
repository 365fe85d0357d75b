import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spanSeconds } from '../../../main/features/config/checks.ts';
import { configKeys, isSecret, keyFor, looksSecret } from '../../../main/features/config/keys.ts';
import { profileKey, profileOfKey } from '../../../main/contract/config-keys.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-keys-'));
  for (const name of ['empty', 'models', 'models/deep.gguf']) mkdirSync(at(name));
  writeFileSync(at('model.gguf'), 'GGUF\x03\0\0\0');
  writeFileSync(at('models/a.GGUF'), 'GGUF\x03\0\0\0');
  writeFileSync(at('text.gguf'), 'this is text');
  writeFileSync(at('short.gguf'), 'GG');
  writeFileSync(at('secret.gguf'), 'GGUF');
  chmodSync(at('secret.gguf'), 0);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fits: Record<string, readonly string[]> = {
  AI_BASE_URL: ['http://localhost:11434/v1', 'https://api.example.com/v1', 'HTTPS://Example.com', 'http://[::1]:8080'],
  AI_API_KEY: ['x', ' sk-#"\'$`\\ ', 'ключ'],
  AI_MODEL: ['llama 3.2:1b # q4', '模型'],
  AI_PROFILE: ['openai', 'my-2nd', '0'],
  SOLO_MODE: ['true', 'false'],
  JWT_SECRET: ['x'.repeat(32), '😀'.repeat(32), 'correct horse battery staple, twice'],
  JWT_EXPIRES_IN: ['7d', '12h', '3600', '1s', '7 days', '1.5h', '1', '1y'],
  PORT: ['1', '8716', '65535'],
  FRONTEND_PORT: ['80'],
  LLAMA_SERVER_PORT: ['8718'],
  TRASH_DAYS: ['1', '30', '3650'],
  HISTORY_DAYS: ['1', '365', '3650'],
  NODE_ENV: ['development', 'production'],
  BACKUP_PASSPHRASE: ['correct horse battery staple', 'ключ', ' a '],
  WORKSPACE_ROOT: ['/', '<empty>'],
  LOCAL_MODEL_PATH: ['<model.gguf>', '<models>'],
  EMBEDDING_MODEL_PATH: ['<model.gguf>', '<models>'],
  EMBEDDING_MODEL: ['text-embedding-3-small', '模型'],
};

const everywhereWrong = ['a\0b', 'a\nb', 'a\rb', 'a\tb', 'a\u007Fb', 'a\u0085b', '\uD800', 'x'.repeat(4097)];
const wrong: Record<string, readonly string[]> = {
  AI_BASE_URL: [
    'localhost:1',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http:example.com',
    'http://',
    ' http://a',
    'http://a b',
    'https://user:pass@example.com',
    'https://key@example.com',
  ],
  AI_API_KEY: [],
  AI_MODEL: [],
  AI_PROFILE: ['OpenAI', 'a_b', 'a b', 'ü', '../x'],
  SOLO_MODE: ['TRUE', 'False', '0', 'yes', ' true'],
  JWT_SECRET: ['x'.repeat(31), '😀'.repeat(31), ' '.repeat(40), `x${' '.repeat(40)}y`, '\u00A0'.repeat(40)],
  JWT_EXPIRES_IN: [
    '0',
    '0d',
    '-1d',
    '-5',
    '7x',
    'd',
    'forever',
    '500ms',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '101y',
    '9999999999999',
    '7d 3h',
  ],
  PORT: ['0', '65536', '-1', '8716.5', '08716', '0x50', '1e3', 'abc', ' 80', '+80', '８７１６'],
  FRONTEND_PORT: ['0', '99999'],
  LLAMA_SERVER_PORT: ['0', '70000'],
  TRASH_DAYS: ['0', '3651', '-1', '1.5', '030', 'a week'],
  HISTORY_DAYS: ['0', '3651', '-1', '1.5', '030', 'a year'],
  NODE_ENV: ['test', 'Production', 'staging'],
  BACKUP_PASSPHRASE: [],
  WORKSPACE_ROOT: ['relative', './x', '~', '<nothing>', '<model.gguf>'],
  LOCAL_MODEL_PATH: ['model.gguf', '<nothing.gguf>', '<text.gguf>', '<short.gguf>', '<empty>', '/dev/zero', '/dev/stdin'],
  EMBEDDING_MODEL_PATH: ['model.gguf', '<nothing.gguf>', '<text.gguf>'],
  EMBEDDING_MODEL: [],
};

const filled = (value: string): string => value.replace(/^<(.*)>$/, (_all, name: string) => at(name));

describe.each(configKeys.map((entry) => [entry.key, entry] as const))('%s', (key, entry) => {
  test('takes what fits', () => {
    for (const value of fits[key] ?? []) expect([value, entry.check(filled(value))]).toEqual([value, null]);
    expect(fits[key]).not.toEqual([]);
  });

  test('refuses the rest, without repeating it', () => {
    for (const sample of [...(wrong[key] ?? []), ...everywhereWrong]) {
      const value = filled(sample);
      const message = entry.check(value);
      expect([value, message]).toEqual([value, expect.stringMatching(/^must /)]);
      if (value.length > 7) expect(message).not.toContain(value.slice(0, 8));
    }
  });

  test('has a sentence of help, and a default that fits', () => {
    expect(entry.help).toMatch(/^\S.{10,}\.$/);
    if (entry.default !== null) expect(entry.check(entry.default)).toBeNull();
  });
});

test('a model that may not be read is refused', (context) => {
  context.skip(process.getuid?.() === 0, 'root may read and write anything');
  expect(keyFor('LOCAL_MODEL_PATH')?.check(at('secret.gguf'))).toMatch(/read/);
});

test('the table says what the interface promises', () => {
  expect(configKeys.map(({ key }) => key)).toEqual([
    'AI_BASE_URL',
    'AI_API_KEY',
    'AI_MODEL',
    'AI_PROFILE',
    'SOLO_MODE',
    'JWT_SECRET',
    'JWT_EXPIRES_IN',
    'PORT',
    'FRONTEND_PORT',
    'NODE_ENV',
    'LOCAL_MODEL_PATH',
    'EMBEDDING_MODEL_PATH',
    'EMBEDDING_MODEL',
    'LLAMA_SERVER_PORT',
    'TRASH_DAYS',
    'HISTORY_DAYS',
    'BACKUP_PASSPHRASE',
    'WORKSPACE_ROOT',
  ]);
  expect(configKeys.filter(({ secret }) => secret).map(({ key }) => key)).toEqual(['AI_API_KEY', 'JWT_SECRET', 'BACKUP_PASSPHRASE']);
  expect(configKeys.filter(({ restart }) => restart).map(({ key }) => key)).toEqual(['JWT_SECRET', 'PORT', 'FRONTEND_PORT', 'NODE_ENV']);
  expect(configKeys.flatMap((entry) => (entry.default === null ? [] : [[entry.key, entry.default]]))).toEqual([
    ['JWT_EXPIRES_IN', '7d'],
    ['PORT', '8716'],
    ['FRONTEND_PORT', '8717'],
    ['LLAMA_SERVER_PORT', '8718'],
    ['TRASH_DAYS', '30'],
    ['HISTORY_DAYS', '365'],
  ]);
});

test('a profile has its own three keys', () => {
  expect(profileKey('open-ai', 'API_KEY')).toBe('AI_OPEN_AI_API_KEY');
  expect(keyFor('AI_OPEN_AI_API_KEY')).toMatchObject({ key: 'AI_OPEN_AI_API_KEY', secret: true, restart: false });
  expect(profileOfKey('AI_OPEN_AI_API_KEY')).toEqual({ profile: 'open-ai', field: 'API_KEY' });
  expect(profileOfKey('AI_MODEL')).toBeNull();
  expect(keyFor('AI_X_MODEL')?.secret).toBe(false);
  expect(keyFor('AI_X_BASE_URL')?.check('nonsense')).toMatch(/^must/);
  for (const name of [
    'AI__MODEL',
    'AI_x_MODEL',
    'AI_X_PORT',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'PATH',
    'port',
    '',
    '__proto__',
    'constructor',
    'AI_',
  ])
    expect([name, keyFor(name)]).toEqual([name, null]);
});

test('a name gives an unknown secret away', () => {
  for (const name of ['STRIPE_KEY', 'my_secret', 'GITHUB_TOKEN', 'DbPassword', 'AWS_CREDENTIALS'])
    expect([name, looksSecret(name)]).toEqual([name, true]);
  for (const name of ['EDITOR', 'TZ']) expect(looksSecret(name)).toBe(false);
  expect(isSecret('AI_MODEL')).toBe(false);
  // What is known to be none is none, whatever the name.
  expect(isSecret('AI_TOKENS_MODEL')).toBe(false);
});

test('spans are whole seconds', () => {
  expect(['7d', '12h', '3600', '90m', '1.5', '1500ms'].map(spanSeconds)).toEqual([604_800, 43_200, 3600, 5400, 1, 1]);
});
