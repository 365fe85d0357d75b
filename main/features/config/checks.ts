// What a value may be. Each check gives the message for a person, or null; none repeats the value, which may be a secret.

import { closeSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import { extname, isAbsolute, join } from 'node:path';
import ms, { type StringValue } from 'ms';
import { profileForm } from '../../contract/config-keys.ts';

export type Check = (value: string) => string | null;

const maxLength = 4096;
const secondsPerYear = 365.25 * 24 * 60 * 60;

/** Holds for every value: what no line of an environment file should carry. */
export function textFault(value: string): string | null {
  if (value.length > maxLength) return `must be at most ${maxLength} characters`;
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  if (/\p{Cc}/u.test(value)) return 'must not hold line breaks or other control characters';
  return null;
}

export const anyText: Check = () => null;

export function oneOf(...allowed: readonly string[]): Check {
  return (value) => (allowed.includes(value) ? null : `must be ${allowed.join(' or ')}`);
}

export const port: Check = (value) =>
  /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535 ? null : 'must be a port number from 1 to 65535';

export const profileName: Check = (value) => (profileForm.test(value) ? null : 'must consist of a–z, 0–9 and -');

/** Blanks around it do not count, and those within it as one: forty of them are no secret. */
export const signingSecret: Check = (value) =>
  Array.from(value.trim().replaceAll(/\s+/g, ' ')).length >= 32 ? null : 'must be at least 32 characters';

/** Seconds that a span such as `7d`, `12h` or `3600` lasts, whole and at least 1; null when it is none. A bare number counts seconds. */
export function spanSeconds(value: string): number | null {
  const milliseconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : (ms(value as StringValue) as number | undefined);
  if (milliseconds === undefined) return null;
  const seconds = Math.floor(milliseconds / 1000);
  // Beyond a century the end of a token would leave the range of dates.
  return seconds >= 1 && seconds <= 100 * secondsPerYear ? seconds : null;
}

export const span: Check = (value) =>
  spanSeconds(value) === null ? 'must be a span of time from 1 second to 100 years, such as 7d, 12h or 3600 (seconds)' : null;

/** A number of days from 1 to 3650. */
export const days: Check = (value) =>
  /^[1-9]\d{0,3}$/.test(value) && Number(value) <= 3650 ? null : 'must be a whole number from 1 to 3650';

export const httpUrl: Check = (value) => {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return 'must be an http or https URL';
  const { username, password } = new URL(value);
  // It is shown in plain, so it is no place for a password.
  return username === '' && password === '' ? null : 'must not hold a user name or password';
};

function kindOf(path: string): 'file' | 'folder' | 'other' | null {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return 'folder';
    return stat.isFile() ? 'file' : 'other';
  } catch {
    return null;
  }
}

export const existingFolder: Check = (value) => {
  if (!isAbsolute(value)) return 'must be an absolute path';
  return kindOf(value) === 'folder' ? null : 'must be an existing folder';
};

function startsLikeGguf(file: string): boolean | null {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const magic = Buffer.alloc(4);
      readSync(descriptor, magic, 0, 4, 0);
      return magic.toString('latin1') === 'GGUF';
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

function holdsModel(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => extname(name).toLowerCase() === '.gguf' && kindOf(join(folder, name)) === 'file');
  } catch {
    return false;
  }
}

export const modelPath: Check = (value) => {
  if (!isAbsolute(value)) return 'must be an absolute path';
  const kind = kindOf(value);
  if (kind === 'folder') return holdsModel(value) ? null : 'must be a folder with at least one .gguf file that can be read';
  if (kind !== 'file') return 'must be an existing GGUF file or a folder of them';
  const gguf = startsLikeGguf(value);
  if (gguf === null) return 'must be a file that can be read';
  return gguf ? null : 'must be a GGUF file; this file is of another kind';
};
