import { expect, test } from 'vitest';
import { runSteps, type Step } from '../../support/schedule.ts';

/** Runs the steps and gives what ran at the same time, moment by moment. */
async function timeline(steps: readonly Step[], workers: number, failing = ''): Promise<string[]> {
  const moments: string[] = [];
  const running = new Set<string>();
  await runSteps(steps, workers, async ({ name }) => {
    running.add(name);
    moments.push([...running].join('+'));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    running.delete(name);
    if (name === failing) throw new Error(name);
  });
  return moments;
}

test('steps share the workers in the order of the list, after what they wait for', async () => {
  const steps = [
    { name: 'build', workers: 2 },
    { name: 'a', workers: 1, after: ['build'] },
    { name: 'both', workers: 2, after: ['build'] },
    { name: 'b', workers: 1, after: ['build'] },
  ];
  expect(await timeline(steps, 2)).toEqual(['build', 'a', 'a+b', 'both']);
});

test('a step that wants more workers than there are runs alone', async () => {
  expect(
    await timeline(
      [
        { name: 'a', workers: 1 },
        { name: 'large', workers: 9 },
      ],
      2,
    ),
  ).toEqual(['a', 'large']);
});

test('a step without workers runs beside others that use all of them', async () => {
  const steps = [
    { name: 'both', workers: 2 },
    { name: 'waits', workers: 0 },
    { name: 'a', workers: 1 },
  ];
  expect((await timeline(steps, 2)).slice(0, 2)).toEqual(['both', 'both+waits']);
});

test('results come in the order of the list', async () => {
  const steps = [
    { name: 'slow', workers: 1, turns: 3 },
    { name: 'quick', workers: 1, turns: 1 },
  ];
  const results = await runSteps(steps, 2, async ({ name, turns }) => {
    for (let turn = 0; turn < turns; turn += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    return name;
  });
  expect(results).toEqual(['slow', 'quick']);
});

test('an error ends the run once what was running has ended, and nothing else begins', async () => {
  await expect(
    timeline(
      [
        { name: 'a', workers: 1 },
        { name: 'b', workers: 1, after: ['a'] },
      ],
      2,
      'a',
    ),
  ).rejects.toThrow('a');
});

test('steps that wait for each other are told', async () => {
  await expect(
    timeline(
      [
        { name: 'a', workers: 1, after: ['b'] },
        { name: 'b', workers: 1, after: ['a'] },
      ],
      2,
    ),
  ).rejects.toThrow('wait for each other: a, b');
});
