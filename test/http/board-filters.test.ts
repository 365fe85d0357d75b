// Filters of boards, saved under names.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoardFilter } from '../../main/contract/board-filters.ts';
import type { Label, Project } from '../../main/contract/projects.ts';
import { boardClient, noId, refused, withoutRequestId, type BoardClient } from '../support/boards.ts';
import { requestsTo } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: BoardClient;
let project: Project;
let label: Label;

beforeAll(async () => {
  service = await startTestService();
  client = boardClient(service);
  project = (await must(201, 'POST', '/api/projects', { name: 'Website', id: 'web site' })) as Project;
  label = (await must(201, 'POST', `${path}/labels`, { name: 'Bug' })) as Label;
});

afterAll(() => service.dispose());

const { send, must } = requestsTo(() => service);

const path = '/api/projects/web%20site';
const read = async (): Promise<Project> => (await must(200, 'GET', path)) as Project;
const save = async (fields: object): Promise<BoardFilter> => (await must(201, 'POST', `${path}/filters`, fields)) as BoardFilter;

describe('POST /api/projects/:id/filters', () => {
  test.each<[string, object, string[]]>([
    ['there is no name', {}, ['name']],
    ['the name is blank', { name: ' ' }, ['name']],
    ['a priority is none', { name: 'x', priorities: ['huge'] }, ['priorities.0']],
    ['the due date is none', { name: 'x', due: 'soon' }, ['due']],
    ['the label is none of the project', { name: 'x', labelId: noId }, ['labelId']],
    ['a state is a text', { name: 'x', completed: 'false' }, ['completed']],
    ['a field is unknown', { name: 'x', text: 'y' }, ['text']],
  ])('400 when %s', async (_, body, paths) => {
    expect(refused(await send('POST', `${path}/filters`, body))).toEqual(paths);
  });

  test('201 with the whole filter and Location; it is part of the project, and the feed tells of that', async () => {
    const seq = await client.lastSeq();
    const { version, filters } = await read();
    const fields = { name: 'Mine', q: 'logo', priorities: ['high', 'urgent', 'high'], due: 'week', labelId: label.id, completed: false };
    const { status, headers, body } = await send('POST', `${path}/filters`, fields);
    expect([status, headers.get('Location')]).toEqual([201, `${path}/filters/${body.id as string}`]);
    expect(body).toEqual({ ...fields, priorities: ['high', 'urgent'], id: expect.any(String), projectId: 'web site' });
    expect(await must(200, 'GET', `${path}/filters/${body.id as string}`)).toEqual(body);
    expect(await read()).toMatchObject({ version: version + 1, filters: [...filters, body] });
    expect(await client.changesSince(seq)).toMatchObject([{ type: 'project', action: 'updated', version: version + 1 }]);
    expect(await save({ name: 'All' })).toMatchObject({ q: '', priorities: [], due: null, labelId: null, completed: null });
  });

  test('409 for more than 50', async () => {
    await must(201, 'POST', '/api/projects', { name: 'Full', id: 'full' });
    for (let index = 0; index < 50; index += 1) await must(201, 'POST', '/api/projects/full/filters', { name: `${index}` });
    expect((await send('POST', '/api/projects/full/filters', { name: 'x' })).body.code).toBe('conflict');
    expect(await must(200, 'GET', '/api/projects/full/filters?limit=2&offset=49')).toMatchObject({ items: [{ name: '49' }], total: 50 });
  });
});

describe('GET, PUT, DELETE /api/projects/:id/filters/:filterId', () => {
  test('404 for a filter that is none, and for another user’s project, as for one that never was', async () => {
    const { id } = await save({ name: 'Own' });
    const berta = await service.signUp('berta');
    for (const [method, body] of [['GET'], ['PUT', { name: 'Taken' }], ['DELETE']] as const) {
      expect((await send(method, `${path}/filters/${noId}`, body)).status).toBe(404);
      expect(withoutRequestId(await send(method, `${path}/filters/${id}`, body, berta))).toEqual(
        withoutRequestId(await send(method, `/api/projects/${noId}/filters/${id}`, body, berta)),
      );
    }
  });

  test('200, 204; undone with the change of the project, and it goes into the trash and back with it', async () => {
    const { id } = await save({ name: 'Old', due: 'today' });
    expect(refused(await send('PUT', `${path}/filters/${id}`, { labelId: noId }))).toEqual(['labelId']);
    expect(await must(200, 'PUT', `${path}/filters/${id}`, { name: 'New', due: null })).toMatchObject({ name: 'New', due: null });
    const seq = await client.lastSeq();
    await must(204, 'DELETE', `${path}/filters/${id}`);
    expect((await read()).filters.map((filter) => filter.id)).not.toContain(id);
    const [change] = (await client.changesSince(seq)) as { seq: number }[];
    await must(200, 'POST', '/api/undo', { changes: [change?.seq] });
    const { filters } = await read();
    expect(filters.find((filter) => filter.id === id)).toMatchObject({ name: 'New' });
    const entry = await must(201, 'POST', '/api/trash', { type: 'project', id: project.id });
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect((await read()).filters).toEqual(filters);
  });

  test('a project that came back into another one of its id adds its filters to those of that one', async () => {
    await must(201, 'POST', '/api/projects', { name: 'Twice', id: 'twice' });
    await must(201, 'POST', '/api/projects/twice/filters', { name: 'first' });
    const entry = await must(201, 'POST', '/api/trash', { type: 'project', id: 'twice' });
    await must(201, 'POST', '/api/projects', { name: 'Again', id: 'twice' });
    await must(201, 'POST', '/api/projects/twice/filters', { name: 'second' });
    await must(200, 'POST', `/api/trash/${entry.id as string}/restore`);
    expect(await must(200, 'GET', '/api/projects/twice/filters')).toMatchObject({ items: [{ name: 'second' }, { name: 'first' }] });
  });
});
