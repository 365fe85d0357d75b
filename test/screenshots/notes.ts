import type { Page } from '@playwright/test';
import type { RunningService } from '../e2e/renderer/fixtures.ts';
import type { Scene } from './scene.ts';

const retreat = `---
tags: [work, autumn]
---

A few days by the lake to **agree on next year**. Everybody brings one idea and _one_ doubt; see the [agenda](https://example.org/agenda).

## Before we go

- [x] Book the house
- [x] Ask about allergies
- [ ] Print the map
  - [ ] and one for the car
- [ ] Call the ferry, number in \`contacts.md\`

## Who brings what

| Who | What | Cost |
| :--- | :--- | ---: |
| Mira | Bread, olives | 18.40 |
| Jonas | Projector | – |
| Ada | Tea, chocolate, a kite | 22.00 |

> Plans are nothing; planning is everything.

### The script for the quiz

\`\`\`ts
const teams = ['north', 'south'] as const;
// The last one brings the wood.
for (const team of teams) console.log(\`\${team}: \${score(team)} points\`);
\`\`\`

$$
\\int_0^1 x^2\\,dx = \\tfrac13
$$

1. Leave at eight
2. Ferry at ten
3. Lunch on the pier

![The house by the lake](https://example.org/house.jpg)
`;

async function toNote(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Notes' }).first().click();
  await page
    .getByRole('region', { name: 'Notes' })
    .getByRole('link', { name: new RegExp(title) })
    .click();
  await page.getByRole('textbox', { name: 'Text of the note' }).waitFor();
}

const make = (service: RunningService, title: string, content: string) => service.send('POST', '/api/notes', { title, content });

export const noteScenes: readonly Scene[] = [
  {
    name: 'notes',
    prepare: async (service) => {
      for (const [title, content] of [
        ['Books to read', 'The Left Hand of Darkness, Piranesi, and the one about mushrooms that Ada mentioned.\n'],
        ['Sourdough', '500 g flour, 350 g water, 10 g salt. Fold four times, then into the fridge overnight.\n'],
        ['Garden', 'Cut back the lavender after it has bloomed. Move the rosemary inside before the first frost.\n'],
        ['Ideas for the talk', 'Why small tools last. Start with the bicycle.\n'],
        ['Bike repair', '- [ ] new chain\n- [x] brake pads\n'],
        ['Letter to the landlord', 'Dear Mrs Brandt, the heating in the bathroom\n'],
      ] as const)
        await make(service, title, content);
      const { id } = await make(service, 'Retreat', retreat.replace('by the lake', 'in the hills'));
      await service.send('POST', `/api/notes/${id}/delta`, {
        edits: [{ oldText: 'in the hills', newText: 'by the lake' }],
        title: 'Autumn retreat',
      });
      await service.send('POST', `/api/notes/${id}/delta`, { isPinned: true });
      await service.send('POST', '/api/notebooks', { name: 'House and garden' });
      await service.send('POST', '/api/columns', { title: 'Doing', projectId: 'Website' });
      for (const [name, query] of [
        ['Due soon', 'is:open due:<2026-12-01'],
        ['harbour in:"House and garden" tag:travel', 'harbour in:"House and garden" tag:travel'],
      ])
        await service.send('POST', '/api/saved-searches', { name, query });
    },
    show: async (page) => {
      await toNote(page, 'Autumn retreat');
      await page.locator('.hljs-keyword').first().waitFor();
    },
  },
  {
    name: 'notes-lower',
    show: async (page) => {
      await toNote(page, 'Autumn retreat');
      await page.locator('.hljs-keyword').first().waitFor();
      await page.locator('.picture').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'notes-slash',
    show: async (page) => {
      await toNote(page, 'Ideas for the talk');
      await page.getByRole('textbox', { name: 'Text of the note' }).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'notes-link',
    show: async (page) => {
      await toNote(page, 'Autumn retreat');
      await page.locator('.note-text a').click();
      await page.getByRole('group', { name: 'Link' }).waitFor();
    },
  },
  {
    name: 'notes-search',
    show: async (page) => {
      await page.getByRole('link', { name: 'Notes' }).first().click();
      await page.getByRole('textbox', { name: 'Search notes' }).fill('the fri');
      await page.locator('.note-excerpt mark').first().waitFor();
    },
  },
  {
    name: 'notes-places',
    show: async (page) => {
      await page.getByRole('link', { name: 'Notes' }).first().click();
      await page.locator('.note-title').first().waitFor();
      const places = page.getByRole('button', { name: 'Notebooks' });
      if (await places.isVisible()) await places.click();
      await page.getByRole('list', { name: 'Saved searches' }).getByRole('button').first().hover();
    },
  },
  {
    name: 'notes-palette',
    show: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('the');
      await page.getByRole('option', { name: 'Save this search' }).waitFor();
    },
  },
  {
    name: 'notes-misspelt',
    show: async (page) => {
      await page.getByRole('link', { name: 'Notes' }).first().click();
      await page.getByRole('textbox', { name: 'Search notes' }).fill('lavander');
      await page.getByText('instead of').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('lavander');
      await page.getByRole('option', { name: 'Save this search' }).waitFor();
    },
  },
  {
    name: 'notes-source',
    show: async (page) => {
      await toNote(page, 'Autumn retreat');
      await page.getByRole('button', { name: 'Edit the markdown' }).click();
      await page.getByRole('textbox', { name: 'Markdown of the note' }).waitFor();
    },
  },
  {
    name: 'notes-history',
    show: async (page) => {
      await toNote(page, 'Autumn retreat');
      await page.getByRole('button', { name: 'History' }).click();
      await page.getByRole('button', { name: /earlier change/ }).click();
      await page.getByRole('navigation', { name: 'Versions' }).getByRole('button').last().click();
      await page.getByRole('region', { name: 'Compared with now' }).waitFor();
    },
  },
  {
    name: 'notes-preview',
    prepare: async (service) => {
      const { id: notebookId } = await service.send('POST', '/api/notebooks', { name: 'Work' });
      await service.send('POST', '/api/notes', { title: 'Quiz for the evening by the lake', content: retreat, notebookId });
      await make(service, 'Packing list', 'Torches, and what [[Quiz for the evening by the lake]] says.\n\nBread.\n');
    },
    show: async (page) => {
      await toNote(page, 'Packing list');
      await page.locator('.mention-note').evaluate((chip) => {
        getSelection()?.setPosition(chip.firstChild, 2);
      });
      await page.keyboard.press('Alt+Shift+Enter');
      await page.getByRole('group', { name: 'Preview' }).waitFor();
    },
  },
];
