// Uploads and downloads of attachments in tests, and a look at the files that the service keeps.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attachment, Card } from '../../main/contract/cards.ts';
import { rawRequest } from './raw-request.ts';
import type { Answer, TestService } from './service.ts';

/** A text field, or a file. */
export type Part = readonly [field: string, value: string] | readonly [field: string, content: Buffer | string, filename: string];

let counter = 0;
/** A text that no other test uploads. */
export const unique = (): string => `text ${(counter += 1)} ${Math.random()}\n`;

/** A form as a browser sends it. */
export function form(parts: readonly Part[]): FormData {
  const data = new FormData();
  for (const [field, value, filename] of parts) {
    if (filename === undefined) data.append(field, String(value));
    else data.append(field, new Blob([Buffer.from(value as Buffer)]), filename);
  }
  return data;
}

/** A board with one column, and the calls that tests of attachments make again and again. */
export class AttachmentClient {
  readonly service: TestService;
  columnId = '';

  constructor(service: TestService) {
    this.service = service;
  }

  async open(): Promise<void> {
    this.columnId = (await this.service.request('POST', '/api/columns', { body: { title: 'To do', projectId: 'p' } })).body.id as string;
  }

  async post(
    to: string,
    body: BodyInit,
    { token = this.service.token(), headers = {} }: { token?: string | null; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(this.service.baseUrl + to, {
      method: 'POST',
      body,
      headers: { ...(token === null ? {} : { Authorization: `Bearer ${token}` }), ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  async newCard(token = this.service.token(), columnId = this.columnId): Promise<Card> {
    const { status, body } = await this.service.request('POST', '/api/cards', { body: { title: 'Card', columnId }, token });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Card;
  }

  async card(id: string): Promise<Card> {
    return (await this.service.request('GET', `/api/cards/${id}`)).body as Card;
  }

  async attach(cardId: string, ...parts: Part[]): Promise<Attachment[]> {
    const { status, body } = await this.post(`/api/cards/${cardId}/attachments`, form(parts));
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.items as Attachment[];
  }

  async download(
    url: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
    const response = await fetch(this.service.baseUrl + url, {
      method,
      headers: { Authorization: `Bearer ${this.service.token()}`, ...headers },
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** As a browser's cache asks; `fetch` would say besides that it wants no cached answer. */
  unless(etag: string | null, url: string): ReturnType<typeof rawRequest> {
    return rawRequest(this.service.baseUrl + url, {
      headers: { Authorization: `Bearer ${this.service.token()}`, 'If-None-Match': etag ?? '' },
    });
  }

  /** Every file below `attachments/`: kept ones by hash, unfinished ones by name. */
  filesOnDisk(): { kept: string[]; incoming: string[] } {
    const root = join(this.service.dataDir, 'attachments');
    const folders = readdirSync(root).filter((name) => name !== 'incoming');
    return { kept: folders.flatMap((name) => readdirSync(join(root, name))).toSorted(), incoming: readdirSync(join(root, 'incoming')) };
  }
}
