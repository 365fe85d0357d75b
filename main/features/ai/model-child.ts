// One run of the model server, from its start to its end.

import type { ChildProcess, SpawnChild } from '../../lib/child-process.ts';
import { atMost, systemClock } from '../../lib/clock.ts';
import { workerFile } from '../../lib/worker-file.ts';
import type { ModelFile } from './model-files.ts';
import type { Fatal, FromServer, LoadOrder, ModelReady, ModelReport, ToServer } from './protocol.ts';

/** How long it may take to end by itself, in milliseconds. */
const grace = 3_000;
/** How long its answer to a question may take, in milliseconds: it is busy while a model is being loaded. */
const reportTimeoutMs = 300;

interface ChildEvents {
  readonly ready: (ready: ModelReady) => void;
  /** It cannot serve, and says why. */
  readonly fatal: (fatal: Fatal) => void;
  readonly idle: () => void;
  /** It has ended, for whatever reason: `how`, such as `signal SIGKILL`. */
  readonly ended: (how: string) => void;
  readonly line: (line: string) => void;
}

export class ModelChild {
  readonly model: ModelFile;
  /** Milliseconds since the epoch. */
  readonly startedAt = systemClock();
  /** What it is called by; null until it is ready. */
  ready: ModelReady | null = null;
  /** How much of the model has been loaded, from 0 to 1; null before it says. */
  progress: number | null = null;
  #report: ModelReport | null = null;
  #reported: (() => void)[] = [];
  readonly #process: ChildProcess<ToServer, FromServer>;
  readonly #ended: Promise<void>;

  constructor(spawn: SpawnChild, model: ModelFile, order: Omit<LoadOrder, 'type' | 'file'>, events: ChildEvents) {
    this.model = model;
    this.#process = spawn<ToServer, FromServer>(workerFile('model-worker', import.meta.url), 'Daybook model');
    this.#process.onLine(events.line);
    this.#process.onMessage((message) => {
      if (message.type === 'ready') {
        this.ready = message;
        events.ready(message);
      } else if (message.type === 'fatal') events.fatal(message);
      else if (message.type === 'idle') events.idle();
      else if (message.type === 'progress') this.progress = message.fraction;
      else this.#take(message);
    });
    this.#ended = new Promise((resolve) => {
      this.#process.onExit((how) => {
        events.ended(how);
        for (const tell of this.#reported.splice(0)) tell();
        resolve();
      });
    });
    this.#process.send({ type: 'load', file: model.file, ...order });
  }

  get pid(): number | null {
    return this.#process.pid ?? null;
  }

  /** Settles when it has ended; it is killed if it takes its time. */
  async stop(): Promise<void> {
    this.#process.send({ type: 'stop' });
    const kill = setTimeout(() => {
      this.#process.kill();
    }, grace);
    await this.#ended;
    clearTimeout(kill);
  }

  /** What it says of itself now, or said last; null if it never did. */
  async report(): Promise<ModelReport | null> {
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    this.#reported.push(resolve);
    this.#process.send({ type: 'report' });
    await atMost(reportTimeoutMs, answered, () => undefined);
    return this.#report;
  }

  #take(report: ModelReport): void {
    this.#report = report;
    for (const tell of this.#reported.splice(0)) tell();
  }
}
