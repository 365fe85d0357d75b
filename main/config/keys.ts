// The table of everything that can be configured. Validation, the README and the settings page are made from it.

import { anyText, existingFolder, httpUrl, modelPath, oneOf, port, profileName, signingSecret, span, textFault, type Check } from './checks.ts';

export interface ConfigKey {
  readonly key: string;
  /** Never shown. */
  readonly secret: boolean;
  /** A change counts from the next start on. */
  readonly restart: boolean;
  /** What holds while nothing is set; null for nothing. */
  readonly default: string | null;
  /** One sentence for the README and the settings page. */
  readonly help: string;
  /** What is wrong with a value, without repeating it; null when it may be set. May look at the file system. */
  check(value: string): string | null;
}

interface Traits {
  readonly secret?: true;
  readonly restart?: true;
  readonly default?: string;
}

function known(key: string, help: string, check: Check, traits: Traits = {}): ConfigKey {
  return {
    key,
    help,
    secret: traits.secret ?? false,
    restart: traits.restart ?? false,
    default: traits.default ?? null,
    check: (value) => textFault(value) ?? check(value),
  };
}

export const configKeys: readonly ConfigKey[] = [
  known('AI_BASE_URL', 'Address of an OpenAI-compatible service, with its /v1; unset, the built-in model answers.', httpUrl),
  known('AI_API_KEY', 'Key for that service.', anyText, { secret: true }),
  known('AI_MODEL', 'Model to ask for when a request names none.', anyText),
  known('AI_PROFILE', 'The active provider profile: `openai` puts AI_OPENAI_BASE_URL, AI_OPENAI_API_KEY and AI_OPENAI_MODEL in the place of the plain three.', profileName),
  known('SOLO_MODE', 'Unset or `true`, only the owner is let in; `false` lets in every user.', oneOf('true', 'false')),
  known('JWT_SECRET', 'Signs the access tokens (at least 32 characters); made at the first start, and changing it logs everybody out.', signingSecret, { secret: true, restart: true }),
  known('JWT_EXPIRES_IN', 'How long a token lasts from the next login on, such as 7d, 12h or 3600 (seconds).', span, { default: '7d' }),
  known('PORT', 'Port of the service.', port, { restart: true, default: '8716' }),
  known('FRONTEND_PORT', 'Port of the frontend.', port, { restart: true, default: '8717' }),
  known('NODE_ENV', '`development` or `production`.', oneOf('development', 'production'), { restart: true }),
  known('LOCAL_MODEL_PATH', 'Absolute path of a GGUF file, or of a folder of them; counts from the next time a model is loaded.', modelPath),
  known('LLAMA_SERVER_PORT', 'Port of the built-in model server; counts from its next start.', port, { default: '8718' }),
  known('WORKSPACE_ROOT', 'Absolute path of the folder in which agent runs work unless told otherwise.', existingFolder),
];

const byName: ReadonlyMap<string, ConfigKey> = new Map(configKeys.map((entry) => [entry.key, entry]));

/** The keys that share the machine's ports, and so must differ. */
export const portKeys: readonly string[] = ['PORT', 'FRONTEND_PORT', 'LLAMA_SERVER_PORT'];

/** The three keys that a provider profile overrides, and the name that each has in a profile. */
export type ProviderField = 'BASE_URL' | 'API_KEY' | 'MODEL';

/** `('open-ai', 'API_KEY')` → `AI_OPEN_AI_API_KEY`. */
export function profileKey(profile: string, field: ProviderField): string {
  return `AI_${profile.toUpperCase().replaceAll('-', '_')}_${field}`;
}

function profileKeyFor(name: string): ConfigKey | null {
  const match = /^AI_([A-Z0-9_]+)_(BASE_URL|API_KEY|MODEL)$/.exec(name);
  const plain = byName.get(`AI_${match?.[2] ?? ''}`);
  if (match === null || plain === undefined) return null;
  return { ...plain, key: name, help: `${plain.key} of a provider profile.` };
}

/** The entry of a known key or of a provider profile's; null for any other name. */
export function keyFor(name: string): ConfigKey | null {
  return byName.get(name) ?? profileKeyFor(name);
}

/** Whether a key that Daybook does not know is taken for a secret because of its name. */
export function looksSecret(name: string): boolean {
  return /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL/i.test(name);
}

/** Whether the value of this key, known or not, must never be shown. */
export function isSecret(name: string): boolean {
  return keyFor(name)?.secret ?? looksSecret(name);
}
