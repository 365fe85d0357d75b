// What a search sees of cards and events that are not in their indexes yet.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWords } from '../../../main/composition/search.ts';
import { openNew, withEvents } from '../storage/fixture.ts';

test('while a thread writes, a search waits, and then sees what is pending', async () => {
  const database = openNew();
  await (await withEvents(database)).add('a pelican');
  const words = openWords(database, { error: () => undefined } as never);
  const found = database.prepare<[], number>(`SELECT count(*) FROM event_index WHERE event_index MATCH 'pelican'`).pluck();
  const finished = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const writing = database.writeElsewhere(() => {
    begun.resolve();
    return finished.promise;
  }, false);
  await begun.promise;
  const order: unknown[] = [];
  const searching = words.catchUp('u').then(() => order.push(words.whileIndexed('u', () => found.get())));
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  order.push('written');
  finished.resolve();
  await Promise.all([writing, searching]);
  expect(order).toEqual(['written', 1]);
});

test('a stop indexes what is pending, and waits neither for what cannot be indexed nor for a loop that was never started', async () => {
  const database = openNew();
  const events = await withEvents(database);
  const pending = database.prepare<[], number>('SELECT count(*) FROM unindexed_words').pluck();
  for (let number = 0; number < 600; number += 1) await events.add(`heron ${number}`);
  await openWords(database, { error: () => undefined } as never).stop();
  expect(pending.get()).toBe(600);
  const words = openWords(database, { error: () => undefined } as never);
  words.start();
  await words.stop();
  expect(pending.get()).toBe(0);
  expect(database.prepare<[], number>(`SELECT count(*) FROM event_index WHERE event_index MATCH 'heron'`).pluck().get()).toBe(600);

  await events.add('a crane');
  const errors: unknown[] = [];
  const failing = openWords(database, { error: (error: unknown) => errors.push(error) } as never);
  failing.start();
  await database.write(() => database.prepare('DROP TABLE event_index').run());
  await failing.stop();
  expect(errors).toHaveLength(1);
});
