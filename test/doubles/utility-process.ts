// Utility processes: children of Node, with the channel that Electron gives them (`process.parentPort`).

import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ForkOptions } from 'electron';

const channel = fileURLToPath(new URL('./parent-port.mjs', import.meta.url));

class UtilityProcessDouble extends EventEmitter {
  readonly #child: ChildProcess;
  #isSpawned = false;

  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on('spawn', () => {
      this.#isSpawned = true;
      this.emit('spawn');
    });
    child.on('message', (message) => {
      this.emit('message', message);
    });
    child.on('exit', (code) => {
      this.emit('exit', code ?? 1);
    });
  }

  get pid(): number | undefined {
    return this.#isSpawned && this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  get stdout(): NodeJS.ReadableStream | null {
    return this.#child.stdout;
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (file: string, args: string[] = [], { env, execArgv = [], stdio }: ForkOptions = {}) => {
    const output = stdio === 'pipe' ? 'pipe' : 'inherit';
    // As `forkChild` does it: without it each start of a child compiles its libraries anew.
    const cache = getCompileCacheDir();
    const compiled = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
    return new UtilityProcessDouble(
      fork(file, args, {
        env: { ...env, ...compiled },
        execArgv: ['--import', channel, ...execArgv],
        // Messages are copied as they are between windows, with maps and bytes.
        serialization: 'advanced',
        stdio: ['ignore', output, output, 'ipc'],
      }),
    );
  },
};
