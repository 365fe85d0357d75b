import { expect, test } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { LinkStore } from '../../../main/features/relations/link-store.ts';
import { openNew } from '../storage/fixture.ts';

test('sweep › leaves the links of a record of which the change feed is still to be told', async () => {
  const database = openNew();
  const links = new LinkStore(database);
  const gone = { userId: 'ada', id: 'gone', after: '' };
  const left = (): readonly string[] => links.toldOf(gone, 10).map(({ id }) => id);
  await database.write(() => {
    new UserStore(database).insert({ id: 'ada', username: 'ada', passwordHash: null, isOwner: true, createdAt: 0, updatedAt: 0 });
    links.insert('ada', { id: 'link', fromType: 'note', fromId: 'gone', toType: 'note', toId: 'other', createdAt: 0 });
    links.setUntold(gone);
    links.sweep('', '~');
  });
  expect(left()).toEqual(['link']);
  await database.write(() => {
    links.removeUntold(gone);
    links.sweep('', '~');
  });
  expect(left()).toEqual([]);
});
