import { expect, test } from 'vitest';
import { openApiDocument } from '../../../main/http/openapi.ts';
import { allRoutes } from '../../support/routes.ts';

test('the document of all routes is written in slices, between which others get their turn', async () => {
  let [turns, isWritten] = [0, false];
  const turn = (): void => {
    turns += 1;
    if (!isWritten) setImmediate(turn);
  };
  setImmediate(turn);
  const { paths } = await openApiDocument(allRoutes, '1.0.0', 'http://localhost');
  isWritten = true;
  expect(Object.keys(paths as object)).toContain('/api/notes/{id}');
  expect(turns).toBeGreaterThan(1);
});
