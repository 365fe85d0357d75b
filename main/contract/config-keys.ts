// What can be configured, told in plain data: main/features/config/keys.ts adds the checks, the README and the settings page show it.

export interface KeyTraits {
  readonly key: string;
  /** Never shown. */
  readonly secret: boolean;
  /** A change counts from the next start on. */
  readonly restart: boolean;
  /** What holds while nothing is set; null for nothing. */
  readonly default: string | null;
  /** The only values that there are; null for any that make sense. */
  readonly choices: readonly [string, ...string[]] | null;
  /** One sentence for the README and the settings page. */
  readonly help: string;
}

type Optional = 'secret' | 'restart' | 'default' | 'choices';

function knownKey<Key extends string>(
  key: Key,
  help: string,
  traits: Partial<Pick<KeyTraits, Optional>> = {},
): KeyTraits & { readonly key: Key } {
  return { key, help, secret: false, restart: false, default: null, choices: null, ...traits };
}

/** The keys of the configuration, in the order in which they are shown. */
export const keyTraits = [
  knownKey('AI_BASE_URL', 'Address of an OpenAI-compatible service, with its /v1; unset, the built-in model answers.'),
  knownKey('AI_API_KEY', 'Key for that service.', { secret: true }),
  knownKey('AI_MODEL', 'Model to ask for when a request names none.'),
  knownKey(
    'AI_PROFILE',
    'The active provider profile: `openai` puts AI_OPENAI_BASE_URL, AI_OPENAI_API_KEY and AI_OPENAI_MODEL in the place of the plain ' +
      'three; AI_API_KEY is never sent to an address that a profile names.',
  ),
  knownKey('SOLO_MODE', 'Unset or `true`, only the owner is let in; `false` lets in every user.', { choices: ['true', 'false'] }),
  knownKey('JWT_SECRET', 'Signs the access tokens (at least 32 characters); made at the first start, and changing it logs all users out.', {
    secret: true,
    restart: true,
  }),
  knownKey('JWT_EXPIRES_IN', 'How long a token lasts from the next login on, such as 7d, 12h or 3600 (seconds).', { default: '7d' }),
  knownKey('PORT', 'Where programs and the page call the service.', { restart: true, default: '8716' }),
  knownKey('FRONTEND_PORT', 'Where a browser opens the page.', { restart: true, default: '8717' }),
  knownKey('NODE_ENV', '`development` or `production`.', { restart: true, choices: ['development', 'production'] }),
  knownKey(
    'LOCAL_MODEL_PATH',
    'Absolute path of a GGUF file, or of a folder of them (the first by name, unless AI_MODEL or a request names another); counts from ' +
      'the next time a model is loaded.',
  ),
  knownKey(
    'EMBEDDING_MODEL_PATH',
    'Absolute path of a GGUF file of an embedding model, or of a folder with one; with it, questions find notes, cards and events by ' +
      'their meaning too, and nothing leaves this machine for it.',
  ),
  knownKey(
    'EMBEDDING_MODEL',
    'Embedding model of the service at AI_BASE_URL, to find records by their meaning; their texts are sent there. EMBEDDING_MODEL_PATH ' +
      'comes first.',
  ),
  knownKey('LLAMA_SERVER_PORT', 'Port of the built-in model server; counts from its next start.', { default: '8718' }),
  knownKey('TRASH_DAYS', 'How many days the trash keeps what is put into it, from 1 to 3650.', { default: '30' }),
  knownKey(
    'HISTORY_DAYS',
    'How many days the versions of a note are kept, from 1 to 3650; the newest 1,000 steps of a note are kept at any age.',
    { default: '365' },
  ),
  knownKey(
    'BACKUP_PASSPHRASE',
    'Backups are encrypted with it from now on, in the format of age. Nothing reads them without it: keep it in another place too.',
    { secret: true },
  ),
  knownKey('WORKSPACE_ROOT', 'Absolute path of the folder in which agent runs work unless told otherwise.'),
] as const;

export type KnownKey = (typeof keyTraits)[number]['key'];

/** The three keys that a provider profile overrides, and the name that each has in a profile. */
export const providerFields = ['BASE_URL', 'API_KEY', 'MODEL'] as const;

export type ProviderField = (typeof providerFields)[number];

/** What the name of a provider profile is made of. */
export const profileForm = /^[a-z0-9-]+$/;

/** `('open-ai', 'API_KEY')` → `AI_OPEN_AI_API_KEY`. */
export function profileKey(profile: string, field: ProviderField): string {
  return `AI_${profile.toUpperCase().replaceAll('-', '_')}_${field}`;
}

/** The profile and the field that a key belongs to, as it may stand in the file; null for any other name. A `_` may have been a `-`. */
export function profileOfKey(name: string): { readonly profile: string; readonly field: ProviderField } | null {
  const match = /^AI_([A-Z0-9_]+)_(BASE_URL|API_KEY|MODEL)$/.exec(name);
  if (match === null) return null;
  return { profile: (match[1] ?? '').toLowerCase().replaceAll('_', '-'), field: match[2] as ProviderField };
}
