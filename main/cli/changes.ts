// Commands that take back, make several changes at once, and reach everything else.

import type { BatchResult } from '../contract/batch.ts';
import type { ChangeEntry } from '../contract/changes.ts';
import type { TrashEntry, TrashType } from '../contract/trash.ts';
import type { Undone } from '../contract/undo.ts';
import type { Api } from './api.ts';
import { readBoards } from './boards.ts';
import { CommandRefusal, UsageError, type CommandAnswer, type CliCommand, type CommandContext } from './command.ts';
import { aligned } from './layout.ts';
import { instantText } from './when.ts';

const trashTypes: readonly TrashType[] = ['note', 'card', 'column', 'project', 'event', 'calendar', 'file'];

interface ChangeList {
  readonly items: readonly ChangeEntry[];
  readonly lastSeq: number;
}

/** How far back the last change of one's own is looked for, in entries of the change feed. */
const lookBack = 10_000;

/** What no undo brings back. */
const lasting: ReadonlySet<ChangeEntry['type']> = new Set(['config', 'trash', 'reminder', 'run', 'job']);

/** What names the last change that was made with this token, for `POST /api/undo`. */
async function lastOwn(api: Api): Promise<{ readonly batchId: string } | { readonly changes: readonly number[] }> {
  const { lastSeq } = await api.call<ChangeList>('listChanges', { query: { limit: '0' } });
  const since = String(Math.max(0, lastSeq - lookBack));
  const { items } = await api.call<ChangeList>('listChanges', { query: { since } });
  const last = items.findLast(({ type, actor }) => !lasting.has(type) && api.isOwn(actor));
  if (last === undefined) throw new CommandRefusal('There is no change by this token that could be undone');
  return last.batchId === null ? { changes: [last.seq] } : { batchId: last.batchId };
}

const reasons = { changed_since: 'changed since', gone: 'gone', already_undone: 'already undone' } as const;

function undoneAnswer(undone: Undone): CommandAnswer {
  const { batchId, restored, skipped } = undone;
  const rows = [
    ...restored.map(({ type, id, version }) => ['restored', type, id, version === null ? 'in the trash' : `version ${version}`]),
    ...skipped.map(({ type, id, reason }) => ['skipped', type, id ?? '', reasons[reason]]),
  ];
  const again = batchId === null ? [] : [`daybook undo ${batchId} takes it back`];
  return { json: undone, text: [aligned(rows), ...again].join('\n'), ...(restored.length === 0 ? { failed: true } : {}) };
}

function parsedJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${(error as Error).message}`);
  }
}

async function contentOf(file: string, { readInput, readFile }: CommandContext): Promise<string> {
  if (file !== '-') return readFile(file);
  const text = await readInput();
  if (text === null) throw new UsageError('There is nothing on standard input');
  return text;
}

function batchAnswer(result: BatchResult): CommandAnswer {
  const { applied, batchId, failed, results } = result;
  if (failed !== null)
    return {
      json: result,
      text: `Nothing was changed: operation ${failed.index}: ${failed.problem.detail} (${failed.problem.code})`,
      failed: true,
    };
  const lines = results.map(({ status }, index) => [String(index), String(status)]);
  const end = applied ? `Done${batchId === null ? '' : `; daybook undo ${batchId} takes it back`}` : 'Nothing was changed: a dry run';
  return { json: result, text: [aligned(lines), end].join('\n') };
}

/** The id of the board with this name. Throws `cause` if there is none, a `CommandRefusal` if there are several. */
async function boardNamed(api: Api, name: string, cause: unknown): Promise<string> {
  const { names } = await readBoards(api);
  const [id, ...more] = names.idsOf(name);
  if (id === undefined) throw cause;
  if (more.length > 0) throw new CommandRefusal(`Several boards are called "${name}": ${[id, ...more].join(', ')}; give one of these`);
  return id;
}

/** A project can be given by its name as well; an id comes first. */
async function putIntoTrash(api: Api, type: string, id: string): Promise<TrashEntry> {
  const put = (what: string): Promise<TrashEntry> => api.call<TrashEntry>('putIntoTrash', { body: { type, id: what } });
  try {
    return await put(id);
  } catch (error) {
    if (type !== 'project' || !(error instanceof CommandRefusal) || error.code !== 'not_found') throw error;
    return put(await boardNamed(api, id, error));
  }
}

export const changeCommands: readonly CliCommand[] = [
  {
    name: 'trash',
    args: [{ name: 'TYPE', values: trashTypes }, { name: 'ID' }],
    summary: 'put a record into the trash; of a project, ID can be its name',
    options: {},
    run: async (call, { api, timeZone }) => {
      const [type = '', id = ''] = call.args;
      const entry = await putIntoTrash(api, type, id);
      return {
        json: entry,
        text: aligned([['trash', entry.id, entry.type, `until ${instantText(entry.expiresAt, timeZone)}`, entry.title]]),
      };
    },
  },
  {
    name: 'restore',
    args: [{ name: 'ID' }],
    summary: 'bring back what is in the trash, by the ID that list trash shows',
    options: {},
    run: async (call, { api }) => {
      const restored = await api.call<{ type: string; id: string }>('restoreTrash', { params: { id: call.args[0] ?? '' } });
      return { json: restored, text: aligned([['restored', restored.type, restored.id]]) };
    },
  },
  {
    name: 'undo',
    args: [{ name: 'BATCH', optional: true }],
    summary: 'bring back what was before a batch, or before your last change',
    details:
      'The last change is that of the token in use; with the one of service.json, of the window as well. What was created goes into the\n' +
      'trash. A record that was changed since is left alone, unless --force.',
    options: {
      last: { type: 'boolean', help: 'the last change; the same as without BATCH' },
      force: { type: 'boolean', help: 'also where a record was changed since' },
    },
    run: async (call, { api }) => {
      const [batchId] = call.args;
      if (call.has('last') && batchId !== undefined) throw new UsageError('Give BATCH or --last, not both');
      const what = batchId === undefined ? await lastOwn(api) : { batchId };
      return undoneAnswer(await api.call<Undone>('undoChanges', { body: { ...what, ...(call.has('force') ? { force: true } : {}) } }));
    },
  },
  {
    name: 'batch',
    args: [{ name: 'FILE' }],
    summary: 'make up to 200 changes as one, from a file with JSON; - is standard input',
    details: 'The JSON is the body of POST /api/batch, or its list of operations alone.',
    options: { 'dry-run': { type: 'boolean', help: 'answer as if it were done, and change nothing' } },
    run: async (call, context) => {
      const file = call.args[0] ?? '-';
      const given = parsedJson(await contentOf(file, context), file);
      const body = Array.isArray(given) ? { operations: given as unknown } : (given as object);
      const dryRun = call.has('dry-run') ? { dryRun: true } : {};
      return batchAnswer(await context.api.call<BatchResult>('runBatch', { body: { ...body, ...dryRun } }));
    },
  },
  {
    name: 'api',
    args: [{ name: 'METHOD', values: ['GET', 'POST', 'PUT', 'DELETE'] }, { name: 'PATH' }, { name: 'JSON', optional: true }],
    summary: 'any request of the API; prints the answer as JSON',
    details: 'Such as: daybook api PUT /api/config \'{ "AI_MODEL": "small" }\'. A JSON of - is standard input.',
    options: { 'if-match': { type: 'string', value: 'VERSION', help: 'only if the record still has this version' } },
    run: async (call, context) => {
      const [method = '', path = '', json] = call.args;
      if (!/^\/[^\s]*$/.test(path)) throw new UsageError('PATH must begin with / and hold no blanks, such as /api/notes');
      const ifMatch = call.text('if-match');
      const reply = await context.api.send(method.toUpperCase(), path, {
        ...(json === undefined ? {} : { body: parsedJson(json === '-' ? await contentOf('-', context) : json, 'The body') }),
        ...(ifMatch === undefined ? {} : { ifMatch }),
      });
      if (typeof reply === 'string') return { json: reply, text: reply, verbatim: true };
      return { json: reply, text: reply === undefined ? '' : JSON.stringify(reply, null, 2) };
    },
  },
];
