// What the tests of notes do over and over.

import { expect } from 'vitest';
import type { Note, NoteDeltaReply, NoteHistory, NoteList, NoteThen } from '../../main/contract/notes.ts';
import type { Answer, RequestOptions, TestService } from './service.ts';

/** A step that inserts text into a paragraph. */
export const typed = (at: number, text: string): object => ({
  stepType: 'replace',
  from: at,
  to: at,
  slice: { content: [{ type: 'text', text }] },
});

export interface NoteClient {
  create(content?: string, fields?: object, token?: string): Promise<Note>;
  read(id: string, query?: string, token?: string): Promise<Note>;
  list(query?: string, token?: string): Promise<NoteList>;
  /** Whatever the answer is. */
  post(id: string, delta: object, options?: RequestOptions): Promise<Answer>;
  /** The answer to a delta that is accepted. */
  change(id: string, delta: object, options?: RequestOptions): Promise<NoteDeltaReply>;
  history(id: string, query?: string): Promise<NoteHistory>;
  /** The note as it was. */
  version(id: string, version: number): Promise<NoteThen>;
  lastSeq(): Promise<number>;
  changesSince(seq: number): Promise<{ type: string; action: string; id: string; version: number }[]>;
}

export function noteClient(service: Pick<TestService, 'request' | 'token'>): NoteClient {
  // oxlint-disable-next-line typescript/no-explicit-any -- each caller names what it is
  const must = async (status: number, answer: Promise<Answer>): Promise<any> => {
    const { status: actual, body } = await answer;
    expect([actual, body]).toEqual([status, expect.anything()]);
    return body;
  };
  const post: NoteClient['post'] = (id, delta, options = {}) =>
    service.request('POST', `/api/notes/${id}/delta`, { body: delta, ...options });
  return {
    create: (content = '', fields = {}, token = service.token()) =>
      must(201, service.request('POST', '/api/notes', { body: { title: 'Note', content, ...fields }, token })),
    read: (id, query = '', token = service.token()) => must(200, service.request('GET', `/api/notes/${id}${query}`, { token })),
    list: (query = '', token = service.token()) => must(200, service.request('GET', `/api/notes${query}`, { token })),
    post,
    change: (id, delta, options) => must(200, post(id, delta, options)),
    history: (id, query = '') => must(200, service.request('GET', `/api/notes/${id}/history${query}`)),
    version: (id, version) => must(200, service.request('GET', `/api/notes/${id}/history/${version}`)),
    lastSeq: async () => (await must(200, service.request('GET', '/api/changes?limit=0'))).lastSeq,
    changesSince: async (seq) => (await must(200, service.request('GET', `/api/changes?since=${seq}`))).items,
  };
}
