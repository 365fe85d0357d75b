// The model server's process: loads one model, serves it on loopback, and ends with the service that started it.

import { endAtOnce, ServiceChannel } from '../../lib/service-channel.ts';
import type { FromServer, LoadOrder, ToServer } from './protocol.ts';
import { modelName, withoutPaths } from './model-files.ts';
import type { Engine } from './server/engine.ts';
import { GgufError, readGgufHead } from './server/gguf.ts';
import { ModelHttp } from './server/http-server.ts';
import { serverRoutes } from './server/routes.ts';

/** How long giving back the model's memory may take at the end, in milliseconds. */
const timeoutMs = 2_000;

class ModelProcessSide {
  #engine: Engine | null = null;
  #http: ModelHttp | null = null;
  #idle: NodeJS.Timeout | null = null;
  #ending = false;

  async load(order: LoadOrder): Promise<void> {
    try {
      await this.#serve(order);
    } catch (error) {
      if (!this.#ending) {
        const { reason, lasting } = reasonOf(error, order);
        channel.tell({ type: 'fatal', reason: withoutPaths(reason, order.file), lasting });
      }
      await this.end();
    }
  }

  report(): void {
    channel.tell({ type: 'report', memoryBytes: process.memoryUsage.rss(), tokensPerSecond: this.#engine?.tokensPerSecond ?? null });
  }

  async end(): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    this.#http?.close();
    setTimeout(endAtOnce, timeoutMs).unref();
    await this.#engine?.dispose();
    process.exit(0);
  }

  async #serve(order: LoadOrder): Promise<void> {
    const { file, key, slots, waiting, idleAfter } = order;
    const name = modelName(file);
    const head = readGgufHead(file);
    // The port first: finding it taken costs nothing then.
    const http = new ModelHttp({
      key,
      routes: serverRoutes(() => this.#engine, name),
      onActivity: (inFlight) => {
        this.#active(inFlight, idleAfter);
      },
    });
    this.#http = http;
    const bound = await http.listen(order.port);
    // Only now: what is wrong with a file or a port need not wait for the library.
    const { Engine } = await import('./server/engine.ts');
    this.#engine = await Engine.load({
      file,
      name,
      head,
      slots,
      waiting,
      onProgress: (fraction) => {
        channel.tell({ type: 'progress', fraction });
      },
    });
    this.#active(0, idleAfter);
    channel.tell({ type: 'ready', port: bound, contextSize: this.#engine.contextSize });
  }

  #active(inFlight: number, idleAfter: number): void {
    if (this.#idle !== null) clearInterval(this.#idle);
    // Told again and again, as the service may have had a reason not to heed it.
    this.#idle =
      inFlight > 0 || this.#engine === null
        ? null
        : setInterval(() => {
            channel.tell({ type: 'idle' });
          }, idleAfter);
  }
}

/** For a person; what a library says can hold a path. */
function reasonOf(error: unknown, { file, port }: LoadOrder): { reason: string; lasting: boolean } {
  const name = modelName(file);
  if (error instanceof GgufError) return { reason: `${name} cannot be loaded: ${error.message}`, lasting: true };
  if (error instanceof Error && 'lasting' in error) return { reason: error.message, lasting: error.lasting === true };
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') {
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${code ?? 'unknown'})`;
    return { reason: `Port ${port} ${why}; choose another one with LLAMA_SERVER_PORT`, lasting: false };
  }
  if (code === 'ENOENT') return { reason: `The file of the model ${name} is gone`, lasting: false };
  if (syscall !== undefined) return { reason: `The file of the model ${name} cannot be read (${code ?? 'unknown'})`, lasting: false };
  process.stderr.write(`the model server could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return { reason: 'The library that runs models cannot be loaded on this machine', lasting: false };
}

const side = new ModelProcessSide();
const channel = new ServiceChannel<ToServer, FromServer>((message) => {
  if (message.type === 'load') void side.load(message);
  else if (message.type === 'stop') void side.end();
  else side.report();
});
process.once('SIGTERM', () => {
  void side.end();
});
