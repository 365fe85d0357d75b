import { expect, it } from 'vitest';
import type { Card, ChecklistItem } from '../../../../main/contract/cards.ts';
import { ServiceError, type Client } from '../../../../renderer/api/client.ts';
import { writeChecklist } from '../../../../renderer/features/boards/card/write-checklist.ts';

const items = (...texts: readonly string[]): readonly ChecklistItem[] =>
  texts.map((text) => ({ id: text, text, completed: false, dueDate: null }));
const textsOf = ({ checklist }: Pick<Card, 'checklist'>): readonly string[] => checklist.map(({ text }) => text);
const refusal = (status: number, code: 'version_mismatch' | 'conflict'): ServiceError =>
  new ServiceError(status, { type: 'about:blank', title: '', status, detail: '', code, requestId: '' });

/** A card of a service that keeps it by its version, as others see it and as a client of it does. */
function keptCard(...texts: readonly string[]) {
  let card = { id: crypto.randomUUID(), checklist: items(...texts), version: 1 } as Card;
  let refuses = false;
  const write = (checklist: readonly ChecklistItem[]): Card => (card = { ...card, checklist: [...checklist], version: card.version + 1 });
  const call = (
    _route: unknown,
    input: { readonly ifMatch?: number; readonly body?: { readonly checklist: readonly ChecklistItem[] } },
  ) => {
    if (input.body === undefined) return Promise.resolve(card);
    if (refuses) return Promise.reject(refusal(409, 'conflict'));
    return input.ifMatch === card.version ? Promise.resolve(write(input.body.checklist)) : Promise.reject(refusal(412, 'version_mismatch'));
  };
  return {
    client: { call } as unknown as Client,
    id: card.id,
    texts: () => textsOf(card),
    add: (text: string) => write([...card.checklist, ...items(text)]),
    refuse: (is: boolean) => {
      refuses = is;
    },
  };
}

it('a list that follows one that was refused has what is in that, and what others have added meanwhile', async () => {
  const { client, id, refuse, add, texts } = keptCard('Base');
  const made = { base: items('Base'), version: 1 };
  refuse(true);
  await expect(writeChecklist(client, id, { ...made, items: items('Base', 'One') })).rejects.toThrow(ServiceError);
  refuse(false);
  add('Theirs');
  await writeChecklist(client, id, { ...made, items: items('Base', 'One', 'Two') });
  expect(texts()).toEqual(['Base', 'One', 'Two', 'Theirs']);
});

it('lists that follow each other without waiting for the answers are the page’s own work, and bring nothing back', async () => {
  const { client, id, add, texts } = keptCard('Base');
  const made = { base: items('Base'), version: 1 };
  add('Theirs');
  const first = await writeChecklist(client, id, { ...made, items: items('Base', 'O') });
  expect(textsOf(first)).toEqual(['Base', 'O', 'Theirs']);
  await writeChecklist(client, id, { ...made, items: items('Base', 'On') });
  expect(texts()).toEqual(['Base', 'On', 'Theirs']);
  // Made of the first answer while the second list was on its way.
  await writeChecklist(client, id, { items: items('Base', 'One', 'Theirs'), base: first.checklist, version: first.version });
  await writeChecklist(client, id, { ...made, items: items('Base', 'One', 'Two') });
  expect(texts()).toEqual(['Base', 'One', 'Two', 'Theirs']);
});

it('many lists that were made while the service did not answer bring nothing back either', async () => {
  const { client, id, add, texts } = keptCard('Base');
  add('Theirs');
  const words = Array.from({ length: 75 }, (_, at) => `Word ${at}`);
  for (const [at, word] of words.entries())
    for (const last of [`Some of ${word}`, `Most of ${word}`, word])
      await writeChecklist(client, id, { base: items('Base'), version: 1, items: items('Base', ...words.slice(0, at), last) });
  expect(texts()).toEqual(['Base', ...words, 'Theirs']);
});
