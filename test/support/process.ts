// The service as its users run it: a process of its own, started with `node main/serve.ts`, which takes the bundle where it is fresh.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceInfo } from '../../main/service-file.ts';

const root = resolve(import.meta.dirname, '../..');
/** As npm's scripts load it. */
const cache = ['--import', join(root, 'main/compile-cache.mjs')];

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly info: ServiceInfo;
  /** What it has written to both of its outputs so far. */
  output(): string;
  /** Ends it with a signal and gives its exit code; null after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL'): Promise<number | null>;
}

/** The environment for a child: nothing of the test runner's own settings. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, TZ } = process.env;
  return { PATH, HOME, TMPDIR, LANG, TZ, ...extra };
}

export interface SpawnOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A module that is loaded before the service's own; it can talk with this process. */
  readonly preload?: string;
}

/** Starts `node main/serve.ts` with these arguments and nothing else. */
export function spawnServe(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  preload: string | null = null,
): ChildProcess {
  return spawn(process.execPath, [...cache, ...(preload === null ? [] : ['--import', preload]), join(root, 'main/serve.ts'), ...args], {
    cwd: root,
    env: cleanEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe', ...(preload === null ? [] : (['ipc'] as const))],
  });
}

/** Runs it to its end: exit code and output, for starts that are to fail. */
export async function runServe(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnServe(args, environment);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 100_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, stdout, stderr };
}

/** Starts the service on free ports and waits until `service.json` of this very process stands. */
export async function startServiceProcess(
  dataDir: string,
  { args = [], environment = {}, preload }: SpawnOptions = {},
): Promise<ServiceProcess> {
  const child = spawnServe(
    ['--data-dir', dataDir, '--port', '0', '--frontend-port', '0', ...args],
    { DAYBOOK_CHECK_REPLIES: '1', ...environment },
    preload,
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const file = join(dataDir, 'service.json');
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The service ended early: ${output}`);
    const info = maybeInfo(file);
    if (info !== null && info.pid === child.pid) {
      return {
        child,
        info,
        output: () => output,
        end: async (signal) => {
          if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
          const gone = once(child, 'exit');
          child.kill(signal);
          const [code] = (await gone) as [number | null];
          return code;
        },
      };
    }
    await sleep(10);
  }
}

/** Null while there is none; a service that starts removes what a killed one has left, at any moment. */
function maybeInfo(file: string): ServiceInfo | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ServiceInfo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
