// `daybook add` and `daybook event add`: a line of text becomes an event, a note or a card.

import type { Card } from '../contract/cards.ts';
import type { Event } from '../contract/events.ts';
import type { Note } from '../contract/notes.ts';
import type { Days, Timed } from '../contract/phrases/phrase.ts';
import type { Api } from './api.ts';
import { cardAnswer, dueDateArgument, findColumn } from './boards.ts';
import { UsageError, type CommandAnswer, type CliCommand, type CommandContext } from './command.ts';
import { aligned } from './layout.ts';
import { spanCells, understand, understandTime } from './when.ts';

/** The longest title that the service takes, in characters. */
const maxTitle = 500;

/** The first line is the title; what is longer goes into the note. */
function noteOf(text: string): { readonly title: string; readonly content: string } {
  const [first = '', ...others] = text.trim().split('\n');
  const characters = Array.from(first.trim());
  const rest = others.join('\n').trim();
  if (characters.length <= maxTitle) return { title: characters.join(''), content: rest === '' ? '' : `${rest}\n` };
  return { title: `${characters.slice(0, maxTitle - 1).join('')}…`, content: `${text.trim()}\n` };
}

async function addNote(api: Api, text: string): Promise<CommandAnswer> {
  const note = await api.call<Note>('createNote', { body: noteOf(text) });
  return { json: note, text: aligned([['note', note.id, note.title]]) };
}

interface EventDraft {
  readonly title: string;
  readonly when: Timed | Days;
  readonly rrule?: string | null;
  readonly location?: string | undefined;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
}

async function addEvent({ title, when, rrule = null, ...others }: EventDraft, { api, timeZone }: CommandContext): Promise<CommandAnswer> {
  const times =
    when.kind === 'timed' ? { startTime: when.start, endTime: when.end } : { startDate: when.start, endDate: when.end, isAllDay: true };
  const event = await api.call<Event>('createEvent', {
    body: { title, ...times, timeZone, ...(rrule === null ? {} : { recurrence: { rrule } }), ...others },
  });
  return { json: event, text: aligned([['event', event.id, ...spanCells(event, timeZone), event.title]]) };
}

const noTime = 'The text names no day and no time that can be read, such as "tomorrow 12:30"';

export const addCommands: readonly CliCommand[] = [
  {
    name: 'add',
    args: [{ name: 'TEXT', rest: true }],
    summary: 'an event if the text names a day or a time, else a note',
    details:
      'An event lasts an hour unless the text tells its end ("9:00-9:30") or length ("for 2 hours"), and whole days if it names no\n' +
      'time of day. It repeats if the text says so ("every tuesday 18:00 until june"). Times are those of this machine. Of a card,\n' +
      'the time is when it is due.',
    options: {
      note: { type: 'boolean', help: 'a note in any case' },
      event: { type: 'boolean', help: 'an event; refused if the text names no time' },
      card: { type: 'string', value: 'COLUMN', help: 'a card in this column: an ID, a title, or PROJECT/TITLE' },
    },
    run: async (call, context) => {
      const { api, now, timeZone } = context;
      const text = call.args.join(' ');
      if (text.trim() === '') throw new UsageError('TEXT must not be empty');
      const column = call.text('card');
      if ([call.has('note'), call.has('event'), column !== undefined].filter(Boolean).length > 1)
        throw new UsageError('Only one of --note, --event and --card can be given');
      if (call.has('note')) return addNote(api, text);
      const { title, when, rrule } = await understand(text, { now, timeZone, repeats: column === undefined });
      if (column !== undefined) {
        const found = await findColumn(api, column);
        const body = { title, columnId: found.column.id, dueDate: dueDateArgument(when) };
        return cardAnswer(await api.call<Card>('createCard', { body }), found.name, timeZone);
      }
      if (when !== null) return addEvent({ title, when, rrule }, context);
      if (call.has('event')) throw new UsageError(noTime);
      return addNote(api, text);
    },
  },
  {
    name: 'event add',
    args: [{ name: 'TEXT', rest: true }],
    summary: 'make an event; the text names its day and time, unless --when does',
    options: {
      when: { type: 'string', value: 'WHEN', help: 'when it takes place, such as "friday 9:00-10:30"; the text is then its title' },
      location: { type: 'string', value: 'PLACE', help: 'where' },
      description: { type: 'string', value: 'TEXT', help: 'notes or agenda' },
      color: { type: 'string', value: 'COLOR', help: 'a CSS colour name, or #rrggbb' },
    },
    run: async (call, context) => {
      const text = call.args.join(' ');
      const given = call.text('when');
      const { now, timeZone } = context;
      const { title, when, rrule } =
        given === undefined
          ? await understand(text, { now, timeZone })
          : { title: text, when: await understandTime('--when', given, context), rrule: null };
      if (when === null) throw new UsageError(`${noTime}; add it, or give --when`);
      const [location, description, color] = ['location', 'description', 'color'].map((option) => call.text(option));
      return addEvent({ title, when, rrule, location, description, color }, context);
    },
  },
];
