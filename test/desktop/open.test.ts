import { app, BrowserWindow } from 'electron';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Column } from '../../main/contract/columns.ts';
import type { Card } from '../../main/contract/cards.ts';
import type { EventList } from '../../main/contract/events.ts';
import type { Note, NoteList } from '../../main/contract/notes.ts';
import { readLink } from '../../main/desktop/deep-link.ts';
import { importNote } from '../../main/desktop/import-files.ts';
import { requestsIn } from '../../main/desktop/open-requests.ts';
import { eventDayPath } from '../../main/contract/page-paths.ts';
import { control } from '../doubles/electron.ts';
import { full } from '../support/tiers.ts';
import { cleanUp, launch, listenOn, quit, writeFile, type Launched } from './launch.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

afterAll(cleanUp);

test('links and files are found among arguments, everything else is left alone', () => {
  expect(
    requestsIn(
      [
        '.',
        '--no-sandbox',
        '--x=a.md',
        `daybook://note/${id}`,
        'notes/A b.MD',
        '/etc/cal.ics',
        'file:///home/some%20body/C.md',
        'file://server/share/d.md',
        'file:///etc/passwd',
        'x.txt',
        'https://example.com/a.html',
        '-a.md',
      ],
      '/home/somebody',
    ),
  ).toEqual([
    { kind: 'link', url: `daybook://note/${id}` },
    { kind: 'file', path: '/home/somebody/notes/A b.MD' },
    { kind: 'file', path: '/etc/cal.ics' },
    { kind: 'file', path: '/home/some body/C.md' },
  ]);
});

describe('links', () => {
  test.each([
    [`daybook://note/${id}`, { kind: 'note', id }],
    [`DAYBOOK://Card/${id.toUpperCase()}/`, { kind: 'card', id }],
    [`daybook://event/${id}`, { kind: 'event', id }],
    ['daybook://board/Web%20site%2F2', { kind: 'board', projectId: 'Web site/2' }],
    ['daybook://today', { kind: 'today' }],
    ['daybook://capture/', { kind: 'capture' }],
  ])('%s', (url, target) => {
    expect(readLink(url)).toEqual(target);
  });

  test.each([
    'daybook://note/',
    'daybook://note/1',
    `daybook://note/${id}/../../x`,
    `daybook://note/${id}?x`,
    `daybook://note/${id}#token=x`,
    `daybook://user@note/${id}`,
    'daybook://settings',
    'daybook://board/',
    'daybook://board/%E0%A4%A',
    `daybook://board/${'x'.repeat(201)}`,
    `daybook:note/${id}`,
    'https://note/',
    'daybook://today/../x',
    `daybook://note/${id}\n`,
    `daybook://board/${'x'.repeat(3000)}`,
  ])('%s leads nowhere', (url) => {
    expect(readLink(url)).toBeNull();
  });
});

describe('in the app', () => {
  let desktop: Launched;
  let opened: () => Promise<string[]>;
  beforeAll(async () => {
    desktop = await launch();
  });
  beforeEach(async () => {
    control.state.messageBoxes = [];
    control.state.answers = [];
    opened = await listenOn(await desktop.page(), 'onOpen');
  });
  afterAll(quit);

  const open = (...args: string[]): void => {
    app.emit('second-instance', {}, [], '/', { args, cwd: '/' });
  };

  test('each link opens its page', full, async () => {
    const column = await desktop.api<Column>('POST', '/api/columns', { projectId: 'Web site', title: 'Doing' });
    const card = await desktop.api<Card>('POST', '/api/cards', { columnId: column.id, title: 'Logo' });
    open(`daybook://note/${id}`, `daybook://card/${card.id}`, `daybook://event/${id}`, 'daybook://board/Web%20site', 'daybook://today');
    await expect
      .poll(opened)
      .toEqual([`/notes/${id}`, `/boards/Web+site/cards/${card.id}`, `/calendar?view=day&event=${id}`, '/boards/Web+site', '/']);
  });

  test('a card that is gone is told', async () => {
    open(`daybook://card/${id}`);
    await expect
      .poll(() => control.state.messageBoxes)
      .toMatchObject([{ message: 'That could not be opened', detail: expect.stringContaining('no longer there') as string }]);
    expect(await opened()).toEqual([]);
  });

  test('quick capture comes without the window', async () => {
    desktop.window().minimize();
    open('daybook://capture');
    await expect.poll(() => BrowserWindow.getAllWindows().length).toBe(2);
    expect(desktop.window().isMinimized()).toBe(true);
  });

  test('a folder that is called like a file is told', async () => {
    open(join(writeFile('x', ''), '..', '..', 'folder.md'));
    await expect.poll(() => control.state.messageBoxes).toMatchObject([{ detail: 'folder.md cannot be read: ENOENT' }]);
    const folder = `${writeFile('y', '')}.md`;
    mkdirSync(folder);
    open(folder);
    await expect.poll(() => control.state.messageBoxes[1]?.detail).toBe('y.md is not a file');
  });

  test('anything else is ignored', async () => {
    open('daybook://evil/../../x', 'daybook://today');
    await expect.poll(opened).toEqual(['/']);
    expect(control.state.messageBoxes).toEqual([]);
  });

  test('macOS hands over links and files by events', async () => {
    let prevented = 0;
    const event = {
      preventDefault: () => {
        prevented += 1;
      },
    };
    app.emit('open-url', event, `daybook://note/${id}`);
    app.emit('open-file', event, writeFile('From the Finder.md', 'x'));
    await expect.poll(async () => (await opened()).length).toBe(2);
    expect((await opened())[0]).toBe(`/notes/${id}`);
    expect(prevented).toBe(2);
  });

  test('a Markdown file becomes a note under its name, byte for byte, and is shown', async () => {
    const content = '\uFEFF# Größe\r\n\r\n\tx  \n- [ ] 漢字\n\n\n';
    const path = writeFile('Meeting of March.2.md', content);
    open(path);
    await expect.poll(async () => (await opened()).length).toBe(1);
    const note = await desktop.api<Note>('GET', `/api${(await opened())[0] ?? ''}`);
    expect(note).toMatchObject({ title: 'Meeting of March.2', content });
  });

  test.each([
    ['is too large', 'Large.md', Buffer.alloc(5 * 1024 * 1024 + 1, 'x'), 'Large.md is too large: 5.0 MiB of at most 5.0 MiB'],
    ['is no UTF-8', 'Latin.md', Buffer.from([0x47, 0xf6, 0x0a]), 'Latin.md is not UTF-8 text'],
    ['holds a NUL character', 'Nul.md', 'a\0b', 'Nul.md cannot become a note'],
    ['is no calendar', 'Text.ics', 'hello', 'Text.ics: This is not a calendar'],
  ])('a file that %s is told, and nothing is created', async (_case, name, content, message) => {
    const before = await desktop.api<NoteList>('GET', '/api/notes?limit=0');
    open(writeFile(name, content));
    await expect
      .poll(() => control.state.messageBoxes)
      .toMatchObject([{ message: 'That could not be opened', detail: expect.stringContaining(message) as string }]);
    expect(await desktop.api('GET', '/api/notes?limit=0')).toEqual(before);
    expect(await opened()).toEqual([]);
  });

  test('a file that is not there is told', async () => {
    open('/nowhere/at-all.md');
    await expect.poll(() => control.state.messageBoxes).toMatchObject([{ detail: 'at-all.md cannot be read: ENOENT' }]);
  });

  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:Review',
    'DTSTART;TZID=Europe/Berlin:20260301T093000',
    'DTEND;TZID=Europe/Berlin:20260301T100000',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:2',
    'SUMMARY:Standup',
    'DTSTART:20260302T090000Z',
    'DURATION:PT15M',
    'RRULE:FREQ=DAILY;COUNT=3',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Now',
    'TRIGGER:-PT5M',
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:3',
    'SUMMARY:Some time',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const events = (): Promise<EventList> => desktop.api<EventList>('GET', '/api/events');

  test('a calendar file is asked about first, with what is lost; cancelled, nothing is added', async () => {
    open(writeFile('Team.ics', calendar));
    await expect
      .poll(() => control.state.messageBoxes)
      .toMatchObject([{ message: 'Add the 2 events of Team.ics to the calendar?', buttons: ['Add', 'Cancel'], cancelId: 1 }]);
    const told = control.state.messageBoxes[0]?.detail;
    expect(told).toBe('2 new, 0 changed, 0 as they are, in “Calendar”.\n\nLeft out:\n• 3: has no DTSTART');
    // The next in the line is opened when this one is done with.
    open('daybook://today');
    await expect.poll(opened).toEqual(['/']);
    expect((await events()).items).toEqual([]);
  });

  test(
    'agreed to, its events come with rules and alarms, and the first is shown; a second time there is nothing to add',
    full,
    async () => {
      control.state.answers = ['Add'];
      open(writeFile('Team.ics', calendar));
      await expect.poll(async () => (await opened()).length).toBe(1);
      const { items } = await events();
      expect(items).toMatchObject([
        { title: 'Review', startTime: '2026-03-01T08:30:00.000Z', endTime: '2026-03-01T09:00:00.000Z', timeZone: 'Europe/Berlin' },
        {
          title: 'Standup',
          startTime: '2026-03-02T09:00:00.000Z',
          endTime: '2026-03-02T09:15:00.000Z',
          recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
          reminders: [{ minutesBefore: 5 }],
        },
      ]);
      expect(await opened()).toEqual([eventDayPath(items[0]?.id ?? '')]);
      open(writeFile('Team.ics', calendar));
      await expect
        .poll(() => control.state.messageBoxes[1])
        .toMatchObject({
          message: 'There are no events in Team.ics that can be added',
          detail: expect.stringContaining('2 events') as string,
        });
    },
  );
});

test('what was to be opened at the start waits until the page listens', full, async () => {
  const desktop = await launch({ args: ['.', `daybook://note/${id}`, join('/nowhere', 'x.txt')] });
  const opened = await listenOn(await desktop.page(), 'onOpen');
  await expect.poll(opened).toEqual([`/notes/${id}`]);
  // Said once: a page that is loaded anew is not sent there again.
  await desktop.window().loadURL(desktop.service().frontendUrl);
  const again = await listenOn(await desktop.page(), 'onOpen');
  app.emit('open-url', { preventDefault: () => undefined }, 'daybook://today');
  await expect.poll(again).toEqual(['/']);
});

describe('what the service refuses', () => {
  test('a note that the service refuses is told in its words', async () => {
    await expect(importNote(writeFile('A.md', 'x'), { call: () => Promise.reject(new Error('There is no room left')) })).rejects.toThrow(
      'A.md could not become a note: There is no room left',
    );
  });
});
