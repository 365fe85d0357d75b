// Starts the model server in a utility process: in the packed app Electron's own executable does not run as plain Node.

import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { eachLine, modelEnvironment, type SpawnModel } from '../features/ai/model-process.ts';
import type { FromServer } from '../features/ai/protocol.ts';

export function spawnModel(environment: Readonly<Record<string, string | undefined>>): SpawnModel {
  return (file) => {
    const child = utilityProcess.fork(fileURLToPath(file), [], {
      serviceName: 'Daybook model',
      env: modelEnvironment(environment),
      execArgv: [],
      stdio: 'pipe',
    });
    let gone = false;
    child.once('exit', () => {
      gone = true;
    });
    return {
      get pid() {
        return child.pid;
      },
      send: (message) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
        if (!gone) child.postMessage(message);
      },
      onMessage: (listener) => {
        child.on('message', (message) => {
          listener(message as FromServer);
        });
      },
      onExit: (listener) => {
        child.once('exit', (code) => {
          listener(`exit code ${code}`);
        });
      },
      onLine: (listener) => {
        eachLine([child.stdout, child.stderr], listener);
      },
      // Electron's own way only asks.
      kill: () => {
        if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
      },
    };
  };
}
