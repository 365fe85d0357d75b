// A board as an outline: its columns, and their cards a line each.

import { cardsApi, columnsApi } from '../contract/boards.ts';
import type { Card } from '../contract/cards.ts';
import type { Column } from '../contract/columns.ts';
import { projectsApi, type Project } from '../contract/projects.ts';
import { AppError, notFound } from '../lib/app-error.ts';
import { fill, withCursor } from './budget.ts';
import { cardLine, outlineTitle } from './outline.ts';
import { cursorAt, listPlace, pageFrom } from './place.ts';
import type { ToolContext, ToolResult } from './tool.ts';

/** More cards than an answer has room for, and the first of the next page. */
const pageSize = 201;
/** More columns than boards have that can be looked through. */
const maxColumns = 1_000;

/**
 * The cards of the project from a place on, counted from 1, under their columns; empty ones are in the first page. `argument` is that of
 * the tool by which the next page is asked for. Throws `not_found`.
 */
export async function boardPage(projectId: string, place: string, argument: 'cursor' | 'from', { ask }: ToolContext): Promise<ToolResult> {
  const { name, isArchived, labels } = await projectNamed(projectId, ask);
  const columns = await columnsOf(ask, projectId);
  const { offset: from, id } = listPlace(place);
  // A model that counts from 0 gets the first page as well.
  const asked = { offset: Math.max(0, from - 1), id };
  const { items, total, offset } = await pageFrom(
    asked,
    pageSize,
    (at) => ask(cardsApi.listCards, { query: { projectId, ...at } }),
    (card) => card.id,
  );
  const isLast = offset + items.length >= total;
  const lines = outline(columns, isLast ? items : items.slice(0, -1), asked.offset === 0, labels);
  const page = fill(
    `# Board ${outlineTitle(name)}${isArchived ? ' (archived)' : ''}: ${columns.length} columns, ${total} cards`,
    lines.map(({ text }) => text),
  );
  const shown = lines.slice(0, page.count).flatMap(({ card }) => card ?? []);
  const next = items[shown.length];
  // Columns alone can fill a page.
  const nextCursor = next !== undefined && shown.length > 0 ? cursorAt(offset + shown.length + 1, next.id) : null;
  return {
    text: withCursor(page.text, argument, nextCursor),
    structured: { items: shown.map((card) => ({ type: 'card', id: card.id, version: card.version })), nextCursor },
  };
}

/** Columns of a project, or of all. */
export async function columnsOf(ask: ToolContext['ask'], projectId?: string): Promise<readonly Column[]> {
  return (await ask(columnsApi.listColumns, { query: { ...(projectId === undefined ? {} : { projectId }), limit: maxColumns } })).items;
}

/** Where a card is: its board, and its column among these. */
export function placeIn(columns: readonly Column[], { columnId, projectId }: Card): string {
  const column = columns.find(({ id }) => id === columnId);
  return column === undefined ? `board ${projectId}` : `board ${projectId}, ${outlineTitle(column.title)}`;
}

async function projectNamed(id: string, ask: ToolContext['ask']): Promise<Project> {
  try {
    return await ask(projectsApi.readProject, { params: { id } });
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? notFound('board') : error;
  }
}

/** The names of the labels that a card has, of those of its project. */
export const labelsOf = ({ labelIds }: Card, labels: Project['labels']): string[] =>
  labels.filter(({ id }) => labelIds.includes(id)).map(({ name }) => name);

function outline(
  columns: readonly Column[],
  cards: readonly Card[],
  whole: boolean,
  labels: Project['labels'],
): { text: string; card: Card | null }[] {
  const byColumn = Map.groupBy(cards, ({ columnId }) => columnId);
  // The last column with cards of this page ends it: what comes after stands in the next page.
  return columns.flatMap((column) => {
    const own = byColumn.get(column.id) ?? [];
    if (own.length === 0 && !(whole && column.cardCount === 0)) return [];
    const head = { text: `## ${outlineTitle(column.title)} (column ${column.id}, ${column.cardCount} cards)`, card: null };
    return [head, ...own.map((card) => ({ text: cardLine(card, labelsOf(card, labels)), card }))];
  });
}
