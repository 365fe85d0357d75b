// The page's side: runs a preload script before the page's own, with what a sandboxed one has of Electron.

/**
 * An init script around `source`, the text of a CommonJS preload. Calls go out through `binding`, a function on
 * the page's window; messages come in through `receiver`, another. Unlike in Electron there is no isolated world: only the bridge's
 * copying is the same.
 */
export function preloadScript(source: string, binding: string, receiver: string): string {
  // Electron runs preload scripts in main frames alone.
  return `if (globalThis.top === globalThis) (${world.toString()})(globalThis[${JSON.stringify(binding)}], ${JSON.stringify(receiver)}, (require, module, exports, process) => {\n${source}\n});`;
}

type Invoke = (channel: string, args: unknown[]) => Promise<{ value?: unknown; error?: string }>;
type Preload = (require: (id: string) => unknown, module: { exports: unknown }, exports: unknown, process: unknown) => void;

/** Is sent to the page as text: it can use nothing from outside itself. */
function world(invoke: Invoke, receiver: string, preload: Preload): void {
  type Listener = (event: unknown, ...values: unknown[]) => void;
  const listeners = new Map<string, Set<Listener>>();
  Object.defineProperty(globalThis, receiver, {
    value: (channel: string, values: unknown[]) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({ sender: ipcRenderer }, ...values);
    },
  });
  const ipcRenderer: Record<'invoke' | 'on' | 'off', (...args: never[]) => unknown> = {
    invoke: async (channel: string, ...args: unknown[]) => {
      const answer = await invoke(channel, structuredClone(args));
      if (answer.error !== undefined) throw new Error(`Error invoking remote method '${channel}': ${answer.error}`);
      return answer.value;
    },
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  // Functions are wrapped, all else is copied and frozen: nothing that crosses can be changed from the other side.
  const cross = (value: unknown): unknown => {
    if (typeof value === 'symbol') throw new Error('A symbol cannot cross the bridge');
    if (typeof value === 'function') {
      return (...args: unknown[]) => {
        const result: unknown = (value as (...values: unknown[]) => unknown)(...args.map(cross));
        return result instanceof Promise ? result.then(cross) : cross(result);
      };
    }
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return Object.freeze(value.map(cross));
    if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cross(member)])));
  };
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      if (key in globalThis) throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`);
      Object.defineProperty(globalThis, key, { value: cross(api), enumerable: true });
    },
  };
  const require = (id: string): unknown => {
    if (id === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${id}`);
  };
  const module = { exports: {} };
  preload(require, module, module.exports, Object.freeze({ platform: 'linux', sandboxed: true, type: 'renderer' }));
}
