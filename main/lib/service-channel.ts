// The child's end of what `child-process.ts` starts: how a process of the service's own hears of it, and ends with it.

/** How often it is looked whether the service is still there, in milliseconds. */
const pollIntervalMs = 1_000;

/** The channel of a utility process of Electron; a child of Node has another. */
interface ParentPort<Order, Report> {
  postMessage(message: Report): void;
  on(event: 'message', listener: (event: { readonly data: Order }) => void): void;
}

/** Ends this process without waiting for a computation that is under way. */
export function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** From when it is made on, this process ends with the service. */
export class ServiceChannel<Order, Report> {
  readonly #port = (process as { parentPort?: ParentPort<Order, Report> }).parentPort;

  /** Hands `take` what the service orders. */
  constructor(take: (order: Order) => void) {
    if (this.#port === undefined) process.on('message', take);
    else
      this.#port.on('message', ({ data }) => {
        take(data);
      });
    // Nothing is left that could stop this process: it would keep its memory for ever.
    process.once('disconnect', endAtOnce);
    const service = process.ppid;
    setInterval(() => {
      if (process.ppid !== service) endAtOnce();
    }, pollIntervalMs).unref();
    // A terminal sends this to both processes; the service decides when this one ends.
    process.on('SIGINT', () => undefined);
    // The outputs lead to the service.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  }

  /** Does nothing once the service is gone. */
  tell(report: Report): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    if (this.#port !== undefined) this.#port.postMessage(report);
    else if (process.connected) process.send?.(report, undefined, undefined, () => undefined);
  }
}
