import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../main/contract/endpoints.ts';
import { coalesce } from '../../../renderer/api/coalesce.ts';
import { routes } from '../../../renderer/api/routes.ts';
import { tokenInText } from '../../../renderer/api/session.ts';
import { allRoutes } from '../../support/routes.ts';

describe('routes', () => {
  it('are the endpoints of the contract, no more and no less', () => {
    expect(Object.keys(endpoints).toSorted()).toEqual(allRoutes.map(({ name }) => name).toSorted());
    expect(routes).toBe(endpoints);
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
