// What the tests of boards do over and over.

import { expect } from 'vitest';
import type { Card, CardList } from '../../main/contract/cards.ts';
import type { Column, ColumnList } from '../../main/contract/columns.ts';
import { cleanUpBy } from './clean-up.ts';
import { startTestService, type Answer, type TestService } from './service.ts';

/** An id that nothing has. */
export const noId = '01890a5d-ac96-774b-bcce-b302099a8057';

export interface BoardClient {
  column(fields?: object, token?: string): Promise<Column>;
  card(columnId: string, fields?: object, token?: string): Promise<Card>;
  /** All columns of the user. */
  columns(token?: string): Promise<ColumnList>;
  /** The cards of a column. */
  cards(columnId: string, token?: string): Promise<CardList>;
  lastSeq(): Promise<number>;
  changesSince(seq: number): Promise<unknown>;
}

export function boardClient(service: TestService): BoardClient {
  // oxlint-disable-next-line typescript/no-explicit-any -- each caller names what it is
  const must = async (status: number, answer: Promise<Answer>): Promise<any> => {
    const { status: actual, body } = await answer;
    expect([actual, body]).toEqual([status, expect.anything()]);
    return body;
  };
  return {
    column: (fields = {}, token = service.token()) =>
      must(201, service.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'website', ...fields }, token })),
    card: (columnId, fields = {}, token = service.token()) =>
      must(201, service.request('POST', '/api/cards', { body: { title: 'Draw the logo', columnId, ...fields }, token })),
    columns: (token = service.token()) => must(200, service.request('GET', '/api/columns', { token })),
    cards: (columnId, token = service.token()) => must(200, service.request('GET', `/api/cards/column/${columnId}`, { token })),
    lastSeq: async () => (await must(200, service.request('GET', '/api/changes?limit=0'))).lastSeq,
    changesSince: async (seq) => (await must(200, service.request('GET', `/api/changes?since=${seq}`))).items,
  };
}

interface TestBoards {
  readonly service: TestService;
  /** The owner's. */
  readonly client: BoardClient;
  /** A token of another user. */
  readonly berta: string;
}

/** A service with boards of two users. To be called in `beforeAll`: it ends after the file. */
export async function withBoards(): Promise<TestBoards> {
  const service = await startTestService();
  cleanUpBy(() => service.dispose());
  return { service, client: boardClient(service), berta: await service.signUp('berta') };
}

/** The paths of the refused fields. */
export function refused({ status, headers, body }: Answer): string[] {
  expect([status, body.code, headers.get('Content-Type')]).toEqual([
    400,
    'validation_failed',
    expect.stringContaining('application/problem+json'),
  ]);
  const errors = body.errors as { path: string; message: string }[];
  expect(body.detail).toContain(errors[0]?.path);
  // None of the schema library's own words, which speak of types and patterns.
  for (const { message } of errors) expect(message).not.toMatch(/invalid|expected|pattern/i);
  return errors.map((error) => error.path);
}

/** All of an answer that may not depend on whose record it is. */
export function withoutRequestId({ status, body }: Answer): unknown {
  return { status, body: { ...body, requestId: '' } };
}
