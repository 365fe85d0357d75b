import { z } from 'zod';
import { cardsApi } from '../contract/boards.ts';
import { eventsApi } from '../contract/events.ts';
import { linksApi } from '../contract/links.ts';
import { notesApi } from '../contract/notes.ts';
import { projectsApi } from '../contract/projects.ts';
import { invalid } from '../lib/app-error.ts';
import { boardPage, labelsOf } from './board.ts';
import { oneLine } from './budget.ts';
import { linePage, linePlace, type LinePlace } from './lines.ts';
import { cardText, eventOutline, linkLines } from './outline.ts';
import { placeCursor } from './place.ts';
import { reads, tool, type ToolContext, type ToolResult } from './tool.ts';

const input = z.strictObject({
  type: z.enum(['note', 'card', 'event', 'board']),
  id: z.string().min(1).max(200),
  from: linePlace.optional().meta({ description: 'First line; of a board the card' }),
  lines: z.int().min(1).max(100_000).optional().meta({ description: 'How many lines, numbered' }),
});

export const read = tool({
  name: 'read',
  title: 'Read',
  description: 'Read a note (markdown), card, event or board (outline; its id is the project).',
  input,
  hints: reads,
  scopes: ['notes:read', 'boards:read', 'calendar:read'],
  run: async ({ type, id, from = 1, lines }, context) => {
    if (type === 'board') {
      if (!placeCursor.test(String(from))) throw invalid({ path: 'from', message: 'must be a number: that of a card' });
      return boardPage(id, String(from), 'from', context);
    }
    const record = await recordText(type, id, context);
    return linesOf(type, id, record, from, lines ?? null);
  },
});

interface RecordText {
  readonly head: string;
  readonly version: number;
  readonly text: string;
}

/** A record as text, whole; of a note `text` is its markdown. Throws `not_found`. */
export async function recordText(type: 'note' | 'card' | 'event', id: string, { ask }: ToolContext): Promise<RecordText> {
  const params = { id };
  if (type === 'card') {
    const [card, links] = await Promise.all([ask(cardsApi.readCard, { params }), ask(linksApi.cardLinks, { params })]);
    const { labels } = await ask(projectsApi.readProject, { params: { id: card.projectId } });
    return { head: '', version: card.version, text: [cardText(card, labelsOf(card, labels)), ...linkLines(links)].join('\n') };
  }
  if (type === 'event') {
    const [event, invitation] = await Promise.all([ask(eventsApi.readEvent, { params }), ask(eventsApi.readInvitation, { params })]);
    const links = await ask(linksApi.eventLinks, { params });
    return { head: '', version: event.version, text: [eventOutline(event, invitation), ...linkLines(links)].join('\n') };
  }
  const { title, version, content } = await ask(notesApi.readNote, { params });
  return { head: `${oneLine(title, 500)} (note ${id} v${version})`, version, text: content };
}

function linesOf(type: string, id: string, { head, version, text }: RecordText, from: LinePlace, wanted: number | null): ToolResult {
  const page = linePage(head === '' ? '' : `${head}\n---`, text, from, wanted);
  return { text: page.text, structured: { type, id, version, nextCursor: page.next } };
}
