import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Page } from '@playwright/test';
import { startProvider, stream } from '../support/provider.ts';
import { writeTinyGguf } from '../support/tiny-gguf.ts';
import { ask, openChat } from '../e2e/renderer/chat-fixtures.ts';
import type { RunningService } from '../e2e/renderer/fixtures.ts';
import type { Scene } from './scene.ts';

const text = `The note plans a **weekend in the Harz**. Open points:

1. Book the hut before *Tuesday*
2. Ask Mira about the car
3. Check the weather with \`forecast --place Harz\`

| Day | Way | Hours |
|---|---|--:|
| Saturday | Brocken by the Goethe path | 5 |
| Sunday | Ilse falls | 3½ |

\`\`\`sh
curl -s localhost:8716/api/notes?q=harz \\
  -H "Authorization: Bearer $TOKEN" | jq '.items[].title'
\`\`\`

> The train leaves at 7:12, so pack on Friday.
`;

const events = (answer: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: answer }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Answers in the place of a model. */
async function answerWith(page: Page, status: number, type: string, body: string): Promise<void> {
  await page.route('**/api/ai/chat*', async (route) => {
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    await route.fulfill(route.request().method() === 'OPTIONS' ? { status: 204, headers } : { status, headers, contentType: type, body });
  });
}

async function configure({ send }: RunningService, values: Record<string, string | null>): Promise<void> {
  await send('PUT', '/api/config', { AI_PROFILE: null, AI_BASE_URL: null, LOCAL_MODEL_PATH: null, LLAMA_SERVER_PORT: '18799', ...values });
}

let note = '';
const remote = { AI_BASE_URL: 'http://localhost:9/v1', AI_MODEL: 'small-instruct' };

export const chatScenes: readonly Scene[] = [
  {
    name: 'chat-empty',
    prepare: async (service) => {
      const content = `# Harz\n\n${'We take the early train and walk up from Ilsenburg. '.repeat(900)}\n`;
      note = (await service.send('POST', '/api/notes', { title: 'Weekend in the Harz', content })).id;
    },
    show: async (page, service) => {
      await configure(service, remote);
      await openChat(page);
    },
  },
  {
    name: 'chat-answer',
    show: async (page, service) => {
      await configure(service, remote);
      await answerWith(page, 200, 'text/event-stream', events(text));
      await page.goto(`${service.frontendUrl}/notes/${note}`);
      await page.getByRole('textbox', { name: 'Text of the note' }).waitFor();
      await page.getByRole('button', { name: 'More for this note' }).click();
      await page.getByRole('menuitem', { name: 'Ask about this note' }).click();
      const panel = page.getByRole('complementary', { name: 'Chat' });
      await ask(panel, 'What is still open for our weekend?');
      await panel.getByRole('button', { name: 'Insert into note' }).waitFor();
    },
  },
  {
    name: 'chat-sources',
    prepare: async (service) => {
      const times = { startTime: '2026-12-03T09:00:00Z', endTime: '2026-12-03T09:45:00Z', timeZone: 'Europe/Vienna' };
      await service.send('POST', '/api/events', { title: 'Dentist, Dr. Weiss', location: 'Lange Gasse 12', ...times });
      const content = 'Dr. Weiss wants to see the crown upper left again before Christmas. Bring the insurance card and the X-ray.';
      await service.send('POST', '/api/notes', { title: 'What the dentist said about the crown and the next check-ups', content });
    },
    show: async (page, service) => {
      const provider = await startProvider();
      await configure(service, { ...remote, AI_BASE_URL: provider.baseUrl });
      provider.answer(
        stream('You see **Dr. Weiss** on 3 December at ten [1]; she looks at the crown upper left [2].\n\nBring:\n\n- the card [2]\n'),
      );
      const panel = await openChat(page);
      await panel.getByRole('button', { name: 'Ask my notes' }).click();
      await ask(panel, 'When do I go to the dentist, and what for?');
      await panel.getByRole('region', { name: 'Sources' }).waitFor();
      await panel.getByRole('button', { name: 'Copy', exact: true }).waitFor();
      provider.close();
    },
  },
  {
    name: 'chat-failed',
    show: async (page, service) => {
      await configure(service, remote);
      await answerWith(
        page,
        502,
        'application/problem+json',
        JSON.stringify({
          type: 'about:blank',
          title: 'Bad Gateway',
          status: 502,
          code: 'upstream_failed',
          detail: 'The AI provider answered 401: it does not accept the key, or not for this',
          requestId: 'r',
        }),
      );
      const panel = await openChat(page);
      await ask(panel, 'Are you there?');
      await panel.getByRole('alert').waitFor();
    },
  },
  {
    name: 'chat-none',
    show: async (page, service) => {
      await configure(service, {});
      await (await openChat(page)).getByLabel('Model file').waitFor();
    },
  },
  {
    name: 'chat-local',
    show: async (page, service) => {
      await configure(service, { LOCAL_MODEL_PATH: writeTinyGguf(join(tmpdir(), 'tiny-instruct-q4.gguf')) });
      const panel = await openChat(page);
      await ask(panel, 'Hello?');
      await panel.getByRole('button', { name: 'Copy', exact: true }).waitFor();
      await panel.getByRole('button', { name: /State of the model/ }).click();
      await panel.getByText(/tokens\/s$/).waitFor();
    },
  },
  {
    name: 'chat-settings',
    show: async (page) => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Models' }).click();
      await page.locator('.model-status').scrollIntoViewIfNeeded();
      await page.getByText(/MB$/).waitFor();
    },
  },
];
