// Starts processes of the service's own as utility processes: in the packed app Electron's own executable does not run as plain Node.

import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { childEnvironment, eachLine, type ChildProcess, type SpawnChild } from '../lib/child-process.ts';

export function utilityChild(environment: Readonly<Record<string, string | undefined>>): SpawnChild {
  return <Order, Report>(file: URL, name: string): ChildProcess<Order, Report> => {
    const child = utilityProcess.fork(fileURLToPath(file), [], {
      serviceName: name,
      env: childEnvironment(environment),
      execArgv: [],
      stdio: 'pipe',
    });
    let gone = false;
    child.once('exit', () => {
      gone = true;
    });
    // What V8 cannot go on from. The end is told as well; an event of this name that has no listener would end the app.
    child.on('error', () => undefined);
    // Electron's own way only asks.
    const kill = (): void => {
      if (gone) return;
      if (child.pid === undefined) child.once('spawn', kill);
      else process.kill(child.pid, 'SIGKILL');
    };
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
          listener(message as Report);
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
      kill,
    };
  };
}
