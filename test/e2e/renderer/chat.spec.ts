// Asking a provider, in the panel that stands beside every page.

import { expect, type Locator } from '@playwright/test';
import { completion, json, stream } from '../../support/provider.ts';
import { push } from '../../support/tiers.ts';
import { expectAccessible } from './axe.ts';
import { answer, ask, lastQuestion, openChat, ownersTest, sent, stepwise, sharedTest as test } from './chat-fixtures.ts';
import { enter } from './fixtures.ts';

/** Forgets what was said. */
async function anew(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'New chat' }).click();
  await expect(panel.getByText('Ask something')).toBeVisible();
}

test('a question is answered as it comes, the next one knows of it, and stop ends it', async ({ page, service, provider }) => {
  const first = stepwise();
  provider.answer(first.script);
  await enter(page, service);
  const panel = await openChat(page);
  await expect(panel.getByText('Ask something')).toBeVisible();
  await ask(panel, 'What is the time?');
  await expect(panel.getByText('Waiting for the answer…')).toBeVisible();
  first.say('It is **half');
  await expect(answer(panel)).toContainText('It is **half');
  first.say(' past** two.');
  await expect(answer(panel).locator('strong')).toHaveText('half past');
  await expect(panel.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  first.end();
  await expect(panel.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect(page.getByTestId('announcer')).toContainText('Answer: It is half past two.');
  expect(lastQuestion(provider)?.body).toMatchObject({ model: 'small', stream: true });

  provider.answer(stream('Later.'));
  await ask(panel, 'And then?');
  await expect(answer(panel)).toContainText('Later.');
  expect(sent(provider).map(({ role, content }) => [role, role === 'system' ? '' : content])).toEqual([
    ['system', ''],
    ['user', 'What is the time?'],
    ['assistant', 'It is **half past** two.'],
    ['user', 'And then?'],
  ]);

  // Stop ends it at once, and what has come stays.
  const endless = stepwise();
  provider.answer(endless.script);
  await anew(panel);
  await ask(panel, 'Tell me everything');
  // The last letters wait for the next ones where they could begin the key of the provider.
  endless.say('At first there was …');
  await expect(answer(panel)).toContainText('At first there was');
  const question = panel.getByRole('textbox', { name: 'Your question' });
  await panel.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
  await expect(answer(panel)).toContainText('Stopped');
  await expect(answer(panel)).toContainText('At first there was');
  // The button is no use any more: the next question can be typed.
  await expect(question).toBeFocused();
  await lastQuestion(provider)?.closed;

  // By Escape too; a second one closes the chat, and the focus goes back to where it was.
  const again = stepwise();
  provider.answer(again.script);
  await answer(panel).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(question).toBeFocused();
  again.say('Once more …');
  await expect(answer(panel)).toContainText('Once more');
  await question.press('Escape');
  await expect(answer(panel)).toContainText('Stopped');
  await question.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeFocused();
});

test('conversations: they stay on the way through the pages, can be changed, are copied, and stand alone in a narrow window', async ({
  page,
  service,
  provider,
  context,
}) => {
  await enter(page, service);
  const panel = await openChat(page);

  await test.step('a provider that answers with one document is understood as well', async () => {
    provider.answer(json(200, completion('All at once')));
    await ask(panel, 'How?');
    await expect(answer(panel)).toContainText('All at once');
    await expect(answer(panel).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  });

  await test.step('it stays on the way through the pages, and a new one forgets it', async () => {
    provider.answer(stream('Forty-two'));
    await anew(panel);
    await ask(panel, 'What is the answer?');
    await expect(answer(panel)).toContainText('Forty-two');
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await expect(answer(panel)).toContainText('Forty-two');
    await page.keyboard.press('ControlOrMeta+j');
    await expect(panel).toBeHidden();
    await page.keyboard.press('ControlOrMeta+j');
    await expect(answer(panel)).toContainText('Forty-two');
    await expect(panel.getByRole('textbox', { name: 'Your question' })).toBeFocused();
    await panel.getByRole('button', { name: 'New chat' }).click();
    await expect(panel.getByText('Ask something')).toBeVisible();
    await ask(panel, 'Again');
    await expect(answer(panel)).toContainText('Forty-two');
    expect(sent(provider)).toHaveLength(2);
  });

  await test.step('Shift with Enter begins a line; the last question can be changed', async () => {
    provider.answer(stream('One'), stream('Two'));
    await anew(panel);
    const field = panel.getByRole('textbox', { name: 'Your question' });
    await field.pressSequentially('First line');
    await field.press('Shift+Enter');
    await field.pressSequentially('second line');
    await field.press('Enter');
    await expect(answer(panel)).toContainText('One');
    expect(sent(provider).at(-1)?.content).toBe('First line\nsecond line');
    await panel.getByRole('button', { name: 'Edit the question' }).click();
    await expect(field).toHaveValue('First line\nsecond line');
    await expect(field).toBeFocused();
    await field.press('Escape');
    await expect(field).toHaveValue('');
    await panel.getByRole('button', { name: 'Edit the question' }).click();
    await ask(panel, 'Another question');
    await expect(answer(panel)).toContainText('Two');
    await expect(panel.getByRole('article', { name: 'You' })).toHaveCount(1);
    expect(
      sent(provider)
        .map(({ content }) => content)
        .slice(1),
    ).toEqual(['Another question']);
  });

  await test.step('an answer, and the code in it, can be copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    provider.answer(stream('Run **this**:\n\n```sh\nls -l\n```\n'));
    await anew(panel);
    await ask(panel, 'How?');
    await answer(panel).getByRole('button', { name: 'Copy code' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('ls -l');
    await answer(panel).getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Run **this**:\n\n```sh\nls -l\n```\n');
  });

  await test.step('on a narrow window the chat is a page of its own', async () => {
    await page.setViewportSize({ width: 400, height: 740 });
    provider.answer(stream('Hello'));
    await anew(panel);
    await ask(panel, 'Hi');
    await expect(answer(panel)).toContainText('Hello');
    await expect(page.locator('.frame-body')).toHaveAttribute('inert', '');
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(400);
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
  });
});

test('an answer is shown as markdown, and never as HTML; all of it is accessible', push, async ({ page, service, provider }) => {
  const text = [
    '# Steps',
    '',
    '1. **Stop** it',
    '2. `start` it',
    '',
    '| a | b |',
    '|---|--:|',
    '| 1 | 2 |',
    '',
    '```js',
    'const a = 1 < 2;',
    '```',
    '',
    '<img src="x" onerror="window.harmed = true"><script>window.harmed = true</script>',
    '',
    '[bad](javascript:window.harmed=true) [data](data:text/html,<b>x</b>) [good](https://example.com/a) ![picture](https://example.com/p.png)',
    '',
    '- [ ] to do',
    '- [x] over',
    '',
    'Half is \\(\\frac12\\), not $\\nothing{$.',
    '',
    '\\[',
    'x = \\text{one}',
    '\\]',
    '',
    'שלום and so on',
  ].join('\n');
  // Letter by letter: no beginning of it may do harm either.
  provider.answer(stream(...text.split('')), json(429, { error: { message: 'slow down' } }));
  await enter(page, service);
  const panel = await openChat(page);
  await expectAccessible(page);
  await ask(panel, 'How?');
  const said = answer(panel);
  await expect(said.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.com/a');
  await expect(said.getByRole('link', { name: 'good' })).toHaveAttribute('rel', /noopener/);
  await expect(said.getByRole('link', { name: 'picture' })).toBeVisible();
  await expect(said.getByRole('heading', { name: 'Steps' })).toBeVisible();
  await expect(said.locator('ol > li')).toHaveCount(2);
  await expect(said.getByRole('cell', { name: '2' })).toHaveAttribute('data-align', 'right');
  await expect(said.locator('pre code')).toHaveText('const a = 1 < 2;');
  await expect(said.getByText('<script>')).toBeVisible();
  await expect(said.locator('img, script')).toHaveCount(0);
  await expect(said.getByRole('checkbox', { name: 'Not done' })).not.toBeChecked();
  await expect(said.getByRole('checkbox', { name: 'Done', exact: true })).toBeChecked();
  await expect(said.locator('p > span > math mfrac')).toBeVisible();
  await expect(said.getByText('$\\nothing{$')).toBeVisible();
  await expect(said.getByRole('group', { name: 'Formula' }).locator('math')).toContainText('one');
  await expect(said.getByText('שלום')).toHaveCSS('direction', 'rtl');
  await expect(said.getByText('to do')).toHaveCSS('direction', 'ltr');
  await expect(said.getByRole('link')).toHaveCount(2);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  await expect(said.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await ask(panel, 'And?');
  await expect(answer(panel).getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

// Its owner alone is led to the settings.
ownersTest('failures say what is wrong, and another try can succeed', async ({ page, service, provider }) => {
  provider.answer(
    json(429, { error: { message: 'slow down' } }, { 'Retry-After': '77' }),
    json(500, { error: { message: 'out of order' } }),
    json(400, { error: { message: 'Too many tokens', code: 'context_length_exceeded' } }),
    (res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: {"choices":[{"delta":{"content":"Half a"}}]}\n\n', () => {
        res.destroy();
      });
    },
    stream('At last'),
  );
  await enter(page, service);
  const panel = await openChat(page);
  await ask(panel, 'Will you?');
  await expect(answer(panel).getByRole('alert')).toContainText('Too many requests');
  await expect(answer(panel).getByRole('alert')).toContainText('slow down');
  const retry = answer(panel).getByRole('button', { name: 'Try again' });
  await retry.click();
  await expect(answer(panel).getByRole('alert')).toContainText('out of order');
  await expect(answer(panel).getByRole('link', { name: 'Open the settings' })).toHaveAttribute('href', '/settings/models');
  await retry.click();
  await expect(answer(panel).getByRole('alert')).toContainText('too long for this model');
  await retry.click();
  await expect(answer(panel).getByRole('alert')).toContainText('broke off');
  await expect(answer(panel)).toContainText('Half a');
  await retry.click();
  await expect(answer(panel)).toContainText('At last');
  await expect(answer(panel).getByRole('alert')).toHaveCount(0);
});

ownersTest('another can be asked: a profile, another model', async ({ page, service, provider }) => {
  await service.send('PUT', '/api/config', { AI_OTHER_BASE_URL: `${provider.baseUrl}/other`, AI_OTHER_MODEL: 'theirs' });
  provider.offer({ id: 'theirs' }, { id: 'large' });
  provider.answer(stream('Hello'));
  await enter(page, service);
  const panel = await openChat(page);
  await panel.getByRole('combobox', { name: /^Who answers/ }).click();
  await page.getByRole('option', { name: 'Profile “other”' }).click();
  await ask(panel, 'Who are you?');
  await expect(answer(panel)).toContainText('Hello');
  expect(lastQuestion(provider)).toMatchObject({ url: '/v1/other/chat/completions', body: { model: 'theirs' } });
  await panel.getByRole('combobox', { name: /^Model/ }).click();
  await page.getByRole('option', { name: 'large' }).click();
  await ask(panel, 'And you?');
  await expect.poll(() => lastQuestion(provider)?.body?.model as unknown).toBe('large');
  // It is remembered, as a liking of this browser.
  await page.reload();
  await expect((await openChat(page)).getByRole('combobox', { name: /^Who answers/ })).toContainText('other');
});
