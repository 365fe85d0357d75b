import type { Page } from '@playwright/test';
import { says } from '../support/agent.ts';
import { json, startProvider, type Asked, type Script } from '../support/provider.ts';
import type { RunningService } from '../e2e/renderer/fixtures.ts';
import type { Scene } from './scene.ts';

const note = `# Launch

We go live on **Tuesday**.

- Ask Mira about the poster
- Book the room
- Send the invitations
`;

interface Message {
  readonly role: string;
  readonly content: string;
}

/** Plays a model that goes by the task, and by how often it was asked. */
function play(noteId: string): Script {
  return (res, asked: Asked) => {
    if (asked.method === 'GET') return json(200, { object: 'list', data: [] })(res, asked);
    const { messages } = asked.body as { readonly messages: readonly Message[] };
    const task = messages.find(({ role }) => role === 'user')?.content ?? '';
    const turn = messages.filter(({ role }) => role === 'assistant').length;
    if (task.startsWith('Plan')) return json(401, { error: { message: 'Incorrect API key provided' } })(res, asked);
    if (task.startsWith('Which'))
      return says('Two things are open for the launch:\n\n1. **The room** is not booked\n2. Mira has not answered')(res, asked);
    const edits = [
      { oldText: 'We go live on **Tuesday**.', newText: 'We go live on **Thursday**, at 10:00.' },
      { oldText: '- Book the room', newText: '- Book the room for Thursday' },
    ];
    const turns = [
      says('I look for the note first.', { name: 'search', args: { query: 'launch' } }),
      says('', { name: 'read', args: { type: 'note', id: noteId } }, { name: 'list', args: { what: 'boards' } }),
      says('The launch moves to Thursday. I change the date and what depends on it.', {
        name: 'edit_note',
        args: { id: noteId, version: 0, edits },
      }),
    ];
    return (turns[turn] ?? says('Done.'))(res, asked);
  };
}

let waiting = '';
let failed = '';

async function prepare(service: RunningService): Promise<void> {
  const { id } = await service.send('POST', '/api/notes', { title: 'Launch', content: note });
  const provider = await startProvider();
  provider.answer(play(id));
  await service.send('PUT', '/api/config', {
    AI_PROFILE: null,
    AI_BASE_URL: provider.baseUrl,
    AI_MODEL: 'small-instruct',
    AI_API_KEY: 'sk-1',
  });
  const start = async (task: string): Promise<string> => (await service.send('POST', '/api/ai/agent/runs', { task })).id;
  await start('Which points of the launch are still open?');
  failed = await start('Plan the next week with a slot for sport each day');
  waiting = await start('The launch moves from Tuesday to Thursday: change the note, and whatever else names the date');
  for (;;) {
    const { items } = (await service.send('GET', '/api/ai/agent/runs')) as unknown as {
      readonly items: readonly { readonly status: string }[];
    };
    if (items.every(({ status }) => status !== 'running')) break;
  }
  provider.close();
}

async function open(page: Page, { frontendUrl }: RunningService, path: string): Promise<void> {
  await page.goto(`${frontendUrl}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export const runScenes: readonly Scene[] = [
  {
    name: 'runs',
    prepare,
    show: async (page, service) => {
      await open(page, service, '/runs?new');
      await page.getByRole('list', { name: 'Runs' }).getByText('Waits for you').waitFor();
    },
  },
  {
    name: 'runs-approval',
    show: async (page, service) => {
      await open(page, service, `/runs/${waiting}`);
      await page.getByRole('button', { name: 'Allow once' }).waitFor();
      await page.locator('#main').evaluate((main) => {
        main.scrollTop = main.scrollHeight;
      });
    },
  },
  {
    name: 'runs-top',
    show: async (page, service) => {
      await open(page, service, `/runs/${waiting}`);
      await page.getByText('Search', { exact: false }).first().click();
      await page.getByRole('button', { name: 'Allow once' }).waitFor();
    },
  },
  {
    name: 'runs-failed',
    show: async (page, service) => {
      await open(page, service, `/runs/${failed}`);
      await page.getByRole('alert').waitFor();
    },
  },
];
