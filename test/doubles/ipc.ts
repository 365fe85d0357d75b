// `ipcMain`: calls from preload scripts, with arguments and answers copied as Electron copies them.

import type { IpcMain } from 'electron';
import { onRestart } from './control.ts';
import { strict } from './strict.ts';

/** What a handler is told of the caller. */
export interface CallEvent {
  readonly type: 'frame';
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly url: string; readonly origin: string } | null;
}

const handlers = new Map<string, Parameters<IpcMain['handle']>[1]>();

export const ipcMain = strict('ipcMain', {
  handle(channel, handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  removeHandler(channel) {
    handlers.delete(channel);
  },
} satisfies Partial<IpcMain>);

/** For pages: one call and its answer, both structured clones. */
export async function dispatch(event: CallEvent, channel: string, args: unknown[]): Promise<{ value: unknown } | { error: string }> {
  const handler = handlers.get(channel);
  if (handler === undefined) return { error: `Error: No handler registered for '${channel}'` };
  try {
    const given = strict('event', { ...event, senderFrame: event.senderFrame === null ? null : strict('senderFrame', event.senderFrame) });
    return { value: structuredClone(await (handler(given as never, ...args) as unknown)) };
  } catch (error) {
    return { error: String(error) };
  }
}

onRestart(() => {
  handlers.clear();
});
