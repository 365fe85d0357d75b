// node-llama-cpp tries each binary on Linux in a process of its own before it loads it. In the packed desktop app that process
// cannot be started (the fuse `runAsNode` is off), and everywhere it costs a third of a second. This process is expendable
// itself, as the service starts it again: so the trial is answered here, without a process. To be imported before node-llama-cpp.

import childProcess, { type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

const { fork } = childProcess;

/** Says of every binary that it can be loaded. */
class PassedTrial extends EventEmitter {
  readonly stdout = null;
  readonly stderr = null;
  readonly killed = false;
  exitCode: number | null = null;

  constructor() {
    super();
    setImmediate(() => {
      this.emit('message', { type: 'ready' });
    });
  }

  send({ type }: { readonly type: string }): boolean {
    setImmediate(() => {
      if (type === 'start') this.emit('message', { type: 'loaded' });
      else if (type === 'test') this.emit('message', { type: 'done' });
      else {
        this.exitCode = 0;
        this.emit('exit', 0);
      }
    });
    return true;
  }

  kill(): boolean {
    return true;
  }
}

childProcess.fork = ((...args: Parameters<typeof fork>): ChildProcess =>
  String(args[0]).endsWith('testBindingBinary.js') ? (new PassedTrial() as unknown as ChildProcess) : fork(...args)) as typeof fork;
syncBuiltinESMExports();
