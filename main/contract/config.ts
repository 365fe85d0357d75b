import { z } from 'zod';
import { keyTraits } from './config-keys.ts';
import { route } from './route.ts';

/** What stands for a secret that is set. Always the same: neither length nor beginning shows. Sent back, it means "unchanged". */
export const secretMask = '********';

const Values = z.record(z.string(), z.string().nullable()).meta({
  description: `What the file says: every known key, then the others in it. null where it says nothing, ${secretMask} for a secret`,
  example: { AI_BASE_URL: 'https://api.example.com/v1', AI_API_KEY: secretMask, SOLO_MODE: 'true' },
});

const RestartRequired = z.array(z.string()).meta({ description: 'Keys whose value in the file is not the one in force since the start' });

const AppliesAtNextLoad = z
  .array(z.string())
  .meta({ description: 'Keys that count only when a model is loaded the next time: the one that is loaded was loaded with other values' });

const Value = z
  .string('must be a string or null')
  .nullable()
  .meta({ description: `null or "" removes; ${secretMask} leaves a secret unchanged` });

/** A JSON object of keys and values. `__proto__` is refused by hand: records drop it, and nothing may be dropped in silence. */
const ConfigChanges = z
  .preprocess(
    (sent, context) => {
      if (typeof sent === 'object' && sent !== null && Object.hasOwn(sent, '__proto__')) {
        context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is not a known key', input: sent });
      }
      return sent;
    },
    z
      .record(z.string(), Value, 'must be an object of keys and values')
      .refine((changes) => Object.keys(changes).length > 0, 'must name at least one key'),
  )
  .meta({ minProperties: 1, example: { AI_MODEL: 'small', JWT_EXPIRES_IN: '12h' } });

/** The names of the keys that hold secrets, as JSON Schema has patterns. */
const secretKeys = `^(?:${keyTraits
  .filter(({ secret }) => secret)
  .map(({ key }) => key)
  .join('|')}|AI_[A-Z0-9_]+_API_KEY)$`;

const SecretChange = z.strictObject({
  key: z
    .string('must be a string')
    .meta({ description: 'A key that holds a secret, also of a provider profile', pattern: secretKeys, example: 'AI_API_KEY' }),
  value: Value,
});

export const Secret = z
  .object({
    key: z.string(),
    isSet: z.boolean().meta({ description: 'The file or the environment gives it a value' }),
    restartRequired: z.boolean(),
  })
  .meta({ id: 'Secret', description: 'The name of a secret; its value is never shown' });

export type Secret = z.infer<typeof Secret>;

export const configApi = {
  readConfig: route('readConfig', {
    access: 'owner',
    scope: 'config:read',
    tag: 'Configuration',
    summary: 'Read the configuration',
    description: 'Shows what the `.env` file in the data directory says; defaults are not filled in. An edit made by hand shows at once.',
    status: 200,
    reply: z.object({
      config: Values,
      restartRequired: RestartRequired,
      appliesAtNextLoad: AppliesAtNextLoad,
      error: z
        .string()
        .nullable()
        .meta({ description: 'Why the file cannot be read now, such as its size; the values read before it stay in force' }),
      overridden: z.array(z.string()).meta({ description: 'Keys for which the environment or a flag wins over the file' }),
    }),
  }),
  writeConfig: route('writeConfig', {
    access: 'owner',
    scope: 'config:write',
    tag: 'Configuration',
    summary: 'Write some of the configuration',
    description:
      'All or nothing. Keys that are not named keep their value, and every other line of the file stays as it is. ' +
      'Only known keys can be written, and `AI_<PROFILE>_BASE_URL`, `AI_<PROFILE>_API_KEY`, `AI_<PROFILE>_MODEL` for provider profiles. ' +
      'A token for programs sets no `JWT_SECRET`: 403; and no address that would have a stored API key sent to another server, unless it ' +
      'sets the key as well: 400.',
    body: ConfigChanges,
    status: 200,
    reply: z.object({
      config: Values,
      updated: z.array(z.string()).meta({ description: 'Keys whose stored value has changed' }),
      restartRequired: RestartRequired,
      appliesAtNextLoad: AppliesAtNextLoad,
    }),
  }),
  listSecrets: route('listSecrets', {
    access: 'owner',
    scope: 'config:read',
    tag: 'Configuration',
    summary: 'List the names of the secrets',
    status: 200,
    reply: z.object({ secrets: z.array(Secret) }),
  }),
  writeSecret: route('writeSecret', {
    access: 'owner',
    scope: 'config:write',
    tag: 'Configuration',
    summary: 'Write one secret',
    body: SecretChange,
    status: 200,
    reply: Secret,
  }),
} as const;
