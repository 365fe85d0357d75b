// What a user typed and what fits its note no more, kept until it is a note of its own or discarded.

import type { Node } from 'prosemirror-model';
import { ReplaceStep } from 'prosemirror-transform';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import type { Client } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';

export interface Lost {
  readonly title: string;
  /** To be read, and what is made a note where there is no document. */
  readonly text: string;
  /** The document as it was typed, as JSON. */
  readonly doc: unknown;
}

/** The name under which it is kept. */
export function lostName(noteId: string): string {
  return `note/${noteId}/lost`;
}

/**
 * What has no place any more becomes a note of its own, as nothing is ever thrown away: makes a note with this document and gives its id.
 * Throws like `Client.call`.
 */
export async function keepAsNote(client: Client, doc: Node, title: string): Promise<string> {
  const { id, version } = await client.call(routes.createNote, { body: { title }, idempotencyKey: crypto.randomUUID() });
  const empty = noteSchema.nodes.paragraph.create().nodeSize;
  const step = new ReplaceStep(0, empty, doc.slice(0, doc.content.size));
  await client.call(routes.changeNote, { params: { id }, body: { version, clientID: 'copy', steps: [step.toJSON()] } });
  return id;
}

/** Makes a note of what was kept because it fits no note any more, and gives its id. Throws like `Client.call`. */
export async function keepLostAsNote(client: Client, { title, text, doc }: Lost): Promise<string> {
  if (doc !== null) return keepAsNote(client, noteSchema.nodeFromJSON(doc), title);
  return (await client.call(routes.createNote, { body: { title, content: text }, idempotencyKey: crypto.randomUUID() })).id;
}
