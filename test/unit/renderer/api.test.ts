import { describe, expect, it } from 'vitest';
import { aiApi } from '../../../main/contract/ai.ts';
import { authApi } from '../../../main/contract/auth.ts';
import { backupsApi } from '../../../main/contract/backups.ts';
import { boardsApi } from '../../../main/contract/boards.ts';
import { changesApi } from '../../../main/contract/changes.ts';
import { configApi } from '../../../main/contract/config.ts';
import { endpoints } from '../../../main/contract/endpoints.ts';
import { eventsApi } from '../../../main/contract/events.ts';
import { exportsApi } from '../../../main/contract/exports.ts';
import { notesApi } from '../../../main/contract/notes.ts';
import { undoApi } from '../../../main/contract/undo.ts';
import { batchApi } from '../../../main/contract/batch.ts';
import { systemApi } from '../../../main/contract/system.ts';
import { tokensApi } from '../../../main/contract/tokens.ts';
import { trashApi } from '../../../main/contract/trash.ts';
import { coalesce } from '../../../renderer/api/coalesce.ts';
import { routes } from '../../../renderer/api/routes.ts';
import { tokenInText } from '../../../renderer/api/session.ts';

describe('routes', () => {
  const contract = {
    ...systemApi,
    ...changesApi,
    ...notesApi,
    ...exportsApi,
    ...boardsApi,
    ...eventsApi,
    ...configApi,
    ...backupsApi,
    ...authApi,
    ...aiApi,
    ...tokensApi,
    ...trashApi,
    ...batchApi,
    ...undoApi,
  };

  it('are the endpoints of the contract, no more and no less', () => {
    expect(Object.keys(endpoints).toSorted()).toEqual(Object.keys(contract).toSorted());
    expect(routes).toBe(endpoints);
  });

  it.each(Object.entries(contract))('%s is named as in its table', (name, route) => {
    expect(route.name).toBe(name);
  });
});

describe('tokenInText', () => {
  it.each([
    ['abc.def.ghi', 'abc.def.ghi'],
    ['  abc.def.ghi\n', 'abc.def.ghi'],
    ['"abc.def.ghi"', 'abc.def.ghi'],
    ['http://localhost:8717/#token=abc.def.ghi', 'abc.def.ghi'],
    [' http://127.0.0.1:8717/#token=abc.def-_g%68i\n', 'abc.def-_ghi'],
    ['#token=abc&next=1', 'abc'],
    ['#token=%', '%'],
    ['', ''],
  ])('%j holds %j', (text, token) => {
    expect(tokenInText(text)).toBe(token);
  });
});

describe('coalesce', () => {
  it('answers a burst at its first and after its last', async () => {
    const runs: (() => void)[] = [];
    const ask = coalesce(
      () =>
        new Promise((resolve) => {
          runs.push(resolve);
        }),
    );
    ask();
    ask();
    ask();
    expect(runs).toHaveLength(1);
    runs[0]?.();
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.();
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    expect(runs).toHaveLength(2);
    ask();
    expect(runs).toHaveLength(3);
  });
});
