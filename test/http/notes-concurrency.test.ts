import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collab, getVersion, receiveTransaction, sendableSteps } from 'prosemirror-collab';
import { EditorState } from 'prosemirror-state';
import { ReplaceStep, Step } from 'prosemirror-transform';
import { Fragment, Node, Slice } from 'prosemirror-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteSchema } from '../../main/contract/note-schema.ts';
import type { Note } from '../../main/contract/notes.ts';
import { KillableService } from '../support/killable-service.ts';
import { times } from '../support/property.ts';

let dataDir: string;
let service: KillableService;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'daybook-notes-many-'));
  service = new KillableService(dataDir);
});

afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const collabClients = 8;
const rebaseClients = 16;
const editsClients = 16;
const editsEach = times(3, 12);
/** The paragraphs that collaborators type into. */
const shared = 4;

let path: string;
let accepted = 0;
let wantsKill: (() => void) | null = null;

const read = async (query: string): Promise<Note> => (await service.insist('GET', `${path}${query}`)).body as Note;

/** Sends a delta until it is answered, however often the service dies; gives status and body. */
// oxlint-disable-next-line typescript/no-explicit-any -- each kind of client knows its answers
async function send(delta: object): Promise<{ status: number; body: any }> {
  const { status, body } = await service.insist('POST', `${path}/delta`, { ...delta, deltaId: crypto.randomUUID() });
  if (status === 200 && (accepted += 1) === 60) wantsKill?.();
  return { status, body };
}

/** The start or the end of one of the shared paragraphs: what is typed there tears no client's words apart. */
function place(doc: Node, seed: number): number {
  const index = seed % shared;
  let at = 1;
  for (let block = 0; block < index; block += 1) at += doc.child(block).nodeSize;
  return seed % 3 === 0 ? at : at + doc.child(index).content.size;
}

const stepsOf = (json: readonly object[]): Step[] => json.map((step) => Step.fromJSON(noteSchema, step));
const applied = (doc: Node, json: readonly object[]): Node => stepsOf(json).reduce((before, step) => step.apply(before).doc ?? before, doc);

/** prosemirror-collab as it comes. Gives the document that it ends with. */
async function collaborate(client: number): Promise<Node> {
  const { doc, version } = await read('?include=doc');
  const clientID = `collab${client}`;
  let state = EditorState.create({ doc: Node.fromJSON(noteSchema, doc), plugins: [collab({ version, clientID })] });
  const receive = (steps: object[], clientIDs: (string | number)[]): void => {
    state = state.apply(receiveTransaction(state, stepsOf(steps), clientIDs));
  };
  for (let edit = 0; edit < editsEach; edit += 1) {
    state = state.apply(state.tr.insertText(`c${client}x${edit};`, place(state.doc, client + edit)));
    for (let sendable = sendableSteps(state); sendable !== null; sendable = sendableSteps(state)) {
      const { status, body } = await send({
        version: sendable.version,
        steps: sendable.steps.map((step) => step.toJSON() as object),
        clientID,
      });
      if (status !== 200) expect([status, body.code]).toEqual([409, 'stale_version']);
      receive(body.steps, body.clientIDs);
    }
  }
  const { steps = [], clientIDs = [] } = await settledSteps(getVersion(state));
  receive(steps, clientIDs as string[]);
  return state.doc;
}

/** A client that lets the service move its steps. */
async function rebase(client: number): Promise<Node> {
  const note = await read('?include=doc');
  let doc = Node.fromJSON(noteSchema, note.doc);
  let { version } = note;
  for (let edit = 0; edit < editsEach; edit += 1) {
    const at = place(doc, client + edit);
    const step = new ReplaceStep(at, at, new Slice(Fragment.from(noteSchema.text(`r${client}x${edit};`)), 0, 0));
    const { status, body } = await send({ version, steps: [step.toJSON()], rebase: true, clientID: client });
    expect([status, body.code]).toEqual([200, undefined]);
    doc = applied(doc, body.steps);
    ({ version } = body);
  }
  const { steps = [] } = await settledSteps(version);
  return applied(doc, steps);
}

/** A script that knows no ProseMirror. */
async function edit(client: number): Promise<null> {
  for (let index = 0; index < editsEach; index += 1) {
    const word = `e${client}x${index};`;
    const edits = index % 2 === 0 ? [{ oldText: `line${client}: `, newText: `line${client}: ${word} ` }] : [{ append: `\n${word}\n` }];
    const { status, body } = await send({ edits });
    expect([status, body.code]).toEqual([200, undefined]);
  }
  return null;
}

let finished = 0;
let lastOne: () => void;
const allDone = new Promise<void>((resolve) => {
  lastOne = resolve;
});

/** The steps after `version`, once no client changes anything any more. */
async function settledSteps(version: number): Promise<Note> {
  if (++finished === collabClients + rebaseClients) lastOne();
  await allDone;
  return read(`?since=${version}`);
}

test('POST /api/notes/:id/delta › forty clients of three kinds at once, and a kill: all see the same, each edit is there exactly once', async () => {
  const paragraphs = Array.from({ length: shared }, (_, index) => `Paragraph ${index}.\n`).join('\n');
  const lines = Array.from({ length: editsClients }, (_, index) => `line${index}: \n`).join('\n');
  const created = await service.request('POST', '/api/notes', { title: 'Shared', content: `${paragraphs}\n${lines}` });
  path = `/api/notes/${created.body.id}`;
  const kill = new Promise<void>((resolve) => {
    wantsKill = resolve;
  }).then(() => service.kill());
  const scripts = Promise.all(Array.from({ length: editsClients }, (_, client) => edit(client)));
  const clients = [
    ...Array.from({ length: collabClients }, (_, client) => collaborate(client)),
    ...Array.from({ length: rebaseClients }, (_, client) => rebase(client)),
  ];
  await scripts;
  const docs = await Promise.all(clients);
  await kill;

  const { doc, content, version } = await read('?include=doc');
  const final = Node.fromJSON(noteSchema, doc);
  expect(docs.filter((theirs) => !theirs.eq(final))).toEqual([]);
  const words = [...content.matchAll(/[cre]\d+x\d+;/g)].map(([word]) => word);
  const expected = [
    ['c', collabClients],
    ['r', rebaseClients],
    ['e', editsClients],
  ] as const;
  expect(words.toSorted()).toEqual(
    expected
      .flatMap(([kind, count]) =>
        Array.from({ length: count * editsEach }, (_, index) => `${kind}${Math.floor(index / editsEach)}x${index % editsEach};`),
      )
      .toSorted(),
  );
  // The history tells of each, and leads to the same bytes.
  const { body: history } = await service.request('GET', `${path}/history?limit=200`);
  expect(history.total).toBe(1 + (collabClients + rebaseClients + editsClients) * editsEach);
  expect(history.items[0]).toMatchObject({ version, size: Buffer.byteLength(content) });
  await service.kill();
  expect(await read('?include=doc')).toMatchObject({ content, version, doc });
}, 120_000);
