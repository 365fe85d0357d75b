// What the tests of the chat start from: a provider that does as it is told, and the chat opened.

import { expect, type Locator, type Page } from '@playwright/test';
import { event, json, startProvider, type Script, type StandIn } from '../../support/provider.ts';
import { ownersTest as owners, sharedTest as base, test as alone } from './fixtures.ts';

export interface ChatProvider extends StandIn {
  /** The models that it lists. */
  offer(...models: readonly object[]): void;
  /** From now on it never answers which models there are. */
  offerNever(): void;
}

type Configure = (values: Readonly<Record<string, string | null>>) => Promise<unknown>;

const settings = { AI_BASE_URL: null, AI_API_KEY: null, AI_MODEL: null };

/** Starts a provider and has the service ask it until `use` is through. */
async function provide(configure: Configure, use: (provider: ChatProvider) => Promise<void>): Promise<void> {
  const provider = await startProvider();
  let chats: Script[] = [];
  let models: readonly object[] | null = [];
  // Which models there are is asked whenever the page likes; what the tests script are the answers to questions.
  provider.answer((res, asked) => {
    if (asked.method === 'GET') return models === null ? undefined : json(200, { object: 'list', data: models })(res, asked);
    const [script] = chats;
    if (chats.length > 1) chats = chats.slice(1);
    return script?.(res, asked);
  });
  await configure({ AI_BASE_URL: provider.baseUrl, AI_API_KEY: 'sk-test-0123456789', AI_MODEL: 'small' });
  await use({
    ...provider,
    answer: (...next) => {
      chats = next;
    },
    offer: (...next) => {
      models = next;
    },
    offerNever: () => {
      models = null;
    },
  });
  provider.close();
}

/** On the shared page: the service asks the provider of this test. */
export const sharedTest = base.extend<{ readonly provider: ChatProvider }>({
  provider: async ({ sharedService }, use) => {
    const configure: Configure = (values) => sharedService.configure(values);
    await provide(configure, use);
    await configure(settings);
  },
});

/** For what configures more. */
export const ownersTest = owners.extend<{ readonly provider: ChatProvider }>({
  provider: async ({ service }, use) => {
    await provide((values) => service.send('PUT', '/api/config', values), use);
  },
});

/** For what kills the service. */
export const test = alone.extend<{ readonly provider: ChatProvider }>({
  provider: async ({ service }, use) => {
    await provide((values) => service.send('PUT', '/api/config', values), use);
  },
});

/** The last request for an answer: the page also asks which models there are, whenever it likes. */
export const lastQuestion = ({ asked }: Pick<ChatProvider, 'asked'>): ChatProvider['asked'][number] | undefined =>
  asked.findLast(({ url }) => url.endsWith('/chat/completions'));

/** A stream whose pieces come when they are asked for; `end` sends [DONE]. */
export function stepwise(): { readonly script: Script; readonly say: (text: string) => void; readonly end: () => void } {
  const { promise: asked, resolve } = Promise.withResolvers<Parameters<Script>[0]>();
  return {
    script: (res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      resolve(res);
    },
    say: (text) => {
      void asked.then((res) => res.write(event(text)));
    },
    end: () => {
      void asked.then((res) => res.end('data: [DONE]\n\n'));
    },
  };
}

/** Opens the chat by its button; gives the panel. */
export async function openChat(page: Page): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: 'Chat' });
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await panel.getByRole('textbox', { name: 'Your question' }).waitFor();
  return panel;
}

export async function ask(panel: Locator, question: string): Promise<void> {
  const field = panel.getByRole('textbox', { name: 'Your question' });
  await field.fill(question);
  await expect(field).toHaveValue(question);
  await field.press('Enter');
}

/** The last answer. */
export const answer = (panel: Locator): Locator => panel.getByRole('article', { name: 'Answer' }).last();

/** What goes out as the conversation, role by role. */
export function sent(provider: StandIn, at = -1): { readonly role: string; readonly content: string }[] {
  const bodies = provider.asked
    .filter(({ url }) => url.endsWith('/chat/completions'))
    .map(({ body }) => body as { messages: { role: string; content: string }[] });
  return bodies.at(at)?.messages ?? [];
}
