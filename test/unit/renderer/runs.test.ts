import { describe, expect, it, vi } from 'vitest';
import type { RunCall, RunEvent, RunMessage, RunSummary } from '../../../main/contract/runs.ts';
import { ServiceError } from '../../../renderer/api/client.ts';
import { Drafts } from '../../../renderer/api/drafts.ts';
import { callTitle, taskTitle } from '../../../renderer/features/runs/call-title.ts';
import { isText, valueText, withUnseen } from '../../../renderer/features/runs/diff-view.ts';
import { createRunBody, wholeNumber } from '../../../renderer/features/runs/new-run.ts';
import { RunFollower } from '../../../renderer/features/runs/run-follower.ts';
import { afterEvent, hasActed, isThinking, stepsOf, unknownRun, waitingCalls } from '../../../renderer/features/runs/run-state.ts';
import { beginTask, referenceTo, taskDraft } from '../../../renderer/features/runs/ask-agent.ts';

const at = '2026-11-20T13:10:00.000Z';

const summary = (status: RunSummary['status'] = 'running'): RunSummary => ({
  id: 'r',
  task: 'Do it',
  status,
  error: null,
  approval: 'ask',
  provider: null,
  model: null,
  tools: [],
  allowedTools: [],
  workspaceRoot: null,
  scopes: [],
  batchId: 'r',
  maxSteps: 25,
  maxTokens: 500_000,
  steps: 0,
  usage: { promptTokens: 0, completionTokens: 0, isEstimate: false },
  createdAt: at,
  updatedAt: at,
  endedAt: null,
});

const run = (status?: RunSummary['status']): RunEvent => ({ type: 'run', run: summary(status) });
const message = (id: string, content: string, role: RunMessage['role'] = 'assistant'): RunEvent => ({
  type: 'message',
  message: { id, role, content, isWhole: true, createdAt: at },
});
const text = (messageId: string, piece: string): RunEvent => ({ type: 'text', messageId, text: piece });
const callOf = (id: string, messageId: string, status: RunCall['status'], tool = 'edit_note'): RunCall => ({
  id,
  messageId,
  tool,
  arguments: {},
  status,
  diff: null,
  decision: null,
  reason: null,
  result: null,
  createdAt: at,
  updatedAt: at,
});
const call = (...given: Parameters<typeof callOf>): RunEvent => ({ type: 'call', call: callOf(...given) });
const after = (...events: readonly RunEvent[]) => events.reduce(afterEvent, unknownRun);

describe('afterEvent', () => {
  it('adds text to the message it belongs to, and takes the whole message once it is told', () => {
    const growing = after(run(), message('u', 'Do it', 'user'), message('a', ''), text('a', 'I '), text('a', 'look'));
    expect(growing.messages.map(({ content }) => content)).toEqual(['Do it', 'I look']);
    expect(afterEvent(growing, message('a', 'I look.')).messages.map(({ content }) => content)).toEqual(['Do it', 'I look.']);
  });

  it('replaces a call in its place, and keeps calls with the message that asked for them', () => {
    const state = after(
      run(),
      message('a', 'One'),
      call('1', 'a', 'pending'),
      call('2', 'a', 'pending'),
      message('b', 'Two'),
      call('1', 'a', 'done'),
    );
    expect(stepsOf(state).map((step) => [step.message.id, step.calls.map(({ id, status }) => `${id} ${status}`)])).toEqual([
      ['a', ['1 done', '2 pending']],
      ['b', []],
    ]);
  });

  it('is the same when a stream begins anew, also in the middle of a message', () => {
    const events = [run(), message('u', 'Do it', 'user'), message('a', 'One'), call('1', 'a', 'done'), message('b', ''), text('b', 'And')];
    const once = after(...events);
    expect(after(...events, ...events)).toEqual(once);
    expect(after(...events, ...events, text('b', ' now')).messages.at(-1)?.content).toBe('And now');
  });

  it('leaves text alone whose message it does not know', () => {
    expect(after(run(), text('x', 'lost'))).toEqual(after(run()));
  });
});

describe('what is expected of a run', () => {
  it('waits for the calls that are pending, as long as it has not ended', () => {
    const events = [message('a', ''), call('1', 'a', 'done'), call('2', 'a', 'pending')];
    expect(waitingCalls(after(run('waiting'), ...events)).map(({ id }) => id)).toEqual(['2']);
    expect(waitingCalls(after(run('interrupted'), ...events)).map(({ id }) => id)).toEqual(['2']);
    expect(waitingCalls(after(run('cancelled'), ...events))).toEqual([]);
  });

  it.each([
    ['at its start', [run()], true],
    ['after the task', [run(), message('u', 'x', 'user')], true],
    ['while text comes', [run(), message('a', ''), text('a', 'I')], false],
    ['while a call waits', [run('waiting'), message('a', ''), call('1', 'a', 'pending')], false],
    ['while a call is carried out', [run(), message('a', 'x'), call('1', 'a', 'running')], false],
    ['after the calls', [run(), message('a', 'x'), call('1', 'a', 'done')], true],
    ['once it is done', [run('done'), message('a', 'x')], false],
  ] as const)('the model works %s', (_when, events, expected) => {
    expect(isThinking(after(...events))).toBe(expected);
  });

  it('has acted when a call that can change something was carried out', () => {
    expect(hasActed(after(run(), call('1', 'a', 'done', 'search'), call('2', 'a', 'denied')))).toBe(false);
    expect(hasActed(after(run(), call('1', 'a', 'done', 'save_card')))).toBe(true);
  });
});

describe('RunFollower', () => {
  type Streams = readonly (() => AsyncGenerator<RunEvent, void>)[];

  const ending = (...events: readonly RunEvent[]) =>
    async function* (): AsyncGenerator<RunEvent, void> {
      yield* events;
      await Promise.resolve();
    };
  const failing = (error: Error, ...events: readonly RunEvent[]) =>
    async function* (): AsyncGenerator<RunEvent, void> {
      yield* ending(...events)();
      throw error;
    };

  /** Follows these streams, one after the other; the last never ends. */
  function following(...streams: Streams) {
    let opened = 0;
    const follow = vi.fn<() => AsyncGenerator<RunEvent, void>>(() => {
      opened += 1;
      return (
        streams[opened - 1]?.() ??
        (async function* (): AsyncGenerator<RunEvent, void> {
          yield run();
          await new Promise(() => undefined);
        })()
      );
    });
    const onSessionEnd = vi.fn<() => void>();
    const follower = new RunFollower({ client: { follow: follow as never }, id: 'r', onSessionEnd, pauses: [0], drawEvery: 0 });
    const seen: string[] = [];
    follower.subscribe(() => seen.push(`${follower.state().status} ${follower.state().run?.status ?? '-'}`));
    return { follower, follow, seen, onSessionEnd, close: follower.open() };
  }

  it('comes back after a stream that broke off, and knows what it knew', async () => {
    const { follower, seen, close } = following(
      failing(new Error('broken'), run(), message('a', 'One')),
      ending(run('done'), message('b', 'Two'), run('done')),
    );
    await expect.poll(() => seen).toContain('reachable done');
    expect(seen).toContain('offline running');
    expect(follower.state().messages.map(({ content }) => content)).toEqual(['One', 'Two']);
    close();
  });

  it('rests once the run has ended, until it is told to look again', async () => {
    const { follower, follow, seen, close } = following(ending(run('done')));
    await expect.poll(() => seen).toContain('reachable done');
    expect(follow).toHaveBeenCalledTimes(1);
    follower.again();
    await expect.poll(() => seen.at(-1)).toBe('reachable running');
    close();
  });

  it('looks again once the stream has ended where it was told to before: the run was done, and has been deleted', async () => {
    const end = Promise.withResolvers<void>();
    const { follower, follow, seen, close } = following(
      async function* () {
        yield run('done');
        await end.promise;
      },
      failing(new ServiceError(404, null)),
    );
    await expect.poll(() => seen).toContain('reachable done');
    follower.again();
    end.resolve();
    await expect.poll(() => follower.state().status).toBe('gone');
    expect(follow).toHaveBeenCalledTimes(2);
    close();
  });

  it.each([
    [404, 'gone'],
    [403, 'refused'],
  ])('gives up after %i', async (code, status) => {
    const { follower, follow, close } = following(failing(new ServiceError(code, null)));
    await expect.poll(() => follower.state().status).toBe(status);
    expect(follow).toHaveBeenCalledTimes(1);
    close();
  });

  it('says why the service fails, and looks again by itself', async () => {
    const { follower, seen, close } = following(failing(new ServiceError(500, null)), failing(new ServiceError(500, null), run()));
    await expect.poll(() => seen.at(-1)).toBe('reachable running');
    expect(seen[0]).toBe('refused -');
    expect(seen).toContain('refused running');
    expect(follower.state().error).toBeNull();
    close();
  });

  it('tells of a session that has ended, and goes on with the next', async () => {
    const { onSessionEnd, seen, close } = following(failing(new ServiceError(401, null)));
    await expect.poll(() => seen.at(-1)).toBe('reachable running');
    expect(onSessionEnd).toHaveBeenCalledTimes(1);
    close();
  });
});

describe('a new task', () => {
  const form = { task: ' Do it ', provider: null, model: null, approval: 'ask', workspaceRoot: '', maxSteps: '', maxTokens: '' } as const;

  it('sends what was chosen, and nothing else', () => {
    expect(createRunBody(form)).toEqual({ task: 'Do it', approval: 'ask' });
    expect(createRunBody({ ...form, provider: 'local', model: 'm', workspaceRoot: '/w ', maxSteps: '3', maxTokens: '2000' })).toEqual({
      task: 'Do it',
      approval: 'ask',
      provider: 'local',
      model: 'm',
      workspaceRoot: '/w',
      maxSteps: 3,
      maxTokens: 2000,
    });
  });

  it.each([{ task: '  ' }, { maxSteps: '101' }, { maxSteps: '1.5' }, { maxTokens: '999' }])('cannot be sent with %j', (wrong) => {
    expect(createRunBody({ ...form, ...wrong })).toBeNull();
  });

  it.each([
    ['', null],
    [' 7 ', 7],
    ['0', undefined],
    ['1e1', undefined],
    ['x', undefined],
  ])('reads %j as %s', (typed, expected) => {
    expect(wholeNumber(typed, 1, 10)).toBe(expected);
  });

  it('names the record that it is about, and quotes what was selected', () => {
    expect(referenceTo({ type: 'note', id: '1', title: 'Launch', excerpt: '' })).toBe('About the note “Launch” (id 1):\n');
    expect(referenceTo({ type: 'card', id: '2', title: ' ', excerpt: '' })).toBe('About the card (id 2):\n');
    expect(referenceTo({ type: 'note', id: '1', title: 'Launch', excerpt: 'a\nb' })).toBe(
      'About this part of the note “Launch” (id 1):\n> a\n> b\n\n',
    );
    expect(referenceTo({ type: 'note', id: '1', title: '', excerpt: 'x'.repeat(9_000) }).length).toBeLessThan(4_100);
  });

  it('stands before what was begun, once', () => {
    const drafts = new Drafts({ userId: null, storage: null });
    const begun = (): unknown => drafts.read(taskDraft);
    beginTask(drafts, 'Tidy up');
    expect(begun()).toBe('Tidy up');
    drafts.write(taskDraft, 'Plan the week');
    beginTask(drafts, 'Tidy up');
    expect(begun()).toBe('Tidy up\nPlan the week');
    beginTask(drafts, 'Tidy up');
    expect(begun()).toBe('Tidy up\nPlan the week');
  });
});

describe('how a call is shown', () => {
  it('tells what it is about by its diff, else by its arguments', () => {
    const asked = callOf('1', 'a', 'done', 'search');
    expect(callTitle({ ...asked, arguments: { query: 'a\n b' } })).toBe('Search: a b');
    expect(callTitle({ ...asked, tool: 'toString', arguments: 'broken' })).toBe('toString');
    const diff = { type: 'note', action: 'change', id: '1', title: '', version: 1, sha256: null, changes: [] } as const;
    expect(callTitle({ tool: 'edit_note', arguments: { title: 'x' }, diff: { ...diff, changes: [] } })).toBe('Change a note: (No title)');
    const undo = { ...diff, type: 'batch', action: 'undo', title: '2 notes', changes: [] } as const;
    expect(callTitle({ tool: 'undo', arguments: { batchId: '1' }, diff: { ...undo, changes: [], records: [] } })).toBe('Undo: 2 notes');
    expect(callTitle({ tool: 'undo', arguments: { batchId: '1' }, diff: { ...undo, changes: [] } })).toBe('Undo');
  });

  it('takes the first line of a task', () => {
    expect(taskTitle('\n  Do it\nand that')).toBe('Do it');
    expect(taskTitle('x'.repeat(500)).length).toBe(160);
  });

  it('shows signs that reorder or hide a text, and leaves those of flags and of words', () => {
    expect(withUnseen('a\u202Eb\u2066c\u{E0041}')).toBe('a⟨U+202E⟩b⟨U+2066⟩c⟨U+E0041⟩');
    const flag = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';
    for (const text of [flag, 'می\u200Cخواهم', '👨\u200D👩', 'א\u200Fב']) expect(withUnseen(text)).toBe(text);
  });

  it('compares texts by line, and shows values as they are', () => {
    expect(isText({ field: 'title', before: 'a', after: 'b' })).toBe(false);
    expect(isText({ field: 'title', before: null, after: 'a\nb' })).toBe(true);
    expect(isText({ field: 'content', before: 'a', after: null })).toBe(true);
    expect(valueText('priority', '2026-11-20')).toBe('2026-11-20');
    expect(valueText('dueDate', '2026-11-20')).toMatch(/Friday/);
    expect(valueText('start', '2026-11-20T10:00:00Z')).toMatch(/Nov/);
    expect(valueText('start', 'tomorrow')).toBe('tomorrow');
    expect(valueText('scope', 'following')).toBe('this and all following events');
  });

  it.each([
    [{ rrule: 'FREQ=WEEKLY;BYDAY=TH' }, 'Weekly on Thursday'],
    [{ rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=5' }, 'Every 2 weeks, 5 times'],
    [{ rrule: 'FREQ=MONTHLY' }, 'Monthly'],
    [{ rrule: 'FREQ=MONTHLY;BYDAY=-1FR' }, 'Monthly on the last Friday'],
    [{ rrule: 'FREQ=MONTHLY;BYMONTHDAY=15', rdates: [], exdates: [] }, 'Monthly on day 15'],
    // What these words would say less of than there is stays the rule.
    [{ rrule: 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU' }, 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'],
    [{ rrule: 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1' }, 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1'],
    [{ rrule: 'FREQ=DAILY;BYDAY=MO' }, 'FREQ=DAILY;BYDAY=MO'],
  ])('says how an event repeats: %j', (recurrence, text) => {
    const value = JSON.stringify(recurrence);
    expect(valueText('recurrence', value)).toBe(text);
    expect(isText({ field: 'recurrence', before: null, after: value.padEnd(200) })).toBe(false);
  });

  it('names the days that a series has besides, and those that it leaves out', () => {
    const value = JSON.stringify({ rrule: 'FREQ=DAILY', rdates: ['2026-11-20'], exdates: ['2026-11-21', '2026-11-22'] });
    expect(valueText('recurrence', value)).toMatch(/^Daily\. Also: Friday.*2026\. Not: Saturday.*; Sunday.*2026$/);
    expect(valueText('recurrence', '{"rrule":"FREQ=DA … (9 more characters)')).toBe('{"rrule":"FREQ=DA … (9 more characters)');
  });

  it('says when reminders ring', () => {
    expect(valueText('reminders', '[{"minutesBefore":10},{"minutesBefore":1440}]')).toBe('10 minutes before, 1 day before');
    expect(valueText('reminders', '60, 0')).toBe('1 hour before, At the time');
    expect(valueText('reminders', '[]')).toBe('(nothing)');
    expect(valueText('reminders', '[{"minu …')).toBe('[{"minu …');
  });
});
