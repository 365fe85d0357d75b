// The JSON of a board as Trello gives it out, as far as it is sound.

import { z } from 'zod';
import { AppError } from '../../../lib/app-error.ts';
import type { SourceEntry } from '../plan.ts';
import { maybeReadJson } from './json.ts';
import { type PartPath, soundParts } from './sound-parts.ts';

/** Of what only is shown. */
const name = z
  .string()
  .nullish()
  .transform((given) => given ?? '');
const text = z.string().nullish();
const flag = z.boolean().nullish();
const position = z.number().catch(0);
/** Null where it is none that a column can have. */
const limit = z.int().min(1).max(9_999).nullable().catch(null);

/** Things that have no place here: how many there are is told. */
const things = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((given) => given?.length ?? 0);

const TrelloBoard = z.object({
  id: z.string(),
  name,
  pluginData: things,
  desc: text,
  closed: flag,
  lists: z.array(z.object({ id: z.string(), name, closed: flag, pos: position, softLimit: limit })),
  cards: z.array(
    z.object({
      id: z.string(),
      name,
      desc: text,
      idList: z.string(),
      pos: position,
      closed: flag,
      isTemplate: flag,
      address: text,
      locationName: text,
      coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullish().catch(null),
      idMembersVoted: things,
      stickers: things,
      pluginData: things,
      cover: z.object({ color: text, idUploadedBackground: text }).nullish().catch(null),
      badges: z.object({ comments: z.number().nullish() }).nullish(),
      start: text,
      due: text,
      dueReminder: z.number().nullish(),
      dueComplete: flag,
      dateCompleted: text,
      dateLastActivity: text,
      idLabels: z.array(z.string()).nullish(),
      labels: z.array(z.object({ id: text, name: text, color: text })).nullish(),
      idMembers: z.array(z.string()).nullish(),
      idChecklists: z.array(z.string()).nullish(),
      attachments: z.array(z.object({ name: text, url: z.string(), isUpload: flag })).nullish(),
      customFieldItems: z
        .array(z.object({ idCustomField: z.string(), idValue: text, value: z.record(z.string(), z.unknown()).nullish() }))
        .nullish(),
    }),
  ),
  labels: z.array(z.object({ id: z.string(), name: text, color: text })).nullish(),
  customFields: z
    .array(
      z.object({
        id: z.string(),
        name: text,
        options: z.array(z.object({ id: z.string(), value: z.object({ text }).nullish() })).nullish(),
      }),
    )
    .nullish(),
  checklists: z
    .array(
      z.object({
        id: text,
        idCard: text,
        name,
        pos: position,
        checkItems: z.array(z.object({ name, state: text, due: text, idMember: text, pos: position })),
      }),
    )
    .nullish(),
  members: z.array(z.object({ id: z.string(), fullName: text, username: text })).nullish(),
  actions: z
    .array(
      z.looseObject({
        type: z.string(),
        date: text,
        memberCreator: z.object({ fullName: text, username: text }).nullish(),
        data: z.looseObject({ text, card: z.object({ id: z.string() }).nullish() }).nullish(),
      }),
    )
    .nullish(),
});

export type TrelloBoard = z.infer<typeof TrelloBoard>;
export type TrelloCard = TrelloBoard['cards'][number];

interface ReadBoard {
  readonly data: TrelloBoard;
  /** What cannot be read, with what it is of: the name of a card or a list; null for the board. */
  readonly left: readonly { readonly path: string | null; readonly message: string }[];
}

/** The largest board, in bytes of JSON. */
const maxBytes = 200 * 1024 * 1024;
/** The most cards, or entries of another of its lists: of as many that are sound, the file would be too large. */
export const maxListed = 200_000;

/** Null for what is none. Throws `too_large`. */
export async function maybeBoard(entry: SourceEntry): Promise<ReadBoard | null> {
  const given = await maybeReadJson(entry, maxBytes);
  refuseLong(given, entry.path);
  const left: { path: string | null; message: string }[] = [];
  const data = soundParts(TrelloBoard, withoutOtherActions(given), (path) => left.push(toldOf(given, path)));
  if (data === null || (left.length > 0 && data.lists.length === 0)) return null;
  const [lists, cards] = [withoutRepeats(data.lists), withoutRepeats(data.cards)];
  const kept = new Set<object>([...lists, ...cards]);
  for (const record of [...data.lists, ...data.cards])
    if (!kept.has(record)) left.push({ path: record.name, message: 'Another before it has the same id: it does not come in' });
  return { data: withLabelsOfCards({ ...data, lists, cards }), left };
}

/** Throws `too_large`: what is wrong with each of millions of empty entries takes gigabytes. */
function refuseLong(given: unknown, path: string): void {
  if (typeof given !== 'object' || given === null) return;
  for (const [name, list] of Object.entries(given))
    if (Array.isArray(list) && list.length > maxListed)
      throw new AppError('too_large', `${path} has more than ${maxListed.toLocaleString('en')} ${name}: it is not read`);
}

/** Old boards have no list of labels: cards name them by colour and name. */
function withLabelsOfCards(board: TrelloBoard): TrelloBoard {
  const labels = new Map((board.labels ?? []).map((label) => [label.id, label]));
  const cards = board.cards.map((card) => {
    const ids = (card.labels ?? []).map(({ id, name: called, color }) => {
      const known = id ?? `${board.id} ${color ?? ''} ${called ?? ''}`;
      if (!labels.has(known)) labels.set(known, { id: known, name: called, color });
      return known;
    });
    return { ...card, idLabels: [...new Set([...(card.idLabels ?? []), ...ids])] };
  });
  return { ...board, cards, labels: [...labels.values()] };
}

/** How a comment is told among what was done on a board, and one that came along with a copy of its card. */
const commentTypes: readonly unknown[] = ['commentCard', 'copyCommentCard'];

/** Only comments are read of what was done on a board. */
function withoutOtherActions(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('actions' in given) || !Array.isArray(given.actions)) return given;
  const actions = (given.actions as readonly unknown[]).filter(
    (action) => typeof action === 'object' && action !== null && 'type' in action && commentTypes.includes(action.type),
  );
  return Object.assign(given, { actions });
}

/** What stands in a list of this name. */
const kinds: Readonly<Record<string, string>> = {
  lists: 'A list',
  cards: 'A card',
  labels: 'A label',
  checklists: 'A checklist',
  checkItems: 'An item of a checklist',
  attachments: 'An attachment',
  customFields: 'A field',
  customFieldItems: 'A field',
  members: 'A member',
  actions: 'A comment',
  idLabels: 'A label',
  idMembers: 'A member',
};

function toldOf(given: unknown, path: PartPath): ReadBoard['left'][number] {
  const names: string[] = [];
  let part = given;
  // The first key leads from the board to one of its lists, and the board needs no name.
  for (const key of path) {
    part = (part as Record<string | number, unknown> | undefined)?.[key];
    if (typeof part === 'object' && part !== null && 'name' in part && typeof part.name === 'string' && part.name !== '')
      names.push(part.name);
  }
  const key = path.at(-1);
  const what = typeof key === 'number' ? (kinds[String(path.at(-2))] ?? 'A part') : `"${key}"`;
  return { path: names[0] ?? null, message: `${what} cannot be read: it does not come in` };
}

/** Those whose id no other has before them. */
function withoutRepeats<T extends { readonly id: string }>(records: readonly T[]): T[] {
  const ids = new Set<string>();
  return records.filter(({ id }) => ids.size < ids.add(id).size);
}
