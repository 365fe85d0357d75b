import { expect, test } from 'vitest';
import { list } from '../../../main/tools/list.ts';
import type { ToolContext } from '../../../main/tools/tool.ts';

test.each([
  ['begin with summer time', '2026-03-26', '2026-03-25T23:00:00.000Z', '2026-04-01T22:00:00.000Z'],
  ['begin with winter time', '2026-10-20', '2026-10-19T22:00:00.000Z', '2026-10-26T23:00:00.000Z'],
  ['from a time of day on', '2026-03-26T12:00:00Z', '2026-03-26T12:00:00.000Z', '2026-04-02T11:00:00.000Z'],
])('list › the agenda is of 7 days on the clocks of this machine, also where they %s', async (_, from, startDate, endDate) => {
  const asked: unknown[] = [];
  const ask = (__: unknown, request: unknown): Promise<unknown> => {
    asked.push(request);
    return Promise.resolve({ items: [], total: 0 });
  };
  const context = { ask, timeZone: () => 'Europe/Berlin', now: () => Date.parse('2026-03-20T12:00:00Z') } as unknown as ToolContext;
  await list.run({ what: 'agenda', from }, context);
  expect(asked).toMatchObject([{ query: { startDate, endDate } }]);
});
