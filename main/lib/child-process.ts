// Starts processes of the service's own, such as that of a model: child processes of plain Node. The desktop app has a way of its own.

import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** What a child of Node and a utility process of Electron have in common. Messages are copied as `structuredClone` does it. */
export interface ChildProcess<Order, Report> {
  /** Undefined before it has been started, and when that failed. */
  readonly pid: number | undefined;
  /** Does nothing once it is gone. */
  send(message: Order): void;
  onMessage(listener: (message: Report) => void): void;
  /** Told once, with how it ended, such as `signal SIGKILL`; the code of the system where it could not be started. */
  onExit(listener: (how: string) => void): void;
  /** Each line that it writes, to either output. */
  onLine(listener: (line: string) => void): void;
  /** Ends it at once, also while it is still being started. */
  kill(): void;
}

/** Starts the module `file` in a process of its own, which lists of processes show as `name` where the system can. */
export type SpawnChild = <Order, Report>(file: URL, name: string) => ChildProcess<Order, Report>;

/** The codes of a system that starts no process now: too many open files, too many processes, no memory. */
export const startsNone: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);

/** What the libraries of a child need to know; nothing that is the service's own, such as keys. */
const passedOn =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|WINDIR|LD_LIBRARY_PATH|DYLD_\w+|XDG_\w+|(?:CUDA|NVIDIA|HIP|ROCR|HSA|VK|GGML)_\w+)$/i;

/** The part of the environment that a child is started with. */
export function childEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value !== undefined && passedOn.test(name) ? [[name, value]] : [])),
  );
}

/** Calls `listener` with each line of these outputs. A child that could not be started may have none. */
export function eachLine(
  outputs: readonly (Readable | NodeJS.ReadableStream | null | undefined)[],
  listener: (line: string) => void,
): void {
  for (const output of outputs) if (output) createInterface({ input: output, crlfDelay: Infinity }).on('line', listener);
}

/** Starts children with `child_process.fork`. What this process keeps of compiled modules, they use too: a fifth of the time of a start. */
export function forkChild(environment: Readonly<Record<string, string | undefined>>): SpawnChild {
  return <Order, Report>(file: URL): ChildProcess<Order, Report> => {
    // Node gives the folder of its own version in the one that it was told.
    const cache = getCompileCacheDir();
    const env = { ...childEnvironment(environment), ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }) };
    const child = fork(file, [], { env, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`);
    });
    // Listened to from the first moment: an error that no listener takes would end the service.
    child.on('error', (error) => {
      resolve((error as NodeJS.ErrnoException).code ?? error.name);
    });
    return {
      get pid() {
        return child.pid;
      },
      send: (message) => {
        if (child.connected) child.send(message as object, () => undefined);
      },
      onMessage: (listener) => {
        child.on('message', (message) => {
          listener(message as Report);
        });
      },
      onExit: (listener) => {
        void ended.then(listener);
      },
      onLine: (listener) => {
        eachLine([child.stdout, child.stderr], listener);
      },
      kill: () => {
        // One that was not started has no number: Node would take 0, which is the whole group of this process.
        if (child.pid !== undefined) child.kill('SIGKILL');
      },
    };
  };
}
