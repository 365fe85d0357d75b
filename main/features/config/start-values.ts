// The values that hold from one start to the next.

import { StartError } from '../../lib/app-error.ts';
import { keyFor } from './keys.ts';

type Source = 'flag' | 'environment' | 'file' | 'default';

/** A value in force and where it comes from; the value is null when nothing gives one. */
export interface FoundValue {
  readonly value: string | null;
  readonly source: Source;
}

export interface StartValues {
  /** 0 lets the system choose one. */
  readonly port: number;
  readonly frontendPort: number;
  /** Null until `Config.ensureSecret` has made one. */
  readonly jwtSecret: string | null;
  readonly nodeEnv: 'development' | 'production';
}

/** Throws a `StartError` that names the key and where its value stands, without repeating the value. */
export function startValues(file: string, find: (key: string) => FoundValue): StartValues {
  const refuse = (key: string, source: Source, message: string): StartError => {
    const flag = `--${key.toLowerCase().replaceAll('_', '-')}`;
    if (source === 'flag') return new StartError(`The flag ${flag} ${message}`);
    if (source === 'environment') return new StartError(`The environment variable ${key} ${message}; set it right or unset it`);
    return new StartError(`${key} in ${file} ${message}; correct that line or remove it`);
  };
  const checked = (key: string): string | null => {
    const { value, source } = find(key);
    const message = value === null ? null : (keyFor(key)?.check(value) ?? null);
    if (message !== null) throw refuse(key, source, message);
    return value;
  };
  const port = (key: string): number => {
    const { value, source } = find(key);
    // Tests and scripts ask for any free port; a file that is kept would make no sense of it.
    return value === '0' && (source === 'flag' || source === 'environment') ? 0 : Number(checked(key));
  };
  const ports = { port: port('PORT'), frontendPort: port('FRONTEND_PORT') };
  if (ports.port !== 0 && ports.port === ports.frontendPort) {
    const { source } = find('FRONTEND_PORT');
    throw source === 'default'
      ? refuse('PORT', find('PORT').source, 'must differ from FRONTEND_PORT')
      : refuse('FRONTEND_PORT', source, 'must differ from PORT');
  }
  // Test runners and shells set NODE_ENV to other things; that is no reason not to start.
  return { ...ports, jwtSecret: checked('JWT_SECRET'), nodeEnv: find('NODE_ENV').value === 'development' ? 'development' : 'production' };
}
