// What a user typed and what fits its note no more, kept until it is a note of its own or discarded.

import type { Node } from 'prosemirror-model';
import { ReplaceStep } from 'prosemirror-transform';
import { maxTitle, storable } from '../../../../main/contract/note-attributes.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import type { Note } from '../../../../main/contract/notes.ts';
import { UnreachableError, type Client } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { storableDoc } from '../editor/storable.ts';

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
export async function keepAsNote(client: Client, typed: Node, title: string): Promise<string> {
  const { id, version } = await makeNote(client, title);
  try {
    const doc = storableDoc(typed);
    const empty = noteSchema.nodes.paragraph.create().nodeSize;
    const step = new ReplaceStep(0, empty, doc.slice(0, doc.content.size));
    await client.call(routes.changeNote, { params: { id }, body: { version, clientID: 'copy', steps: [step.toJSON()] } });
    return id;
  } catch (error) {
    // No empty note stays behind.
    await client.call(routes.deleteNote, { params: { id } }).catch(() => undefined);
    if (error instanceof UnreachableError) throw error;
    // Its words at least.
    return (await makeNote(client, title, typed.textBetween(0, typed.content.size, '\n\n', '\n'))).id;
  }
}

function makeNote(client: Client, title: string, content?: string): Promise<Note> {
  const body = {
    title: Array.from(storable(title)).slice(0, maxTitle).join(''),
    ...(content === undefined ? {} : { content: storable(content) }),
  };
  return client.call(routes.createNote, { body, idempotencyKey: crypto.randomUUID() });
}

/** Makes a note of what was kept because it fits no note any more, and gives its id. Throws like `Client.call`. */
export async function keepLostAsNote(client: Client, { title, text, doc }: Lost): Promise<string> {
  if (doc !== null) return keepAsNote(client, noteSchema.nodeFromJSON(doc), title);
  return (await makeNote(client, title, text)).id;
}
