import { expect, test } from 'vitest';
import { Maintenance } from '../../../main/storage/maintenance.ts';
import { IdempotencyStore } from '../../../main/storage/idempotency.ts';
import { openNew } from './fixture.ts';
import { insertUser } from './rows.ts';

const day = 24 * 60 * 60 * 1000;
const fingerprint = { request: Buffer.alloc(32), secret: Buffer.alloc(4) };
const answer = { status: 201, location: null, body: '{}' };

test('outdated Idempotency-Keys are removed by the maintenance, not by the next key', async () => {
  let now = 10 * day;
  const database = openNew();
  await database.write(() => {
    database.prepare(insertUser).run();
  });
  const kept = database.prepare<[], { key: string }>('SELECT key FROM idempotency_keys');
  const store = new IdempotencyStore(database, () => now);
  // More than one slice of them.
  await database.write(() => {
    for (let count = 0; count < 120; count += 1) store.keep('u', `old-${count}`, fingerprint, answer);
  });
  now += day + 1;
  await database.write(() => {
    store.keep('u', 'new', fingerprint, answer);
  });
  expect(kept.all()).toHaveLength(121);
  expect(store.find('u', 'old-1', fingerprint)).toBeNull();
  const failures: unknown[] = [];
  await new Maintenance({
    watch: { isEven: true },
    write: (work) => database.write(work),
    tasks: [store.outdated],
    log: {
      error: (...said) => {
        failures.push(said);
      },
    },
  }).run();
  expect([kept.all(), failures]).toEqual([[{ key: 'new' }], []]);
});
