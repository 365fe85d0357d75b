import { expect } from 'vitest';
import type { Answer, TestService } from './service.ts';

export interface Requests {
  /** The owner's token when absent. */
  send(method: string, path: string, body?: unknown, token?: string, headers?: Record<string, string>): Promise<Answer>;
  /** Expects this status, and gives the body. */
  must(status: number, method: string, path: string, body?: unknown, token?: string): Promise<Answer['body']>;
}

/** Requests to the service that is there when they are made. */
export function requestsTo(service: () => Pick<TestService, 'request' | 'token'>): Requests {
  const send: Requests['send'] = (method, path, body, token = service().token(), headers = {}) =>
    service().request(method, path, { body, token, headers });
  return {
    send,
    must: async (status, method, path, body, token) => {
      const answer = await send(method, path, body, token);
      expect([answer.status, answer.body]).toEqual([status, status === 204 ? undefined : expect.anything()]);
      return answer.body;
    },
  };
}
