// What Trello gives out of a board, as JSON.

import { textLimits } from '../../../contract/limits.ts';
import { invalid } from '../../../lib/app-error.ts';
import { toInstant } from '../../../lib/clock.ts';
import { extensionOf } from '../archive/entry-path.ts';
import type { PlanCard, PlanCheck, PlanSink, FormatReader } from '../plan.ts';
import { readTime } from './front-matter.ts';
import { nameFrom } from './note-reading.ts';
import { checklistFrom, descriptionOf, longName } from './card-text.ts';
import { type TrelloBoard, maybeBoard, type TrelloCard } from './trello-board.ts';

/** The column of the cards whose lists are archived. */
const archivedLists = 'Archived lists';

const colors: Readonly<Record<string, string>> = { sky: 'skyblue', black: 'dimgray', yellow: 'gold' };

export const readTrello: FormatReader = async ({ entries }, sink) => {
  let boards = 0;
  for (const entry of entries) {
    if (extensionOf(entry.path) !== 'json') {
      sink.warn({ path: entry.path, kind: 'skipped', message: 'It is no board' });
      continue;
    }
    const board = await maybeBoard(entry);
    if (board === null) {
      sink.warn({ path: entry.path, kind: 'skipped', message: 'It is not what Trello gives out of a board' });
      continue;
    }
    boards += 1;
    for (const { path, message } of board.left) sink.warn({ path: path ?? entry.path, kind: 'skipped', message });
    await addBoard(board.data, entry.path, sink);
  }
  if (boards === 0) throw invalid({ path: 'file', message: 'is not what Trello gives out of a board as JSON' });
  return { space: '' };
};

async function addBoard(board: TrelloBoard, path: string, sink: PlanSink): Promise<void> {
  const labels = (board.labels ?? []).slice(0, sink.limits.labels);
  for (const { name, id } of (board.labels ?? []).slice(sink.limits.labels))
    sink.warn({ path, kind: 'limit', message: `A board can have ${sink.limits.labels} labels: "${name || id}" is left out` });
  await sink.add({
    type: 'project',
    source: board.id,
    name: nameFrom(board.name, sink, { path, instead: 'Board', maxLength: textLimits.name }),
    description: descriptionOf([board.desc ?? ''], path, sink, 65_536),
    isArchived: board.closed === true,
    ...timesOf(board.id),
    labels: labels.map(({ id, name, color }) => ({
      source: id,
      name: nameFrom(name || colorName(color ?? ''), sink, { path, instead: 'Label', maxLength: 100 }),
      color: colorOf(color ?? null),
    })),
  });
  const byList = Map.groupBy(board.cards, ({ idList }) => idList);
  const around = aroundCards(board, labels);
  const inOrder = board.lists.toSorted((a, b) => a.pos - b.pos);
  const cardsOf = ({ id }: TrelloBoard['lists'][number]): TrelloCard[] => (byList.get(id) ?? []).toSorted((a, b) => a.pos - b.pos);
  for (const list of inOrder.filter(({ closed }) => closed !== true)) {
    const title = nameFrom(list.name, sink, { path, instead: 'List' });
    await sink.add({ type: 'column', source: list.id, title, project: board.id, wipLimit: list.softLimit, ...timesOf(list.id) });
    for (const card of cardsOf(list)) await addCard(card, { ...around, column: list.id, archivedList: null }, sink);
  }
  const archived = inOrder.filter(({ closed }) => closed === true);
  const column = `${board.id} archived lists`;
  if (archived.some((list) => byList.has(list.id)))
    await sink.add({ type: 'column', source: column, title: archivedLists, project: board.id, isCollapsed: true });
  for (const list of archived) {
    const cards = cardsOf(list);
    sink.warn({ path: list.name, kind: cards.length === 0 ? 'skipped' : 'lost', message: archivedListTold(list, cards.length) });
    for (const card of cards) await addCard(card, { ...around, column, archivedList: list.name || 'List' }, sink);
  }
  const lists = new Set(board.lists.map(({ id }) => id));
  const comments = board.cards.reduce((sum, { id, idList }) => sum + (lists.has(idList) ? (around.comments.get(id)?.length ?? 0) : 0), 0);
  const message = `Comments come in as text, below the descriptions of their cards, with their times in UTC (${comments})`;
  if (comments > 0) sink.warn({ path, kind: 'lost', message });
  tellWithoutPlace(board, lists, path, sink);
  for (const { name, idList } of board.cards) {
    if (!lists.has(idList)) sink.warn({ path: name, kind: 'skipped', message: 'The card is in no list of the board: it does not come in' });
  }
}

/** What of cards has no place here, once for each kind of thing. */
const withoutPlace: Readonly<Record<string, (card: TrelloCard) => boolean>> = {
  Votes: ({ idMembersVoted }) => idMembersVoted > 0,
  Stickers: ({ stickers }) => stickers > 0,
  'Colours and pictures of covers': ({ cover }) => Boolean(cover?.color ?? cover?.idUploadedBackground),
  'Entries of Power-Ups': ({ pluginData }) => pluginData > 0,
};

function tellWithoutPlace({ cards, pluginData }: TrelloBoard, lists: ReadonlySet<string>, path: string, sink: PlanSink): void {
  for (const [what, isOn] of Object.entries(withoutPlace)) {
    const amount = cards.filter((card) => lists.has(card.idList) && isOn(card)).length;
    if (amount > 0) sink.warn({ path, kind: 'lost', message: `${what} do not come in (cards: ${amount})` });
  }
  if (pluginData > 0) sink.warn({ path, kind: 'lost', message: 'Entries of Power-Ups of the board do not come in' });
}

function archivedListTold({ name }: TrelloBoard['lists'][number], cards: number): string {
  const begins = `The list "${name}" is archived`;
  return cards === 0
    ? `${begins} and empty: it does not come in`
    : `${begins}: its cards come in as archived ones, in the column "${archivedLists}" (cards: ${cards})`;
}

/** What a board tells of its cards beside them. */
interface AroundCards {
  readonly labels: ReadonlySet<string>;
  readonly members: ReadonlyMap<string, NonNullable<TrelloBoard['members']>[number]>;
  readonly fields: ReadonlyMap<string, NonNullable<TrelloBoard['customFields']>[number]>;
  /** By the ids of cards. */
  readonly comments: ReadonlyMap<string | undefined, NonNullable<TrelloBoard['actions']>>;
  readonly checklists: ReadonlyMap<string | null | undefined, NonNullable<TrelloBoard['checklists']>>;
}

/** Where a card comes in. */
interface CardPlace extends AroundCards {
  readonly column: string;
  /** The list that it is in, if that is archived, as columns here cannot be; null for another. */
  readonly archivedList: string | null;
}

function aroundCards({ members, customFields, actions, checklists }: TrelloBoard, labels: NonNullable<TrelloBoard['labels']>): AroundCards {
  const comments = (actions ?? []).filter(({ data }) => (data?.text ?? '') !== '');
  return {
    labels: new Set(labels.map(({ id }) => id)),
    members: byId(members ?? []),
    fields: byId(customFields ?? []),
    comments: Map.groupBy(comments, ({ data }) => data?.card?.id),
    checklists: Map.groupBy(checklists ?? [], ({ idCard }) => idCard),
  };
}

/** Of two of the same id the first counts. */
function byId<T extends { readonly id: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return new Map(records.toReversed().map((record) => [record.id, record]));
}

async function addCard(card: TrelloCard, around: CardPlace, sink: PlanSink): Promise<void> {
  const path = card.name || 'Untitled';
  tellOf(card, around, path, sink);
  const cardLabels = (card.idLabels ?? []).filter((id) => around.labels.has(id));
  if (cardLabels.length > sink.limits.cardLabels)
    sink.warn({ path, kind: 'limit', message: `A card can have ${sink.limits.cardLabels} labels: the others are left out` });
  const updatedAt = readTime(card.dateLastActivity ?? '');
  const done = readTime(card.dateCompleted ?? '') ?? updatedAt ?? readTime(card.due ?? '');
  const due = readTime(card.due ?? '');
  await sink.add({
    type: 'card',
    source: card.id,
    column: around.column,
    title: nameFrom(card.name, sink, { path, isInDescription: true }),
    description: descriptionOf(
      [
        longName(card.name),
        card.desc ?? '',
        around.archivedList === null ? '' : `List: ${around.archivedList}`,
        card.start ? `Start: ${card.start.slice(0, 10)}` : '',
        ...fieldsOf(card, around),
        membersOf(card, around),
        locationOf(card),
        ...checklistNamesOf(card, around),
        attachmentsOf(card),
        commentsOf(card, around),
      ],
      path,
      sink,
    ),
    dueDate: due === null ? null : new Date(due).toISOString(),
    ...remindersOf(card, sink.limits.reminderMinutes),
    completedAt: card.dueComplete === true ? done : null,
    isArchived: card.closed === true || around.archivedList !== null,
    ...(card.isTemplate === true ? { isTemplate: true } : {}),
    ...timesOf(card.id),
    ...(updatedAt === null ? {} : { updatedAt }),
    labels: cardLabels.slice(0, sink.limits.cardLabels),
    checklist: checklistFrom(checklistOf(card, around), path, sink),
    files: [],
  });
}

/** What of a card has no place here, or cannot be told. */
function tellOf(card: TrelloCard, around: CardPlace, path: string, sink: PlanSink): void {
  for (const { name, url, isUpload } of card.attachments ?? []) {
    const message = `The attachment "${name || url}" can only be had with a login at Trello; its address stands in the description`;
    if (isUpload === true) sink.warn({ path, kind: 'login', message });
  }
  const missing = (card.badges?.comments ?? 0) - (around.comments.get(card.id)?.length ?? 0);
  if (missing > 0) {
    const message = `The file has only the newest comments of the board: those of the card that are not in it do not come in (${missing})`;
    sink.warn({ path, kind: 'lost', message });
  }
  const unknown = (card.idMembers ?? []).filter((id) => !around.members.has(id)).length;
  if (unknown > 0)
    sink.warn({ path, kind: 'skipped', message: `The board does not name members of the card: they are left out (${unknown})` });
  if (readTime(card.due ?? '') === null && (card.due ?? '') !== '')
    sink.warn({ path, kind: 'skipped', message: `The card is due at "${card.due}", which is no time: it comes in without` });
}

/** The first 8 digits of an id tell the second in which it was made. */
function timesOf(id: string): { createdAt?: number } {
  return /^[\da-f]{24}$/.test(id) ? { createdAt: Number.parseInt(id.slice(0, 8), 16) * 1_000 } : {};
}

/** What a label without a name is called: `green_dark` is "Dark green". */
function colorName(color: string): string {
  const [plain = '', shade] = color.split('_');
  const name = shade === undefined ? plain : `${shade} ${plain}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function colorOf(color: string | null): string {
  const plain = (color ?? 'lightgray').replace(/_(dark|light)$/, '');
  return colors[plain] ?? (/^(green|orange|red|purple|blue|lime|pink|lightgray)$/.test(plain) ? plain : 'lightgray');
}

/** When Trello reminds of it, in minutes before it is due; it writes -1 for never. */
function remindersOf({ dueReminder: minutes }: TrelloCard, longest: number): Pick<PlanCard, 'reminders'> {
  const isOne = typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 0 && minutes <= longest;
  return isOne ? { reminders: [{ minutesBefore: minutes }] } : {};
}

function membersOf({ idMembers }: TrelloCard, { members }: AroundCards): string {
  const names = (idMembers ?? []).flatMap((id) => {
    const member = members.get(id);
    return member === undefined ? [] : [member.fullName || member.username || id];
  });
  return names.length === 0 ? '' : `Members: ${names.join(', ')}`;
}

/** Its coordinates where it has no name. */
function locationOf({ locationName, address, coordinates }: TrelloCard): string {
  const named = [locationName, address].filter(Boolean).join(', ');
  if (named !== '') return `Location: ${named}`;
  return coordinates ? `Location: ${coordinates.latitude}, ${coordinates.longitude}` : '';
}

function attachmentsOf({ attachments }: TrelloCard): string {
  const lines = (attachments ?? []).map(
    ({ name, url }) => `- [${(name || url).replaceAll(/[[\]\n]/g, ' ')}](<${url.replaceAll(/[<>\n]/g, '')}>)`,
  );
  return lines.length === 0 ? '' : `Attachments:\n\n${lines.join('\n')}`;
}

function commentsOf({ id }: TrelloCard, { comments }: AroundCards): string {
  const own = comments.get(id) ?? [];
  if (own.length === 0) return '';
  const told = own
    .toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
    .map(({ date, memberCreator, data }) => {
      const name = memberCreator?.fullName || memberCreator?.username || 'A member';
      const time = readTime(date ?? '');
      const at = time === null ? '' : `, ${toInstant(time).slice(0, 16).replace('T', ' ')} UTC`;
      return `**${name}**${at}:\n\n${data?.text ?? ''}`;
    });
  return `## Comments\n\n${told.join('\n\n')}`;
}

/** Fields that the board has of its own, a line each: the value of one is a text, a number, a day, a box or one of its options. */
function fieldsOf({ customFieldItems }: TrelloCard, { fields }: AroundCards): string[] {
  return (customFieldItems ?? []).flatMap(({ idCustomField, idValue, value }) => {
    const field = fields.get(idCustomField);
    const option = field?.options?.find(({ id }) => id === idValue)?.value?.text;
    const [plain] = Object.values(value ?? {});
    const said = option ?? (typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean' ? String(plain) : '');
    return said === '' ? [] : [`**${field?.name || idCustomField}:** ${said}`];
  });
}

/** What checklists are called that no item tells of: the only one of a card, and empty ones. Without the name that Trello gives. */
function checklistNamesOf({ id }: TrelloCard, { checklists }: AroundCards): string[] {
  const own = (checklists.get(id) ?? []).toSorted((a, b) => a.pos - b.pos);
  const untold = own.length === 1 ? own : own.filter(({ checkItems }) => checkItems.length === 0);
  return untold.flatMap(({ name }) => (/^(checklist)?$/i.test(name.trim()) ? [] : [`Checklist: ${name}`]));
}

function checklistOf({ id }: TrelloCard, { checklists, members }: AroundCards): PlanCheck[] {
  const own = (checklists.get(id) ?? []).toSorted((a, b) => a.pos - b.pos);
  return own.flatMap(({ name, checkItems }) =>
    checkItems
      .toSorted((a, b) => a.pos - b.pos)
      .map((item) => {
        const due = readTime(item.due ?? '');
        const member = members.get(item.idMember ?? '');
        const text = own.length > 1 ? `${name}: ${item.name}` : item.name;
        return {
          text: member === undefined ? text : `${text} (${member.fullName || member.username || member.id})`,
          completed: item.state === 'complete',
          dueDate: due === null ? null : new Date(due).toISOString(),
        };
      }),
  );
}
