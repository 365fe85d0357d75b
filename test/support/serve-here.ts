// The program behind `npm run serve`, in the process of the tests.

import { Writable } from 'node:stream';
import { runHeadless } from '../../main/headless.ts';
import { cleanEnvironment } from './process.ts';

/**
 * What `runServe` does, in this process: exit code and output of the same program. It takes a fifth of the processor time; that a process
 * does end then is for `runServe` to show, once for each way in which a start fails.
 */
export async function runServeHere(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof written): NodeJS.WriteStream =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        written[name] += chunk.toString();
        done();
      },
    }) as unknown as NodeJS.WriteStream;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  try {
    const code = await runHeadless({
      argv,
      environment: cleanEnvironment(environment),
      output: collect('stdout'),
      errors: collect('stderr'),
    });
    return { code: code ?? null, ...written };
  } finally {
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (before[index]?.includes(listener) !== true) process.removeListener(signal, listener);
  }
}
