// Commands on notes.

import type { Note, NoteDeltaReply, NoteList } from '../contract/notes.ts';
import type { Api } from './api.ts';
import {
  CommandRefusal,
  UsageError,
  type CommandAnswer,
  type CommandCall,
  type CliCommand,
  type CommandOption,
  type CommandContext,
} from './command.ts';
import { aligned } from './layout.ts';

const titleOption: CommandOption = { type: 'string', value: 'TITLE', help: 'the note with this title, instead of an ID' };

/** The note that a call names, by id or by title, and the arguments that follow. */
async function namedNote(api: Api, call: CommandCall): Promise<{ readonly note: Note; readonly others: readonly string[] }> {
  const title = call.text('title');
  if (title === undefined) {
    const [id, ...others] = call.args;
    if (id === undefined) throw new UsageError('Which note? Give its ID, or --title TITLE');
    return { note: await api.call<Note>('readNote', { params: { id } }), others };
  }
  const id = await noteWithTitle(api, title);
  return { note: await api.call<Note>('readNote', { params: { id } }), others: call.args };
}

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** A page of what a search for the title's words gives: the best of many hits have it in the title. */
async function noteWithTitle(api: Api, title: string): Promise<string> {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  const q = words.length === 0 ? undefined : words.join(' ');
  const { items } = await api.call<NoteList>('listNotes', { query: { q, limit: '1000' } });
  const exact = items.filter((note) => folded(note.title) === folded(title));
  const [first, ...more] = exact;
  if (first === undefined) throw new CommandRefusal(`There is no note with the title "${title}"`);
  if (more.length > 0) throw new CommandRefusal(`Several notes have this title: ${exact.map(({ id }) => id).join(', ')}`);
  return first.id;
}

const changed = (reply: NoteDeltaReply): CommandAnswer => ({
  json: reply,
  text: aligned([['note', reply.id, `version ${reply.version}`, reply.title]]),
});

async function replace(call: CommandCall, { api }: CommandContext): Promise<CommandAnswer> {
  const [oldText = '', newText = ''] = call.list('replace');
  const title = call.text('title');
  const [given, ...others] = call.args;
  const id = title === undefined ? given : await noteWithTitle(api, title);
  if (id === undefined || (title === undefined ? others : call.args).length > 0)
    throw new UsageError('Give the ID of one note, or --title TITLE');
  return changed(await api.call('changeNote', { params: { id }, body: { edits: [{ oldText, newText }] } }));
}

async function edit(call: CommandCall, context: CommandContext): Promise<CommandAnswer> {
  if (call.has('replace')) return replace(call, context);
  const { api } = context;
  const { note, others } = await namedNote(api, call);
  if (others.length > 0) throw new UsageError('Give the ID of one note, or --title TITLE');
  const edited = await context.edit(note.title, note.content);
  if (edited.text === note.content) {
    edited.discard();
    return { json: note, text: 'Nothing was changed' };
  }
  try {
    const body = { version: note.version, content: edited.text };
    const reply = await api.call<NoteDeltaReply>('changeNote', { params: { id: note.id }, body });
    edited.discard();
    return changed(reply);
  } catch (error) {
    if (!(error instanceof CommandRefusal)) throw error;
    throw new CommandRefusal(`${error.message}; the note is as it was, your text is in ${edited.path}`, error.code, error.problem);
  }
}

export const noteCommands: readonly CliCommand[] = [
  {
    name: 'note show',
    args: [{ name: 'ID', optional: true }],
    summary: 'print a note’s markdown',
    options: { title: titleOption },
    run: async (call, { api }) => {
      const { note, others } = await namedNote(api, call);
      if (others.length > 0) throw new UsageError('Give the ID of one note, or --title TITLE');
      return { json: note, text: note.content, verbatim: true };
    },
  },
  {
    name: 'note edit',
    args: [{ name: 'ID', optional: true }],
    summary: 'change a note in your editor, or by a replacement',
    details:
      'Opens $VISUAL, or $EDITOR, with the markdown. If the note was changed by others in the meantime nothing is overwritten,\n' +
      'and your text stays in the file that is named then. OLD must stand in the note exactly once.',
    options: {
      title: titleOption,
      replace: { type: 'string', value: 'OLD', second: 'NEW', help: 'replace OLD by NEW, without an editor' },
    },
    run: edit,
  },
  {
    name: 'note new',
    args: [{ name: 'TITLE' }],
    summary: 'make a note; its markdown comes from standard input',
    options: { content: { type: 'string', value: 'TEXT', help: 'the markdown, instead of standard input' } },
    run: async (call, { api, readInput }) => {
      const content = call.text('content') ?? (await readInput()) ?? '';
      const note = await api.call<Note>('createNote', { body: { title: call.args[0], content } });
      return { json: note, text: aligned([['note', note.id, note.title]]) };
    },
  },
];
