import { describe, expect, test } from 'vitest';
import { batchApi } from '../../../main/contract/batch.ts';
import { columnsApi } from '../../../main/contract/boards.ts';
import type { Column } from '../../../main/contract/columns.ts';
import { authApi } from '../../../main/contract/auth.ts';
import type { Route } from '../../../main/contract/route.ts';
import { trashApi } from '../../../main/contract/trash.ts';
import type { Call } from '../../../main/invoke/call.ts';
import { command, preparedCommand, query, startingCommand } from '../../../main/invoke/endpoint.ts';
import { createInvoke } from '../../../main/invoke/invoke.ts';
import { AppError, RetryableConflict } from '../../../main/lib/app-error.ts';
import { everyScope, windowActor, type Caller } from '../../../main/lib/caller.ts';
import type { ChangeOrigin } from '../../../main/lib/change.ts';
import { newId } from '../../../main/lib/ids.ts';
import { IdempotencyStore } from '../../../main/storage/idempotency.ts';
import { openNew } from '../storage/fixture.ts';
import { insertUser } from '../storage/rows.ts';

const caller: Caller = {
  userId: 'u',
  username: 'owner',
  isOwner: false,
  tokenId: 't',
  expiresAt: 0,
  isLogin: true,
  scopes: everyScope,
  actor: windowActor,
};

const column: Column = {
  id: newId(),
  title: 'Doing',
  projectId: 'website',
  position: 0,
  cardCount: 0,
  wipLimit: null,
  isCollapsed: false,
  version: 1,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
};

function callOf(parts: Partial<Call> = {}): Call {
  return {
    caller,
    reauthorize: () => undefined,
    params: {},
    query: {},
    body: undefined,
    files: [],
    precondition: { check: () => undefined },
    idempotencyKey: null,
    address: '127.0.0.1',
    signal: new AbortController().signal,
    ...parts,
  };
}

async function setUp() {
  const database = openNew();
  await database.write(() => database.prepare(insertUser).run());
  const writes: string[] = [];
  const origins: ChangeOrigin[] = [];
  const invoke = createInvoke({
    write: (work) => {
      writes.push('write');
      return database.write(work);
    },
    writeDeletion: (work) => {
      writes.push('deletion');
      return database.write(work);
    },
    idempotency: { store: new IdempotencyStore(database, () => 0), secret: 'secret' },
    attribute: (origin, work) => {
      origins.push(origin);
      return work();
    },
    checkReplies: true,
  });
  return { invoke, writes, origins };
}

const codeOf = async (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe('invoke › a query', () => {
  test('answers with a value, and its handler gets the query as the schema gives it', async () => {
    const { invoke, writes } = await setUp();
    const seen: unknown[] = [];
    const list = query(columnsApi.listColumns, (input) => {
      seen.push(input.query);
      return { items: [column], total: 1, limit: null, offset: 0 };
    });
    const reply = await invoke(list, callOf({ query: { projectId: 'website', limit: '5' } }));
    expect(reply).toMatchObject({ status: 200, value: { total: 1 }, location: null, replayed: false });
    expect(reply.value.items[0]?.title).toBe('Doing');
    expect(seen).toEqual([expect.objectContaining({ projectId: 'website', limit: 5 })]);
    expect(writes).toEqual([]);
  });

  test('is unauthorized without a caller, and forbidden to a user where only the owner may', async () => {
    const { invoke } = await setUp();
    const never = (): never => {
      throw new Error('was called');
    };
    expect(await codeOf(invoke(query(columnsApi.listColumns, never), callOf({ caller: null })))).toBe('unauthorized');
    expect(await codeOf(invoke(query(authApi.listUsers, never), callOf()))).toBe('forbidden');
  });

  test('is insufficient_scope to a caller who lacks the scope, before its query is looked at', async () => {
    const { invoke } = await setUp();
    const reader: Caller = { ...caller, isLogin: false, scopes: new Set(['notes:read']) };
    const list = query(columnsApi.listColumns, () => ({ items: [], total: 0, limit: null, offset: 0 }));
    expect(await codeOf(invoke(list, callOf({ caller: reader, query: { limit: 'x' } })))).toBe('insufficient_scope');
    expect(await codeOf(invoke(list, callOf({ caller: { ...reader, scopes: new Set(['boards:read']) } })))).toBe('answered');
  });

  test('is refused with an unknown parameter, and with one that the schema does not take', async () => {
    const { invoke } = await setUp();
    const read = query(columnsApi.readColumn, () => column);
    expect(await codeOf(invoke(read, callOf({ params: { id: column.id }, query: { more: '1' } })))).toBe('validation_failed');
    const list = query(columnsApi.listColumns, () => ({ items: [], total: 0, limit: null, offset: 0 }));
    expect(await codeOf(invoke(list, callOf({ query: { limit: 'x' } })))).toBe('validation_failed');
  });

  test('fails if its reply is not what the contract says', async () => {
    const { invoke } = await setUp();
    const more = query(columnsApi.readColumn, () => ({ ...column, secret: 1 }));
    await expect(invoke(more, callOf({ params: { id: column.id } }))).rejects.toThrow(
      'readColumn answers with fields that the contract does not have',
    );
  });
});

describe('invoke › a command', () => {
  const body = { title: 'Doing', projectId: 'website' };

  test('is applied in a write transaction and tells where the new record is', async () => {
    const { invoke, writes, origins } = await setUp();
    const actor = { kind: 'token', id: 't', name: 'Script' } as const;
    const reply = await invoke(
      command(columnsApi.createColumn, () => column),
      callOf({ body, caller: { ...caller, actor } }),
    );
    expect(origins).toEqual([{ actor, batchId: null }]);
    expect(reply).toMatchObject({ status: 201, value: column, location: `/api/columns/${column.id}`, replayed: false, text: null });
    expect(writes).toEqual(['write']);
  });

  test.each([
    [columnsApi.deleteColumn, undefined, 'deletion'],
    [trashApi.putIntoTrash, { type: 'note', id: column.id }, 'deletion'],
    [
      batchApi.runBatch,
      {
        operations: [
          { method: 'POST', path: '/api/trash' },
          { method: 'DELETE', path: '/api/cards/x' },
        ],
      },
      'deletion',
    ],
    [
      batchApi.runBatch,
      {
        operations: [
          { method: 'POST', path: '/api/trash' },
          { method: 'POST', path: '/api/cards' },
        ],
      },
      'write',
    ],
  ] as const)('may take the room that is kept for deleting where it is a step to that: $0.name', async (route, sent, kind) => {
    const { invoke, writes } = await setUp();
    const endpoint = command<Route>(route, () => {
      throw new AppError('conflict', 'written, but for this');
    });
    expect([await codeOf(invoke(endpoint, callOf({ body: sent, params: { id: column.id } }))), writes]).toEqual(['conflict', [kind]]);
  });

  test('is not prepared and not written when its body is refused', async () => {
    const { invoke, writes } = await setUp();
    let prepared = 0;
    const create = preparedCommand(
      columnsApi.createColumn,
      () => {
        prepared += 1;
      },
      () => column,
    );
    expect(await codeOf(invoke(create, callOf({ body: { ...body, more: 1 } })))).toBe('validation_failed');
    expect([prepared, writes]).toEqual([0, []]);
  });

  test('under an Idempotency-Key runs once, and the same key with another body is a mismatch', async () => {
    const { invoke } = await setUp();
    let created = 0;
    const create = command(columnsApi.createColumn, () => {
      created += 1;
      return column;
    });
    const first = await invoke(create, callOf({ body, idempotencyKey: 'k' }));
    const second = await invoke(create, callOf({ body, idempotencyKey: 'k' }));
    expect([first.replayed, second.replayed, created]).toEqual([false, true, 1]);
    expect(second).toMatchObject({ status: 201, value: column, text: first.text, location: first.location });
    expect(await codeOf(invoke(create, callOf({ body: { ...body, title: 'Done' }, idempotencyKey: 'k' })))).toBe('idempotency_mismatch');
    expect(created).toBe(1);
  });

  test('that is waited for gives what its end gives, also under the key of before; once that has failed, the key is free', async () => {
    const { invoke, writes } = await setUp();
    const ends: (Column | AppError)[] = [
      { ...column, title: 'Ended' },
      { ...column, title: 'Ended again' },
      new AppError('conflict', 'It has failed'),
    ];
    const started: unknown[] = [];
    let applied = 0;
    const create = startingCommand(
      columnsApi.createColumn,
      () => undefined,
      () => ({ ...column, version: (applied += 1) }),
      async (_input, { version }) => {
        started.push(version);
        const end = ends.shift() ?? column;
        if (end instanceof AppError) throw end;
        return await Promise.resolve(end);
      },
    );
    const call = callOf({ body, idempotencyKey: 'k' });
    expect(await invoke(create, call)).toMatchObject({ value: { title: 'Ended' }, replayed: false, text: null });
    expect(await invoke(create, call)).toMatchObject({ value: { title: 'Ended again' }, replayed: true, text: null });
    expect(await codeOf(invoke(create, call))).toBe('conflict');
    expect([started, applied, writes.length]).toEqual([[1, 1, 1], 1, 2]);
    expect(await invoke(create, call)).toMatchObject({ value: { title: 'Doing' }, replayed: false });
    expect([started, applied]).toEqual([[1, 1, 1, 2], 2]);
  });

  test('whose caller may no longer write when its turn comes changes nothing, and is given what it was answered before', async () => {
    const { invoke } = await setUp();
    let applied = 0;
    const create = command(columnsApi.createColumn, () => {
      applied += 1;
      return column;
    });
    const reauthorize = (): never => {
      throw new AppError('unauthorized', 'The token was revoked');
    };
    expect(await codeOf(invoke(create, callOf({ body, reauthorize })))).toBe('unauthorized');
    expect(applied).toBe(0);
    await invoke(create, callOf({ body, idempotencyKey: 'k' }));
    expect(await codeOf(invoke(create, callOf({ body, idempotencyKey: 'k', reauthorize })))).toBe('answered');
    expect(applied).toBe(1);
  });

  test('that was prepared too early is prepared anew up to four times, and each preparation is disposed of', async () => {
    const { invoke } = await setUp();
    const log: string[] = [];
    const create = (failures: number) =>
      preparedCommand(
        columnsApi.createColumn,
        () => {
          log.push('prepare');
          return {
            [Symbol.dispose]: () => {
              log.push('dispose');
            },
          };
        },
        () => {
          if (log.filter((entry) => entry === 'prepare').length <= failures) throw new RetryableConflict('The note has changed meanwhile');
          return column;
        },
      );
    expect(await codeOf(invoke(create(2), callOf({ body })))).toBe('answered');
    expect(log).toEqual(['prepare', 'dispose', 'prepare', 'dispose', 'prepare', 'dispose']);
    log.length = 0;
    expect(await codeOf(invoke(create(9), callOf({ body })))).toBe('unavailable');
    expect(log.filter((entry) => entry === 'prepare')).toHaveLength(4);
    expect(log.filter((entry) => entry === 'dispose')).toHaveLength(4);
  });
});
