// Keeps the model server: starts it when it is needed, again when it crashes, and stops it when it is idle.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cutText } from '../../contract/cut-text.ts';
import type { LocalModel } from '../../contract/ai.ts';
import { AppError, unavailable } from '../../lib/app-error.ts';
import type { SpawnChild } from '../../lib/child-process.ts';
import { toInstant } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { ModelChild } from './model-child.ts';
import { ModelError, modelFiles, modelName, modelNamed, withoutPaths, type ModelFile } from './model-files.ts';
import { chosenModel, settingsFingerprint, portNumber, type ModelSettings } from './model-settings.ts';
import { ModelState } from './model-state.ts';
import type { ModelReady } from './protocol.ts';

export interface ModelServerOptions {
  readonly spawn: SpawnChild;
  readonly settings: () => ModelSettings;
  readonly log: Log;
  /** Times in milliseconds; what is not given is as in `defaultTiming`. */
  readonly timing?: Partial<typeof defaultTiming>;
}

const defaultTiming = {
  /** How long a server is kept without a request, in milliseconds; then it gives its memory back. */
  idleAfter: 15 * 60_000,
  /** Before the first restart after a crash; each further one waits twice as long. */
  backOff: 500,
  /** After so long a time without a crash, earlier ones are forgotten. */
  healthyAfter: 60_000,
  /** A failure that may pass, such as a taken port, is looked at anew by those who need the model after so long. */
  retryAfter: 10_000,
  /** How long a request waits for a model to be loaded. */
  startTimeoutMs: 5 * 60_000,
};

const maxRestarts = 3;
/** This many crashes in a row while a model is being loaded are the fault of its file. */
const maxLoadCrashes = 2;
const slots = 2;
const waiting = 16;

/** A running server for one request; disposed of when that has ended. */
interface Lease extends Disposable {
  /** With its /v1. */
  readonly baseUrl: string;
  readonly key: string;
}

/** As at OpenAI, whose clients look for this code. */
function unknownModel(name: string): AppError {
  const shown = cutText(name.toWellFormed().replaceAll(/\p{Cc}/gu, ' '), 100);
  return new AppError('not_found', `The model "${shown}" does not exist; the list of models names those that do`, {
    errors: [{ path: 'model', message: 'is none that there is' }],
    extra: { reason: 'model_not_found' },
  });
}

interface Failure {
  readonly reason: string;
  /** What it was tried with; as long as that stays, a bad file stays bad. */
  readonly fingerprint: string;
  readonly lasting: boolean;
  readonly at: number;
}

export class ModelServer {
  /** What requests to the server must bring; made anew with each service. */
  readonly #key = randomBytes(32).toString('base64url');
  readonly #options: ModelServerOptions;
  readonly #timing: typeof defaultTiming;
  readonly #state = new ModelState();
  #child: ModelChild | null = null;
  #failure: Failure | null = null;
  #error: string | null = null;
  #launchedWith: ModelSettings | null = null;
  #restarts = 0;
  #loadCrashes = 0;
  /** Why files cannot be loaded, by what they were tried with: forgotten when the user says start. */
  readonly #bad = new Map<string, string>();
  #leases = 0;
  #closed = false;
  /** Aborted when the start under way, with its restarts, is called off. */
  #starting = new AbortController();
  /** Of a folder: the model that was asked for last. */
  #asked: string | null = null;
  #healthy: NodeJS.Timeout | null = null;

  constructor(options: ModelServerOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
  }

  async status(): Promise<LocalModel> {
    const child = this.#child;
    const report = child !== null && this.#state.now === 'ready' ? await child.report() : null;
    const { modelPath, port } = this.#options.settings();
    const idle: LocalModel = {
      state: this.#state.now,
      modelPath,
      modelName: null,
      port: portNumber(port),
      pid: null,
      error: this.#error,
      startedAt: null,
      loadProgress: null,
      memoryBytes: null,
      contextSize: null,
      tokensPerSecond: null,
    };
    // It can have ended meanwhile; one that has failed is about to.
    if (child === null || child !== this.#child || this.#state.now === 'failed') return idle;
    const { model, pid, startedAt, ready } = child;
    const running = {
      ...idle,
      modelPath: model.file,
      modelName: model.name,
      pid,
      startedAt: toInstant(startedAt),
      loadProgress: this.#state.now === 'starting' ? child.progress : null,
    };
    return ready === null
      ? running
      : {
          ...running,
          port: ready.port,
          contextSize: ready.contextSize,
          memoryBytes: report?.memoryBytes ?? null,
          tokensPerSecond: report?.tokensPerSecond ?? null,
        };
  }

  /** The settings with which the model was started that runs now; null while none does. */
  get loadedWith(): ModelSettings | null {
    return this.#child === null || this.#state.now === 'failed' ? null : this.#launchedWith;
  }

  /** Starts it unless it runs, also with a file that could not be loaded before; does not wait until it is ready. */
  async start(): Promise<void> {
    this.#bad.clear();
    await this.#start();
  }

  async #start(): Promise<void> {
    while (this.#state.now === 'stopping') await this.#state.change();
    if (this.#closed || this.#state.now === 'starting' || this.#state.now === 'ready') return;
    this.#restarts = 0;
    this.#loadCrashes = 0;
    this.#error = null;
    this.#failure = null;
    void this.#launch();
  }

  /** Settles when it has stopped. A server that failed counts as stopped from then on. */
  async stop(): Promise<void> {
    this.#starting.abort();
    const child = this.#child;
    if (this.#state.now === 'stopping') {
      await this.#state.change();
      return;
    }
    this.#error = null;
    this.#failure = null;
    if (child === null) {
      this.#state.become('stopped');
      return;
    }
    this.#state.become('stopping');
    await child.stop();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Stops it for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  /**
   * A server that is ready, started if need be, with the model of this name if the folder has it. Throws `unavailable` with
   * the reason if there is none, and what `signal` is aborted with.
   */
  async lease(wanted: string | null, signal: AbortSignal): Promise<Lease> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(this.#timing.startTimeoutMs)]);
    // Counted from here: while a request waits for it, it is not idle.
    this.#leases += 1;
    let taken = true;
    const release = (): void => {
      if (taken) this.#leases -= 1;
      taken = false;
    };
    try {
      if (wanted !== null) await this.#choose(wanted);
      let { port } = await this.#untilReady(deadline);
      // Of two requests that came at the same time the later one has chosen.
      if (wanted !== null && this.#child?.model.name !== modelName(wanted)) {
        await this.#choose(wanted);
        ({ port } = await this.#untilReady(deadline));
      }
      return { baseUrl: `http://127.0.0.1:${port}/v1`, key: this.#key, [Symbol.dispose]: release };
    } catch (error) {
      release();
      if (deadline.aborted && !signal.aborted) throw unavailable('The built-in model takes very long to load; ask again later', 30);
      throw error;
    }
  }

  /** Starts it if need be. Throws `unavailable` with the reason where there is none, and what `signal` is aborted with. */
  async #untilReady(signal: AbortSignal): Promise<ModelReady> {
    for (;;) {
      const ready = this.#state.now === 'ready' ? this.#child?.ready : null;
      if (ready) return ready;
      if (this.#closed) throw unavailable('The service is stopping');
      if (this.#state.now === 'failed' && !(await this.#worthAnotherTry()))
        throw unavailable(`The built-in model cannot answer: ${this.#failure?.reason ?? 'it failed'}`, 10);
      if (this.#state.now === 'stopped' || this.#state.now === 'failed') await this.#start();
      else await this.#state.change(signal);
    }
  }

  /**
   * Sees to it that the model of this name is the next or running one, if there is one. Throws `not_found` if there is none,
   * `unavailable` if others are being answered by another.
   */
  async #choose(wanted: string): Promise<void> {
    const running = this.#child?.model.name;
    if (running === modelName(wanted)) return;
    // Where there are no files at all, the start says why.
    const files = await modelFiles(this.#options.settings().modelPath).catch(() => null);
    if (files === null) return;
    const found = modelNamed(files, [wanted]);
    if (found === null) throw unknownModel(wanted);
    if (files.length === 1 && running === undefined) return;
    const other = this.#child === null || this.#child.model.name === found.name ? null : this.#child.model.name;
    if (other !== null && this.#leases > 1) throw unavailable(`The built-in server is busy with the model ${other}`, 10);
    this.#asked = found.name;
    if (other !== null) await this.stop();
  }

  async #worthAnotherTry(): Promise<boolean> {
    const failure = this.#failure;
    if (failure === null || (!failure.lasting && performance.now() - failure.at >= this.#timing.retryAfter)) return true;
    return (await settingsFingerprint(this.#options.settings(), this.#asked)) !== failure.fingerprint;
  }

  async #launch(): Promise<void> {
    this.#starting = new AbortController();
    const { signal } = this.#starting;
    this.#state.become('starting');
    const settings = this.#options.settings();
    this.#launchedWith = settings;
    const tried = await settingsFingerprint(settings, this.#asked);
    const fail = (reason: string, lasting: boolean): void => {
      if (signal.aborted) return;
      if (lasting) this.#bad.set(tried, reason);
      this.#fail({ reason, fingerprint: tried, lasting, at: performance.now() });
    };
    try {
      // One that could not serve may not have ended yet, and hold the port.
      await this.#child?.stop();
      const known = this.#bad.get(tried);
      if (known !== undefined) {
        fail(known, true);
        return;
      }
      const port = portNumber(settings.port);
      if (port === null) throw new ModelError('LLAMA_SERVER_PORT must be a port number from 1 to 65535');
      const model = await chosenModel(settings, this.#asked);
      if (!signal.aborted) this.#run(model, port, fail);
    } catch (error) {
      if (error instanceof ModelError) fail(error.message, false);
      else {
        this.#options.log.error({ err: error }, 'the model server could not be started');
        fail('The model server could not be started', false);
      }
    }
  }

  #run(model: ModelFile, port: number, fail: (reason: string, lasting: boolean) => void): void {
    const { log, spawn } = this.#options;
    let told = false;
    const child = new ModelChild(
      spawn,
      model,
      { port, key: this.#key, slots, waiting, idleAfter: this.#timing.idleAfter },
      {
        ready: (ready) => {
          if (this.#state.now !== 'starting') return;
          this.#loadCrashes = 0;
          log.info({ model: model.name, port: ready.port, pid: child.pid }, 'the model server is ready');
          this.#healthy = setTimeout(() => {
            this.#restarts = 0;
            this.#error = null;
          }, this.#timing.healthyAfter).unref();
          this.#state.become('ready');
        },
        fatal: ({ reason, lasting }) => {
          told = true;
          fail(withoutPaths(reason, model.file), lasting);
        },
        idle: () => {
          if (this.#state.now === 'ready' && this.#leases === 0) void this.stop();
        },
        ended: (how) => {
          if (this.#child === child) this.#child = null;
          if (this.#healthy !== null) clearTimeout(this.#healthy);
          if (this.#state.now === 'stopping') this.#state.become('stopped');
          else if (!told) {
            if (child.ready === null) this.#loadCrashes += 1;
            void this.#crashed(how, fail);
          }
        },
        line: (line) => {
          log.info({ line: line.slice(0, 500) }, 'model server');
        },
      },
    );
    this.#child = child;
  }

  async #crashed(how: string, fail: (reason: string, lasting: boolean) => void): Promise<void> {
    const { signal } = this.#starting;
    if (this.#restarts >= maxRestarts) {
      const lasting = this.#loadCrashes >= maxLoadCrashes;
      fail(
        `The model server crashed ${maxRestarts + 1} times, at last with ` +
          `${how}${lasting ? ' while it loaded the model: its file may be damaged' : ''}`,
        lasting,
      );
      return;
    }
    this.#error = `The model server crashed (${how}) and is started again`;
    this.#options.log.warn({ how, restarts: this.#restarts }, 'the model server crashed');
    this.#state.become('starting');
    const pause = this.#timing.backOff * 2 ** this.#restarts;
    this.#restarts += 1;
    try {
      await sleep(pause, undefined, { signal, ref: false });
    } catch {
      return;
    }
    await this.#launch();
  }

  #fail(failure: Failure): void {
    this.#failure = failure;
    this.#error = failure.reason;
    this.#options.log.warn({ reason: failure.reason }, 'the model server failed');
    this.#state.become('failed');
  }
}
