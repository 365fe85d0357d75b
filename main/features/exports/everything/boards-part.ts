// What `boards.json` tells of boards, and boards as markdown for people.

import type {
  ArchivedAttachment,
  ArchivedBoards,
  ArchivedCard,
  ArchivedColumn,
  ArchivedProject,
  Written,
  WrittenFile,
} from '../../../contract/archive.ts';
import type { BoardFilter } from '../../../contract/board-filters.ts';
import { toInstant } from '../../../lib/clock.ts';
import { listText, nestedText, objectText } from './json-text.ts';
import { versionAndTimes } from './notes-part.ts';
import type { CardRow, ColumnRecord, FileRow, LabelRow, ProjectRow, RecordStore } from './record-store.ts';
import { FolderNames } from './safe-names.ts';

interface PlacedAttachment extends FileRow {
  readonly path: string;
}

interface PlacedProject extends ProjectRow {
  readonly path: string;
  readonly labels: readonly LabelRow[];
  readonly columns: readonly ColumnRecord[];
}

export interface BoardsPart {
  readonly projects: readonly PlacedProject[];
  readonly attachments: readonly PlacedAttachment[];
  readonly byCard: ReadonlyMap<string, readonly PlacedAttachment[]>;
}

export function placeBoards(store: RecordStore): BoardsPart {
  const names = new FolderNames('boards/');
  const files = new FolderNames('cards/attachments/');
  const attachments = store.cardFiles().map((file) => ({ ...file, path: files.named(file.filename) }));
  return {
    projects: store.projects().map((project) => ({
      ...project,
      path: names.file(project.name, 'md', 'Board'),
      labels: store.labels(project.key),
      columns: store.columns(project.id),
    })),
    attachments,
    byCard: Map.groupBy(attachments, ({ ownerId }) => ownerId),
  };
}

export function boardsJson({ projects, byCard }: BoardsPart, store: Pick<RecordStore, 'cards'>): Generator<string> {
  function* cards(columnId: string, labels: ReadonlySet<string>): Generator<object> {
    for (const card of store.cards(columnId)) yield cardJson(card, byCard.get(card.id) ?? [], labels);
  }
  const columns = ({ columns: own, labels }: PlacedProject): Generator<string> => {
    const ids = new Set(labels.map(({ id }) => id));
    return nestedText(own, columnJson, 'cards', ({ id }) => listText(cards(id, ids)));
  };
  const parts: WrittenFile<typeof ArchivedBoards> = { projects: nestedText(projects, projectJson, 'columns', columns) };
  return objectText(parts);
}

function projectJson(project: PlacedProject): Written<typeof ArchivedProject, 'columns'> {
  const { id, name, description, color, isArchived, labels, filters, path } = project;
  const own = (JSON.parse(filters ?? '[]') as BoardFilter[]).map(({ projectId: _projectId, ...filter }) => filter);
  return { id, path, name, description, color, isArchived: isArchived === 1, labels, filters: own, ...versionAndTimes(project) };
}

function columnJson({ id, title, position, wipLimit, isCollapsed, ...times }: ColumnRecord): Written<typeof ArchivedColumn, 'cards'> {
  return { id, title, position, wipLimit, isCollapsed: isCollapsed === 1, ...versionAndTimes(times) };
}

/** `labels`: the ids of those of its project; a card that came from another one has kept the ids of labels there. */
function cardJson(card: CardRow, attachments: readonly PlacedAttachment[], labels: ReadonlySet<string>): Written<typeof ArchivedCard> {
  const { id, title, description, priority, dueDate, progress, completedAt, isArchived, isTemplate, reminders, labelIds, checklist } = card;
  return {
    id,
    title,
    description,
    priority,
    dueDate,
    reminders,
    progress,
    completedAt: completedAt === null ? null : toInstant(completedAt),
    isArchived: isArchived === 1,
    isTemplate: isTemplate === 1,
    labelIds: labelIds.filter((label) => labels.has(label)),
    checklist,
    attachments: attachments.map(attachmentJson),
    ...versionAndTimes(card),
  };
}

function attachmentJson({
  id,
  filename,
  path,
  mimeType,
  size,
  width,
  height,
  sha256,
  createdAt,
}: PlacedAttachment): Written<typeof ArchivedAttachment> {
  return { id, filename, path, mimeType, size, width, height, sha256, createdAt: toInstant(createdAt) };
}

/** A board for people: columns as headings, cards as tasks. */
export function* boardMarkdown(project: PlacedProject, { byCard }: BoardsPart, store: Pick<RecordStore, 'cards'>): Generator<string> {
  const labels = new Map(project.labels.map(({ id, name }) => [id, name]));
  yield `# ${oneLine(project.name)}\n`;
  if (project.description !== null && project.description !== '') yield `\n${project.description.trimEnd()}\n`;
  for (const column of project.columns) {
    yield `\n## ${oneLine(column.title)}\n\n`;
    let isArchive = false;
    for (const card of store.cards(column.id)) {
      if (card.isArchived === 1 && !isArchive) yield '\n### Archived\n\n';
      isArchive ||= card.isArchived === 1;
      yield cardMarkdown(card, byCard.get(card.id) ?? [], labels);
    }
  }
}

function cardMarkdown(card: CardRow, attachments: readonly PlacedAttachment[], labels: ReadonlyMap<string, string>): string {
  const marks = [
    card.priority,
    card.dueDate === null ? null : `due ${card.dueDate}`,
    card.progress === 0 ? null : `${card.progress} %`,
    ...card.labelIds.map((id) => labels.get(id) ?? null),
  ].filter((mark) => mark !== null);
  const parts = [
    `- [${card.completedAt === null ? ' ' : 'x'}] ${oneLine(card.title)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`,
  ];
  if (card.description !== null && card.description.trim() !== '') parts.push('', indented(card.description.trimEnd()), '');
  for (const { text, completed, dueDate } of card.checklist)
    parts.push(`  - [${completed ? 'x' : ' '}] ${oneLine(text)}${dueDate === null ? '' : ` (due ${dueDate})`}`);
  for (const { filename, path } of attachments)
    parts.push(`  - [${oneLine(filename).replace(/[[\]\\]/g, '\\$&')}](../${path.split('/').map(encodeURIComponent).join('/')})`);
  return `${parts.join('\n')}\n`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
