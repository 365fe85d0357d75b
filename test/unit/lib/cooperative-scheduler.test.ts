import { expect, test } from 'vitest';
import { CooperativeScheduler } from '../../../main/lib/cooperative-scheduler.ts';

test('maybeRest › is null for work that fits into one slice, and else goes on where it was', async () => {
  const done: string[] = [];
  const work = function* (steps: readonly number[]): Generator<void, void> {
    for (const milliseconds of steps) {
      const end = performance.now() + milliseconds;
      while (performance.now() < end) continue;
      done.push(`${milliseconds} ms`);
      yield;
    }
  };
  expect(new CooperativeScheduler().maybeRest(work([]))).toBeNull();
  const rest = new CooperativeScheduler().maybeRest(work([25, 0]));
  expect([rest, done]).toEqual([expect.any(Promise), ['25 ms']]);
  await rest;
  expect(done).toEqual(['25 ms', '0 ms']);
});

test('rests after each slice where no caller waits, so that others have the larger share', async () => {
  let rounds = 0;
  const count = setInterval(() => (rounds += 1), 1);
  const work = function* (): Generator<void, void> {
    for (let slice = 0; slice < 3; slice++) {
      const end = performance.now() + 12;
      while (performance.now() < end) continue;
      yield;
    }
  };
  const began = performance.now();
  await new CooperativeScheduler({ restMs: 20 }).run(work());
  clearInterval(count);
  expect(performance.now() - began).toBeGreaterThan(90);
  expect(rounds).toBeGreaterThan(2);
});
