import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { calendarsKey, showCalendar, type Calendar } from '../../../renderer/api/calendars.ts';
import type { Client } from '../../../renderer/api/client.ts';
import { routes } from '../../../renderer/api/routes.ts';

const calendars = [
  { id: 'shown', isVisible: true },
  { id: 'hidden', isVisible: false },
] as unknown as readonly Calendar[];

function serviceWith(refuses = false) {
  const sent: unknown[] = [];
  const call = (route: unknown, input: { readonly params: { readonly id: string }; readonly body: object }): Promise<unknown> => {
    if (route === routes.listCalendars) return Promise.resolve({ items: calendars });
    sent.push(input);
    return refuses ? Promise.reject(new Error('away')) : Promise.resolve({ id: input.params.id, ...input.body });
  };
  return { client: { call } as unknown as Client, queries: new QueryClient(), sent };
}

it('a hidden calendar is shown, also where no page has read the calendars', async () => {
  const service = serviceWith();
  await showCalendar(service, 'hidden');
  expect(service.sent).toEqual([{ params: { id: 'hidden' }, body: { isVisible: true } }]);
  expect(service.queries.getQueryData<readonly Calendar[]>(calendarsKey)?.map(({ isVisible }) => isVisible)).toEqual([true, true]);
  await showCalendar(service, 'hidden');
  expect(service.sent).toHaveLength(1);
});

it('nothing is sent for a calendar that is shown, or is not there', async () => {
  const service = serviceWith();
  await showCalendar(service, 'shown');
  await showCalendar(service, 'gone');
  expect(service.sent).toEqual([]);
});

it('a calendar that cannot be shown stays hidden', async () => {
  const service = serviceWith(true);
  await expect(showCalendar(service, 'hidden')).resolves.toBeUndefined();
  expect(service.queries.getQueryData(calendarsKey)).toEqual(calendars);
});
