// What the service would refuse does not get into a note, and what it has refused holds nothing up for long.

import { closeHistory, history, undo } from 'prosemirror-history';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { ReplaceStep } from 'prosemirror-transform';
import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest';
import type { Problem } from '../../../main/contract/errors.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { ServiceError, UnreachableError, type Client } from '../../../renderer/api/client.ts';
import { routes } from '../../../renderer/api/routes.ts';
import type { Service } from '../../../renderer/api/service.ts';
import { storableSlice } from '../../../renderer/features/notes/editor/storable.ts';
import { keepAsNote } from '../../../renderer/features/notes/session/lost.ts';
import { NoteSession } from '../../../renderer/features/notes/session/note-session.ts';
import { toasts } from '../../../renderer/ui/toasts.ts';
import { full } from '../../support/tiers.ts';
import { liveNote, NoteLog } from '../notes/delta/note-log.ts';
import { TypedEditor } from './typed-keys.ts';

const { nodes } = noteSchema;
const paragraph = (text: string): Node => nodes.paragraph.create(null, text === '' ? null : noteSchema.text(text));

/** A text within as many quotes. */
function quoted(text: string, levels: number): Node {
  let node = paragraph(text);
  for (let level = 0; level < levels; level++) node = nodes.blockquote.create(null, node);
  return node;
}

/** What the service has of a document after it was sent; throws where that refuses it. */
function accepted(doc: Node): string {
  const log = new NoteLog(liveNote(''));
  const step = new ReplaceStep(0, log.note.source.doc.content.size, doc.slice(0, doc.content.size));
  log.send({ version: 0, clientID: 'page', steps: [step.toJSON()] });
  return log.note.source.content();
}

interface Sent {
  readonly body: { readonly version: number; readonly steps: unknown[]; readonly clientID: string };
}

const refusal = (): ServiceError =>
  new ServiceError(422, { status: 422, code: 'invalid_document', detail: 'Step 0: no' } as unknown as Problem);

let told: Mock<typeof toasts.add>;
beforeEach(() => {
  told = vi.spyOn(toasts, 'add').mockReturnValue('message');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('what no note can hold', () => {
  test('is not typed: quotes and lists end where they are as deep as they can be', full, () => {
    for (const sign of ['>', '-']) {
      const editor = new TypedEditor(nodes.doc.create(null, paragraph('')));
      for (let count = 0; count < 210; count++) {
        editor.type(sign);
        editor.type(' ');
      }
      editor.type('x');
      expect(told).toHaveBeenCalled();
      expect(editor.state.doc.textContent).toMatch(/x$/);
      expect(() => accepted(editor.state.doc)).not.toThrow();
      told.mockClear();
    }
  });

  test('is not put in: U+0000 and halves of characters', () => {
    const editor = new TypedEditor(nodes.doc.create(null, paragraph('a')));
    for (const text of ['\0', '\ud83d']) editor.dispatch(editor.state.tr.insertText(text, 1));
    expect([editor.state.doc.textContent, told.mock.calls.length]).toEqual(['a', 2]);
  });

  test('is made flat where it is pasted: all texts are there', () => {
    const slice = Slice.maxOpen(Fragment.fromArray([quoted('one', 400), quoted('two', 3)]));
    const taken = storableSlice(slice, 1);
    const state = EditorState.create({ doc: nodes.doc.create(null, paragraph('a')) });
    const { doc } = state.tr.replace(2, 2, taken);
    expect(
      accepted(doc)
        .replace(/[\s>]+/g, ' ')
        .trim(),
    ).toBe('aone two');
    const flat = Slice.maxOpen(Fragment.from(quoted('one', 40)));
    expect(storableSlice(flat, 1)).toBe(flat);
  });
});

describe('a note that the service refused', () => {
  /** A session, and the steps that the service took; it refuses those with `BAD` in them. */
  function opened() {
    vi.stubGlobal('window', new EventTarget());
    const log = new NoteLog(liveNote('one\n'));
    const call = vi.fn<(route: unknown, options: Sent) => Promise<object>>((_route, { body }) => {
      if (JSON.stringify(body.steps).includes('BAD')) return Promise.reject(refusal());
      const { version, steps, clientIDs } = log.send({ version: body.version, steps: body.steps, clientID: body.clientID });
      return Promise.resolve({ version, steps: steps.map((step) => step.toJSON() as unknown), clientIDs });
    });
    const nothing = () => () => undefined;
    const service = {
      client: { call },
      connection: { onChange: nothing, subscribe: nothing, status: () => 'reachable', lastSeq: 0, retry: nothing },
      drafts: { write: nothing, drop: nothing, flush: nothing },
    } as unknown as Service;
    const session = new NoteSession({
      service,
      id: 'n',
      beginning: { version: 0, confirmed: log.note.source.doc, clientID: 'page', steps: [], given: null, key: null },
      plugins: [history()],
      onLost: nothing,
      onCreated: nothing,
    });
    return { session, log, call };
  }

  test('can be saved again once what was refused is taken back, and all else can be undone', async () => {
    const { session, log, call } = opened();
    const back = (): boolean => undo(session.state, session.dispatch);
    session.dispatch(session.state.tr.insertText('kept ', 1));
    await session.flush();
    session.dispatch(closeHistory(session.state.tr).insertText('BAD', 6));
    await session.flush();
    expect(session.progress().at).toBe('refused');
    expect(back()).toBe(true);
    await session.flush();
    expect([session.progress().at, session.isSaved, session.state.doc.textContent]).toEqual(['saved', true, 'kept one']);
    session.dispatch(closeHistory(session.state.tr).insertText('more ', 1));
    await session.flush();
    expect([session.isSaved, log.note.source.content(), call.mock.calls.length]).toEqual([true, 'more kept one\n', 3]);
    expect([back(), back(), session.state.doc.textContent]).toEqual([true, true, 'one']);
    await session.flush();
    expect([session.isSaved, log.note.source.content()]).toEqual([true, 'one\n']);
  });

  test('so it can where more was written meanwhile, or taken back as well', async () => {
    const { session, log } = opened();
    const write = async (text: string, from: number, to = from): Promise<void> => {
      session.dispatch(session.state.tr.insertText(text, from, to));
      await session.flush();
    };
    await write('kept ', 1);
    await write('BAD', 6);
    session.dispatch(session.state.tr.setDocAttribute('title', 'Named'));
    await write('more ', 1);
    await write(' end', session.state.doc.content.size - 1);
    expect(session.progress().at).toBe('refused');
    await write('', 11, 14);
    expect([session.progress().at, session.isSaved]).toEqual(['saved', true]);
    expect([log.note.source.content(), log.note.source.doc.attrs['title']]).toEqual(['more kept one end\n', 'Named']);
    expect(session.state.doc.eq(log.note.source.doc)).toBe(true);
    await write('so ', 1);
    expect(log.note.source.content()).toBe('so more kept one end\n');
  });

  /** A session that was refused, with a change that the service has taken and not answered yet; `answer` does. */
  async function answering() {
    const { session, log, call } = opened();
    session.dispatch(session.state.tr.insertText('BAD', 1));
    await session.flush();
    const take = call.getMockImplementation() as typeof call;
    const { promise: answered, resolve: answer, reject: fail } = Promise.withResolvers<void>();
    call.mockImplementation(async (route, options) => {
      if (route === routes.readNote) return { version: log.note.version, doc: log.note.source.doc.toJSON() as unknown };
      const reply = await take(route, options);
      await answered;
      return reply;
    });
    session.dispatch(session.state.tr.insertText('good ', 1, 4));
    const sent = session.flush();
    await vi.waitFor(() => {
      expect(log.note.source.content()).toBe('good one\n');
    });
    return { session, log, answer, fail, sent };
  }

  test('is what the service has once that is given up, also where an answer is still to come', async () => {
    const { session, log, answer, sent } = await answering();
    const givenUp = session.giveUp();
    // What it would read by itself is read.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    answer();
    await Promise.all([givenUp, sent]);
    expect([session.isSaved, session.state.doc.eq(log.note.source.doc)]).toEqual([true, true]);
    session.dispatch(session.state.tr.insertText('so ', 1));
    await session.flush();
    expect([session.progress().at, log.note.source.content()]).toEqual(['saved', 'so good one\n']);
  });

  test('is what the service has once that is given up, also where the answer was lost', async () => {
    const { session, log, fail, sent } = await answering();
    const givenUp = session.giveUp();
    fail(new UnreachableError({ cause: null }));
    await Promise.all([givenUp, sent]);
    await session.flush();
    expect([session.progress().at, session.isSaved, session.state.doc.eq(log.note.source.doc)]).toEqual(['saved', true, true]);
    expect([log.note.version, log.note.source.content()]).toEqual([1, 'good one\n']);
  });

  test('stays discarded, also where an answer is still to come', async () => {
    const { session, answer, sent } = await answering();
    session.forget();
    answer();
    await sent;
    expect(session.progress().at).toBe('gone');
  });
});

describe('a text that is kept as a new note', () => {
  /** Keeps a document; gives what was asked of the service. */
  async function kept(doc: Node, title: string, refuses = false) {
    const asked: [route: unknown, options: { body?: { title?: string; content?: string; steps?: unknown[] } }][] = [];
    const call = (...args: (typeof asked)[number]) => {
      asked.push(args);
      return refuses && args[0] === routes.changeNote ? Promise.reject(refusal()) : Promise.resolve({ id: 'new', version: 0 });
    };
    await keepAsNote({ call } as unknown as Client, doc, title);
    return asked;
  }

  test('has all that a note can hold of it', async () => {
    const asked = await kept(nodes.doc.create(null, [paragraph('a\0b\ud83d'), paragraph('\0'), quoted('c', 300)]), `T\0${'x'.repeat(600)}`);
    expect(asked.map(([route]) => route)).toEqual([routes.createNote, routes.changeNote]);
    expect(asked[0]?.[1].body?.title).toBe(`T${'x'.repeat(499)}`);
    const log = new NoteLog(liveNote(''));
    log.send({ version: 0, clientID: 'copy', steps: asked[1]?.[1].body?.steps });
    expect(log.note.source.doc.textContent).toBe('abc');
  });

  test('has at least its words where the service refuses it, and no empty note stays behind', async () => {
    const asked = await kept(nodes.doc.create(null, [paragraph('one'), quoted('two', 2)]), 'T', true);
    expect(asked.map(([route]) => route)).toEqual([routes.createNote, routes.changeNote, routes.deleteNote, routes.createNote]);
    expect(asked.at(-1)?.[1].body).toEqual({ title: 'T', content: 'one\n\ntwo' });
  });
});
