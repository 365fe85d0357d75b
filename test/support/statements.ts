// Counts what the service asks of SQLite: every statement that runs in this process, by its text.

import Sqlite, { type Statement } from 'better-sqlite3';

type Method = 'run' | 'get' | 'all' | 'iterate';

const running: string[][] = [];

/** Texts as they are logged, by those of the statements: most run thousands of times. */
const logged = new Map<string, string>();

function textOf({ source }: Statement): string {
  let text = logged.get(source);
  if (text === undefined) logged.set(source, (text = source.trim().replace(/\s+/g, ' ')));
  return text;
}

let patched = false;

/** better-sqlite3 shows no statement of others: its prototype is wrapped once, for the whole process. */
function patch(): void {
  if (patched) return;
  patched = true;
  const memory = new Sqlite(':memory:');
  const prototype = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<Method, (this: Statement, ...args: unknown[]) => unknown>;
  memory.close();
  for (const method of ['run', 'get', 'all', 'iterate'] as const) {
    const original = prototype[method];
    prototype[method] = function counted(this: Statement, ...args: unknown[]): unknown {
      for (const log of running) log.push(textOf(this));
      return original.apply(this, args);
    };
  }
}

/**
 * Those that look, a while after a start or a commit, for contents on the disk, files to read, texts to embed, indexes to merge and the log
 * to copy: when they run is not up to what is measured.
 */
const isLook = (text: string): boolean => /files WHERE sha256 > |unread_files|embedding_progress|_index_idx|wal_checkpoint/.test(text);

/** What ran while `work` did: its answer, and the statements in their order, without what the service looks for by itself. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly statements: readonly string[] }> {
  patch();
  const log: string[] = [];
  running.push(log);
  try {
    const answer = await work();
    return { answer, statements: log.filter((text) => !isLook(text)) };
  } finally {
    running.splice(running.indexOf(log), 1);
  }
}

/**
 * How often SQLite prepared a statement anew while `work` ran, of those that gave rows: better-sqlite3 then makes a new function that
 * makes the rows. First runs count as well.
 */
export async function preparationsDuring(work: () => Promise<unknown>): Promise<number> {
  const original = globalThis.Function;
  let count = 0;
  globalThis.Function = new Proxy(original, {
    apply(target, self, sources: string[]) {
      if (sources[0]?.startsWith('return (v0') === true) count += 1;
      return Reflect.apply(target, self, sources) as unknown;
    },
  });
  try {
    await work();
    return count;
  } finally {
    globalThis.Function = original;
  }
}
