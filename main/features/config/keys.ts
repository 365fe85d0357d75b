// Everything that can be configured: the table of the contract, and with it what each value may be.

import { keyTraits, profileOfKey, type KeyTraits, type KnownKey } from '../../contract/config-keys.ts';
import {
  anyText,
  days,
  existingFolder,
  httpUrl,
  modelPath,
  oneOf,
  port,
  profileName,
  signingSecret,
  span,
  textFault,
  type Check,
} from './checks.ts';

export interface ConfigKey extends KeyTraits {
  /** What is wrong with a value, without repeating it; null when it may be set. May look at the file system. */
  check(value: string): string | null;
}

/** Of the keys that neither take any text nor have a few choices. */
const checks: Readonly<Partial<Record<KnownKey, Check>>> = {
  AI_BASE_URL: httpUrl,
  AI_PROFILE: profileName,
  JWT_SECRET: signingSecret,
  JWT_EXPIRES_IN: span,
  PORT: port,
  FRONTEND_PORT: port,
  LOCAL_MODEL_PATH: modelPath,
  EMBEDDING_MODEL_PATH: modelPath,
  LLAMA_SERVER_PORT: port,
  TRASH_DAYS: days,
  HISTORY_DAYS: days,
  WORKSPACE_ROOT: existingFolder,
};

export const configKeys: readonly ConfigKey[] = keyTraits.map((traits): ConfigKey => {
  const check = traits.choices === null ? (checks[traits.key] ?? anyText) : oneOf(...traits.choices);
  return { ...traits, check: (value) => textFault(value) ?? check(value) };
});

const byName: ReadonlyMap<string, ConfigKey> = new Map(configKeys.map((entry) => [entry.key, entry]));

/** The keys that share the machine's ports, and so must differ. */
export const portKeys: readonly string[] = ['PORT', 'FRONTEND_PORT', 'LLAMA_SERVER_PORT'];

function profileKeyFor(name: string): ConfigKey | null {
  const field = profileOfKey(name)?.field;
  const plain = field === undefined ? undefined : byName.get(`AI_${field}`);
  return plain === undefined ? null : { ...plain, key: name, help: `${plain.key} of a provider profile.` };
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
