import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { parse } from 'dotenv';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textFault } from '../../../main/features/config/checks.ts';
import { Config } from '../../../main/features/config/config.ts';
import { configKeys } from '../../../main/features/config/keys.ts';
import { StartError } from '../../../main/lib/app-error.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { full } from '../../support/tiers.ts';
import { runs } from '../../support/property.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-config-'));
  file = join(folder, '.env');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const secret = 'S3cr3t-'.repeat(6);
const otherSecret = 'An0ther-'.repeat(5);

function configOf(text: string | null, environment: Record<string, string | undefined> = {}, flags: Record<string, string> = {}): Config {
  if (text !== null) writeFileSync(file, text);
  return new Config({ file, environment, flags });
}

/** As after the start of the service. */
async function started(text: string, environment: Record<string, string> = {}, flags: Record<string, string> = {}): Promise<Config> {
  const config = configOf(text, environment, flags);
  config.start();
  await config.ensureSecret();
  return config;
}

const stored = (): Record<string, string> => parse(readFileSync(file));

describe('get', () => {
  test('a flag wins over the environment, that over the file, that over the default', () => {
    expect(configOf('').get('PORT')).toBe('8716');
    expect(configOf('PORT=1').get('PORT')).toBe('1');
    expect(configOf('PORT=1', { PORT: '2' }).get('PORT')).toBe('2');
    expect(configOf('PORT=1', { PORT: '2' }, { PORT: '3' }).get('PORT')).toBe('3');
    expect(configOf('').get('AI_MODEL')).toBeNull();
  });

  test('an empty value counts as unset', () => {
    expect(configOf('PORT=1', { PORT: '' }, { PORT: '' }).get('PORT')).toBe('1');
    expect(configOf('PORT=').get('PORT')).toBe('8716');
  });

  test('names of the prototype are no values', () => {
    expect(configOf('').get('toString')).toBeNull();
    expect(configOf('').get('constructor')).toBeNull();
  });
});

describe('live values', () => {
  test('solo mode ends with a plain `false` alone, and comes back', () => {
    const config = configOf(null);
    expect(config.soloMode()).toBe(true);
    for (const [value, solo] of [
      ['false', false],
      ['true', true],
      ['False', true],
      ['0', true],
      ['"false"', false],
      ['falsey', true],
      ['', true],
    ] as const) {
      writeFileSync(file, `SOLO_MODE=${value}\n`);
      expect([value, config.soloMode()]).toEqual([value, solo]);
    }
    unlinkSync(file);
    expect(config.soloMode()).toBe(true);
    mkdirSync(file);
    expect(() => config.soloMode()).toThrow(expect.objectContaining({ code: 'unavailable' }) as Error);
  });

  test('the life of a token is in seconds; what makes no sense counts as a week', () => {
    const config = configOf(null);
    expect(config.tokenLifetime()).toBe(604_800);
    for (const [value, seconds] of [
      ['12h', 43_200],
      ['3600', 3600],
      ['-1d', 604_800],
      ['soon', 604_800],
      ['9999999y', 604_800],
    ] as const) {
      writeFileSync(file, `JWT_EXPIRES_IN=${value}\n`);
      expect([value, config.tokenLifetime()]).toEqual([value, seconds]);
    }
  });

  test('the active profile overrides what it sets', () => {
    const config = configOf(
      'AI_BASE_URL=http://plain\nAI_API_KEY=plain\nAI_MODEL=plain\nAI_MY_2ND_BASE_URL=http://second\nAI_MY_2ND_API_KEY=second\n',
    );
    expect(config.provider()).toEqual({ baseUrl: 'http://plain', apiKey: 'plain', model: 'plain', profile: null });
    writeFileSync(file, `${readFileSync(file, 'utf8')}AI_PROFILE=my-2nd\n`);
    expect(config.provider()).toEqual({ baseUrl: 'http://second', apiKey: 'second', model: 'plain', profile: 'my-2nd' });
    // The plain key belongs to the plain address: no other host gets to see it.
    writeFileSync(file, 'AI_BASE_URL=http://plain\nAI_API_KEY=plain\nAI_PROFILE=b\nAI_B_BASE_URL=http://other\n');
    expect(config.provider()).toEqual({ baseUrl: 'http://other', apiKey: null, model: null, profile: 'b' });
    writeFileSync(file, 'AI_BASE_URL=http://plain\nAI_API_KEY=plain\nAI_PROFILE=b\nAI_B_MODEL=small\n');
    expect(config.provider()).toEqual({ baseUrl: 'http://plain', apiKey: 'plain', model: 'small', profile: 'b' });
    writeFileSync(file, 'AI_MODEL=plain\nAI_PROFILE=../X\n');
    expect(config.provider()).toEqual({ baseUrl: null, apiKey: null, model: 'plain', profile: null });
    expect(configOf('AI_PROFILE=a', { AI_A_MODEL: 'from outside' }).provider().model).toBe('from outside');
  });
});

describe('start', () => {
  test('gives the values in force', () => {
    expect(configOf(null).start()).toEqual({ port: 8716, frontendPort: 8717, jwtSecret: null, nodeEnv: 'production' });
    expect(configOf(`PORT=1\nNODE_ENV=development\nJWT_SECRET=${secret}`, { FRONTEND_PORT: '2' }).start()).toEqual({
      port: 1,
      frontendPort: 2,
      jwtSecret: secret,
      nodeEnv: 'development',
    });
    expect(configOf('', { NODE_ENV: 'test' }).start().nodeEnv).toBe('production');
  });

  test('0 is a port for flags and the environment, not for the file', () => {
    expect(configOf('', { FRONTEND_PORT: '0' }, { PORT: '0' }).start()).toMatchObject({ port: 0, frontendPort: 0 });
    expect(() => configOf('PORT=0').start()).toThrow(StartError);
  });

  test.each<[string, string, Record<string, string>, Record<string, string>, RegExp]>([
    ['a port of the file', 'PORT=abc', {}, {}, /^PORT in \S+\.env must be a port number/],
    ['a port of the environment', '', { FRONTEND_PORT: '99999' }, {}, /^The environment variable FRONTEND_PORT must be a port/],
    ['a port given as flag', '', {}, { FRONTEND_PORT: '-1' }, /^The flag --frontend-port must be a port/],
    ['a secret too short', 'JWT_SECRET=short-s3cret', {}, {}, /^JWT_SECRET in \S+\.env must be at least 32/],
    ['a secret too short in the environment', '', { JWT_SECRET: 'short-s3cret' }, {}, /^The environment variable JWT_SECRET must be/],
    ['two ports that are one', 'PORT=8717', {}, {}, /^PORT in \S+\.env must differ from FRONTEND_PORT/],
    ['two ports that are one in the file', 'PORT=9\nFRONTEND_PORT=9', {}, {}, /^FRONTEND_PORT in \S+\.env must differ from PORT/],
  ])('%s is refused in one line', (_title, text, environment, flags, message) => {
    const config = configOf(text, environment, flags);
    let refusal: unknown;
    try {
      config.start();
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(StartError);
    expect((refusal as StartError).message).toMatch(message);
    expect((refusal as StartError).message).not.toMatch(/\n|short-s3/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('a file that cannot be read is refused and named', () => {
    mkdirSync(file);
    expect(() => configOf(null).start()).toThrow(/^The configuration file \S+\.env cannot be read \(EISDIR\)/);
  });

  test.each<[string, string, RegExp]>([
    ['more than 1 MB', 'A=1\n'.repeat(300_000), /is larger than 1 MB/],
    // dotenv would look through them for minutes.
    ['a hundred thousand blank lines', `A=1\n${'\n'.repeat(100_000)}B=2`, /too many blank lines/],
  ])('a file of %s is refused and named, without being parsed', (_, text, message) => {
    const start = (): unknown => configOf(text).start();
    expect(start).toThrow(StartError);
    expect(start).toThrow(message);
    expect(start).toThrow(file);
  });

  test('a write that would make the file larger than 1 MB is refused', full, async () => {
    const config = await started(`# ${'x'.repeat(1024 * 1024 - 2_000)}\n`);
    await expect(config.write({ AI_MODEL: 'x'.repeat(4_000) })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'AI_MODEL', message: expect.stringContaining('1 MB') as string }],
    });
    expect((await config.write({ AI_MODEL: 'small' })).updated).toEqual(['AI_MODEL']);
  });

  test('writes nothing', () => {
    configOf(null).start();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('ensureSecret', () => {
  test('makes 256 bits once and keeps them in the file', async () => {
    const config = configOf('# mine\n');
    config.start();
    const made = await config.ensureSecret();
    expect(Buffer.from(made, 'base64url')).toHaveLength(32);
    expect(readFileSync(file, 'utf8')).toBe(`# mine\nJWT_SECRET=${made}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(config.describe().restartRequired).toEqual([]);
    const next = configOf(null);
    expect(next.start().jwtSecret).toBe(made);
    expect(await next.ensureSecret()).toBe(made);
  });

  test('leaves alone what is set, and what the environment sets', async () => {
    const config = configOf('', { JWT_SECRET: secret });
    config.start();
    expect(await config.ensureSecret()).toBe(secret);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  test('fills in an empty one', async () => {
    const config = await started('JWT_SECRET=\n');
    expect(stored()['JWT_SECRET']).toBe(config.get('JWT_SECRET'));
  });

  test('a file that cannot be written is refused and named', async () => {
    const config = new Config({ file: join(folder, 'gone', '.env'), environment: {}, flags: {} });
    config.start();
    await expect(config.ensureSecret()).rejects.toThrow(/^The configuration file \S+\.env cannot be written \(ENOENT\)/);
  });
});

describe('describe', () => {
  test('shows every known key, then the others, with secrets masked', async () => {
    const config = await started(
      `ZEBRA=z\nAI_API_KEY=${otherSecret}\nSTRIPE_KEY=${otherSecret}\nMY_TOKEN=\nEMPTY=\nAI_X_API_KEY=${otherSecret}\nAI_X_MODEL=m\nJWT_SECRET=${secret}\n`,
    );
    const { config: shown, overridden, restartRequired } = config.describe();
    expect(Object.keys(shown)).toEqual([
      ...configKeys.map((entry) => entry.key),
      'ZEBRA',
      'STRIPE_KEY',
      'MY_TOKEN',
      'EMPTY',
      'AI_X_API_KEY',
      'AI_X_MODEL',
    ]);
    expect(shown).toMatchObject({
      ZEBRA: 'z',
      AI_API_KEY: '********',
      STRIPE_KEY: '********',
      MY_TOKEN: null,
      EMPTY: '',
      AI_X_API_KEY: '********',
      AI_X_MODEL: 'm',
      JWT_SECRET: '********',
      PORT: null,
    });
    expect({ overridden, restartRequired }).toEqual({ overridden: [], restartRequired: [] });
  });

  test('names what the environment or a flag overrides; the file shows through', async () => {
    const config = await started(
      'SOLO_MODE=false\nPORT=7000\n',
      { SOLO_MODE: 'true', AI_X_MODEL: 'm', AI_MODEL: '', PATH: '/bin', JWT_SECRET: secret },
      { PORT: '0' },
    );
    expect(config.describe()).toMatchObject({
      config: { SOLO_MODE: 'false', PORT: '7000', JWT_SECRET: null },
      overridden: ['SOLO_MODE', 'JWT_SECRET', 'PORT', 'AI_X_MODEL'],
      restartRequired: ['PORT'],
    });
  });

  test('what a loaded model was loaded with, and is no longer set, applies at the next load', async () => {
    const config = await started('LOCAL_MODEL_PATH=/models/new.gguf');
    expect(config.describe(null).appliesAtNextLoad).toEqual([]);
    expect(config.describe({ LOCAL_MODEL_PATH: '/models/old.gguf', LLAMA_SERVER_PORT: '8718' }).appliesAtNextLoad).toEqual([
      'LOCAL_MODEL_PATH',
    ]);
    expect(config.describe({ LOCAL_MODEL_PATH: '/models/new.gguf', LLAMA_SERVER_PORT: '9000' }).appliesAtNextLoad).toEqual([
      'LLAMA_SERVER_PORT',
    ]);
  });

  test('a restart is needed while the file differs from what is in force', async () => {
    const config = await started(`JWT_SECRET=${secret}\nPORT=7000\nFRONTEND_PORT=8717\n`);
    const needed = (): string[] => config.describe().restartRequired;
    expect(needed()).toEqual([]);
    await config.write({ PORT: '7001', NODE_ENV: 'development', JWT_EXPIRES_IN: '1d', SOLO_MODE: 'false', LLAMA_SERVER_PORT: '9' });
    expect(needed()).toEqual(['PORT', 'NODE_ENV']);
    await config.write({ PORT: '7000', NODE_ENV: null, FRONTEND_PORT: null });
    expect(needed()).toEqual([]);
    await config.write({ PORT: null, JWT_SECRET: null });
    expect(needed()).toEqual(['JWT_SECRET', 'PORT']);
    writeFileSync(file, `JWT_SECRET=${secret}\nPORT=7000\nFRONTEND_PORT=8717\n`);
    expect(needed()).toEqual([]);
  });
});

describe('write', () => {
  test('names what has changed and nothing else', async () => {
    const config = await started(`AI_MODEL=old\nSOLO_MODE=true\nAI_API_KEY=${otherSecret}\nJWT_SECRET=${secret}\n`);
    const {
      config: shown,
      updated,
      restartRequired,
    } = await config.write({
      AI_MODEL: 'new',
      SOLO_MODE: 'true',
      AI_API_KEY: '********',
      WORKSPACE_ROOT: null,
      AI_PROFILE: '',
      JWT_SECRET: secret,
    });
    expect({ updated, restartRequired }).toEqual({ updated: ['AI_MODEL'], restartRequired: [] });
    expect(shown).toMatchObject({ AI_MODEL: 'new', AI_API_KEY: '********' });
    expect(stored()).toEqual({ AI_MODEL: 'new', SOLO_MODE: 'true', AI_API_KEY: otherSecret, JWT_SECRET: secret });
    expect((await config.write({ AI_MODEL: '', AI_API_KEY: null })).updated).toEqual(['AI_MODEL', 'AI_API_KEY']);
    expect(stored()).toEqual({ SOLO_MODE: 'true', JWT_SECRET: secret });
  });

  test('all or nothing, every refused key named', async () => {
    const text = `# mine\nJWT_SECRET=${secret}\n`;
    const config = await started(text);
    await expect(
      config.write({ AI_MODEL: 'ok', SOLO_MODE: 'maybe', NODE_OPTIONS: '--require /evil', LD_PRELOAD: null, JWT_SECRET: 'short-s3cret' }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'SOLO_MODE' }, { path: 'NODE_OPTIONS' }, { path: 'LD_PRELOAD' }, { path: 'JWT_SECRET' }],
    });
    await expect(config.write({ AI_MODEL: 'ok', AI_API_KEY: `'"\`#` })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'AI_API_KEY' }],
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test.each<[string, Record<string, string | null>, string[]]>([
    ['', { PORT: '8717' }, ['PORT']],
    ['', { LLAMA_SERVER_PORT: '8716' }, ['LLAMA_SERVER_PORT']],
    ['', { PORT: '9', FRONTEND_PORT: '9' }, ['PORT', 'FRONTEND_PORT']],
    ['PORT=1\nFRONTEND_PORT=8716\n', { PORT: null }, ['PORT']],
    ['', { PORT: '8717', FRONTEND_PORT: '8716' }, []],
    ['PORT=1\n', { FRONTEND_PORT: '8716' }, []],
    ['PORT=9\nFRONTEND_PORT=9\n', { AI_MODEL: 'x' }, []],
    ['PORT=9\nFRONTEND_PORT=9\n', { PORT: '10' }, []],
  ])('ports differ once the change is in: %j with %j', async (text, changes, refused) => {
    const config = configOf(text);
    if (refused.length === 0) await config.write(changes);
    else await expect(config.write(changes)).rejects.toMatchObject({ errors: refused.map((path) => ({ path })) });
  });

  test('a port differs from those that the environment and flags give, also where its own is given so', async () => {
    const config = configOf('', { PORT: '31500', FRONTEND_PORT: '31501' }, { LLAMA_SERVER_PORT: '31502' });
    for (const [key, value] of [
      ['FRONTEND_PORT', '31500'],
      ['PORT', '31501'],
      ['PORT', '31502'],
    ] as const)
      await expect(config.write({ [key]: value })).rejects.toMatchObject({ errors: [{ path: key }] });
    await config.write({ FRONTEND_PORT: '31501', PORT: '31500' });
  });

  describe('a token for programs has no API key sent to another server than it was stored for', () => {
    const plain = 'AI_BASE_URL=https://api.example.com/v1\nAI_API_KEY=sk-plain\n';
    const ofProfile = 'AI_B_BASE_URL=https://b.example\nAI_B_API_KEY=sk-b\n';
    const other = 'https://other.example/v1';
    const byProgram = (config: Config, changes: Record<string, string | null>): ReturnType<Config['write']> =>
      config.write(changes, () => null, false);

    test.each<[string, string, Record<string, string | null>, string[]]>([
      ['another host', plain, { AI_BASE_URL: other }, ['AI_BASE_URL']],
      ['the mask sent back', plain, { AI_BASE_URL: other, AI_API_KEY: '********' }, ['AI_BASE_URL']],
      ['another port', plain, { AI_BASE_URL: 'https://api.example.com:8443/v1' }, ['AI_BASE_URL']],
      ['without TLS', plain, { AI_BASE_URL: 'http://api.example.com/v1' }, ['AI_BASE_URL']],
      ['the first address', 'AI_API_KEY=sk-plain\n', { AI_BASE_URL: other }, ['AI_BASE_URL']],
      ['one for a profile with a key', `${plain}AI_A_API_KEY=sk-a\n`, { AI_A_BASE_URL: other }, ['AI_A_BASE_URL']],
      ['the address of a profile gone', plain + ofProfile, { AI_B_BASE_URL: null }, ['AI_B_BASE_URL']],
    ])('refused: %s', async (_, text, changes, paths) => {
      const config = await started(text);
      await expect(byProgram(config, changes)).rejects.toMatchObject({ errors: paths.map((path) => ({ path })) });
      expect(stored()).toMatchObject(parse(text));
      // A user who is logged in decides.
      expect((await config.write(changes)).updated).toEqual(paths);
    });

    test.each<[string, string, Record<string, string | null>, string[]]>([
      ['another path', plain, { AI_BASE_URL: 'https://API.example.com:443/v2' }, ['AI_BASE_URL']],
      ['none', plain, { AI_BASE_URL: null }, ['AI_BASE_URL']],
      ['another host with its key', plain, { AI_BASE_URL: other, AI_API_KEY: 'sk-new' }, ['AI_BASE_URL', 'AI_API_KEY']],
      ['another host without a key', plain, { AI_BASE_URL: other, AI_API_KEY: null }, ['AI_BASE_URL', 'AI_API_KEY']],
      ['a profile without a key', plain, { AI_X_BASE_URL: other }, ['AI_X_BASE_URL']],
    ])('taken: %s', async (_, text, changes, updated) => {
      expect((await byProgram(await started(text), changes)).updated).toEqual(updated);
    });

    test('nor one of the environment, which a key in the file does not replace', async () => {
      const config = await started('AI_BASE_URL=https://api.example.com/v1\n', { AI_API_KEY: 'sk-outside' });
      for (const changes of [{ AI_BASE_URL: other }, { AI_BASE_URL: other, AI_API_KEY: 'sk-mine' }])
        await expect(byProgram(config, changes)).rejects.toMatchObject({
          errors: [{ path: 'AI_BASE_URL', message: expect.stringContaining('AI_API_KEY') as string }],
        });
    });

    test('nor where the environment gives the address now: the next start may be without it', async () => {
      const config = await started('AI_API_KEY=sk-plain\n', { AI_BASE_URL: 'https://api.example.com/v1' });
      await expect(byProgram(config, { AI_BASE_URL: other })).rejects.toMatchObject({ errors: [{ path: 'AI_BASE_URL' }] });
      expect((await byProgram(config, { AI_BASE_URL: 'https://api.example.com/v2' })).updated).toEqual(['AI_BASE_URL']);
    });
  });

  test('an address of Daybook itself is none of a provider; other ports and other machines are', async () => {
    const config = await started('AI_MODEL=m\n');
    config.listensOn([8716, 8717]);
    for (const [path, value] of [
      ['AI_BASE_URL', 'http://localhost:8716/api/ai/v1'],
      ['AI_BASE_URL', 'http://127.0.0.1:8717'],
      ['AI_X_BASE_URL', 'http://[::1]:8716/v1'],
    ] as const)
      await expect(config.write({ [path]: value })).rejects.toMatchObject({
        errors: [{ path, message: 'must be the address of another service, not of Daybook itself' }],
      });
    for (const value of ['http://localhost:11434/v1', 'https://localhost:8716/v1', 'http://192.168.1.2:8716/v1'])
      expect((await config.write({ AI_BASE_URL: value, AI_MODEL: 'http://localhost:8716' })).updated).toContain('AI_BASE_URL');
  });

  test('whatever is written is read back, by dotenv and by get', async () => {
    const config = configOf('# head\r\nAI_MODEL="old"   # tail\r\n\r\nOTHER=1');
    const unit = fc.constantFrom("'", '"', '`', '#', '$', '\\', 'n', ' ', '=', 'a', 'é', '😀', '\u00A0');
    const value = fc
      .oneof(fc.string({ unit, minLength: 1, maxLength: 10 }), fc.string({ unit: anyCharacter, minLength: 1 }))
      .filter((text) => textFault(text) === null);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('AI_MODEL', 'AI_API_KEY', 'AI_X_MODEL'), value, async (key, sent) => {
        const before = readFileSync(file, 'utf8');
        try {
          await config.write({ [key]: sent });
        } catch (error) {
          expect(error).toMatchObject({ code: 'validation_failed', errors: [{ path: key }] });
          expect(readFileSync(file, 'utf8')).toBe(before);
          return;
        }
        expect(stored()[key]).toBe(sent === '********' && key === 'AI_API_KEY' ? stored()[key] : sent);
        expect(config.get(key)).toBe(stored()[key]);
        expect(readFileSync(file, 'utf8')).toMatch(/^# head\r\n[^]*   # tail\r\n\r\nOTHER=1(?:\r\n|$)/);
      }),
      runs(40, 60),
    );
  });
});

describe('secrets', () => {
  test('lists the known, those of profiles, and what looks like one', async () => {
    const config = await started(`STRIPE_KEY=1\nAI_X_API_KEY=2\nAI_X_MODEL=3\nZEBRA=4\nMY_TOKEN=\n`, {
      AI_API_KEY: 'outside',
      AI_Y_API_KEY: 'outside',
    });
    expect(config.secrets().secrets).toEqual([
      { key: 'AI_API_KEY', isSet: true, restartRequired: false },
      { key: 'JWT_SECRET', isSet: true, restartRequired: false },
      { key: 'BACKUP_PASSPHRASE', isSet: false, restartRequired: false },
      { key: 'STRIPE_KEY', isSet: true, restartRequired: false },
      { key: 'AI_X_API_KEY', isSet: true, restartRequired: false },
      { key: 'MY_TOKEN', isSet: false, restartRequired: false },
      { key: 'AI_Y_API_KEY', isSet: true, restartRequired: false },
    ]);
  });

  test('are written one at a time', async () => {
    const config = await started('');
    expect(await config.writeSecret('AI_API_KEY', ' a#b ')).toEqual({
      secret: { key: 'AI_API_KEY', isSet: true, restartRequired: false },
      changed: true,
    });
    expect(stored()['AI_API_KEY']).toBe(' a#b ');
    expect((await config.writeSecret('AI_API_KEY', '********')).changed).toBe(false);
    expect(stored()['AI_API_KEY']).toBe(' a#b ');
    expect(await config.writeSecret('AI_API_KEY', '')).toMatchObject({ secret: { isSet: false }, changed: true });
    expect(await config.writeSecret('AI_NEW_ONE_API_KEY', 'x')).toMatchObject({ secret: { isSet: true } });
    expect(await config.writeSecret('JWT_SECRET', otherSecret)).toMatchObject({ secret: { isSet: true, restartRequired: true } });
    await expect(config.writeSecret('STRIPE_KEY', 'x')).rejects.toMatchObject({ errors: [{ path: 'key' }] });
    await expect(config.writeSecret('AI_MODEL', 'x')).rejects.toMatchObject({ errors: [{ path: 'key' }] });
    await expect(config.writeSecret('JWT_SECRET', 'short-s3cret')).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'value' }],
      message: expect.stringMatching(/^value must/),
    });
  });

  test('never show, in answers or in errors', async () => {
    // Of one kind each, so that any eight characters of them are telling.
    const values = {
      AI_API_KEY: 'kq7Zp2Wm9Xv4Lt8Rb3Nc',
      JWT_SECRET: 'hD5sYf6Gj1Ku0Eo_Ti-Ma2Qw3Er4Ty5Ui6',
      STRIPE_KEY: 'vB8nM7cX6zL5kJ4hG3fD',
      AI_X_API_KEY: 'pO9iU8yT7rE6wQ5aS4dF',
    };
    const config = await started(
      Object.entries(values)
        .map((pair) => pair.join('='))
        .join('\n'),
    );
    const outcomes: unknown[] = [config.describe(), config.secrets()];
    const refused = { AI_API_KEY: 'rF5tG6yH7uJ8\n', JWT_SECRET: 'zA1xS2cD3vF4', AI_X_API_KEY: `mN6bV5cX4zL3'"\`#` };
    for (const [key, value] of Object.entries(refused)) {
      outcomes.push(
        await config.write({ [key]: value }).catch((error: unknown) => error),
        await config.writeSecret(key, value).catch((error: unknown) => error),
      );
    }
    outcomes.push(
      await config.write({ AI_API_KEY: 'eD3rF4tG5yH6uJ7' }),
      await config.writeSecret('JWT_SECRET', 'wS2eD3rF4tG5yH6uJ7iK8oL9pZ0xC1vB2'),
    );
    const text =
      outcomes.map((outcome) => inspect(outcome, { depth: 10, showHidden: true })).join('\n') +
      outcomes.map((outcome) => JSON.stringify(outcome)).join('\n');
    const all = [...Object.values(values), ...Object.values(refused), 'eD3rF4tG5yH6uJ7', 'wS2eD3rF4tG5yH6uJ7iK8oL9pZ0xC1vB2'];
    for (const value of all) for (let at = 0; at + 8 <= value.length; at++) expect(text).not.toContain(value.slice(at, at + 8));
    expect(text).toContain('validation_failed');
  });
});
