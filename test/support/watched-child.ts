// The processes that a service starts for documents, with what it sends them and what they tell.

import type { FromDocuments, ToDocuments } from '../../main/features/exports/protocol.ts';
import { forkChild, type ChildProcess, type SpawnChild } from '../../main/lib/child-process.ts';
import { cleanEnvironment } from './process.ts';

export interface WatchedChildren {
  readonly spawn: SpawnChild;
  readonly pids: readonly number[];
  readonly sent: readonly ToDocuments[];
  readonly told: readonly FromDocuments[];
}

export function watchChildren(spawn: SpawnChild = forkChild(cleanEnvironment())): WatchedChildren {
  const pids: number[] = [];
  const sent: ToDocuments[] = [];
  const told: FromDocuments[] = [];
  return {
    pids,
    sent,
    told,
    spawn: <Order, Report>(file: URL, name: string): ChildProcess<Order, Report> => {
      const child = spawn<Order, Report>(file, name);
      if (child.pid !== undefined) pids.push(child.pid);
      child.onMessage((message) => {
        told.push(message as FromDocuments);
      });
      return {
        ...child,
        get pid() {
          return child.pid;
        },
        send: (message) => {
          sent.push(message as ToDocuments);
          child.send(message);
        },
      };
    },
  };
}

/** Whether there is such a process. */
export function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Throws where there is none: 0 would stand for all processes of a group. */
export function killProcess(pid: number | undefined): void {
  if (pid === undefined) throw new Error('There is no process to be killed');
  process.kill(pid, 'SIGKILL');
}
