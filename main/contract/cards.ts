// Cards, their checklists, and the files attached to them.

import { z } from 'zod';
import { priorities } from './card-values.ts';
import { page, position, projectName } from './columns.ts';
import { dateOrDateTimeText, exactTime, queryTime } from './date-time.ts';
import { textLimits } from './limits.ts';
import { labelsPerCard } from './projects.ts';
import { Reminder, writeReminders } from './reminders.ts';
import { id, instant, listOf, text, title, version } from './text.ts';

/** Of a file. */
export const textError = z.string().nullable().meta({
  description:
    'Why what the file says could not be read for the search, such as that it is locked; null where it was, or is still to be read',
});

export const Attachment = z
  .object({
    id,
    cardId: id,
    filename: z.string().meta({ description: 'As it was sent: the last part of its path, without control characters' }),
    mimeType: z.string(),
    size: z.int().min(0).meta({ description: 'Bytes' }),
    sha256: z.string().meta({ description: 'SHA-256 of the content, in hexadecimal' }),
    textError,
    url: z.string().meta({ description: 'Where to download it, from the root of the service' }),
    createdAt: instant,
  })
  .meta({ id: 'Attachment', description: 'A file attached to a card' });

export type Attachment = z.infer<typeof Attachment>;

/** `{ items }` of the attachments that one upload has made. */
export const NewAttachments = z.object({ items: z.array(Attachment) }).meta({ id: 'NewAttachments' });

export type NewAttachments = z.infer<typeof NewAttachments>;

/** The sides of the squares into which thumbnails fit, in pixels. */
const thumbnailSizes = ['64', '128', '256', '512'] as const;

export const AttachmentQuery = z.strictObject({
  size: z
    .enum(thumbnailSizes, `must be one of ${thumbnailSizes.join(', ')}`)
    .optional()
    .meta({ description: 'A thumbnail of at most that many pixels in either direction' }),
});

const priority = z.enum(priorities, `must be one of ${priorities.join(', ')}`);

export type Priority = z.infer<typeof priority>;

const progressRange = 'must be a whole number from 0 to 100';

const progress = z.int(progressRange).min(0, progressRange).max(100, progressRange);

const dueDate = dateOrDateTimeText.meta({
  description: 'A date, or a date-time with or without an offset; kept as sent',
  examples: ['2026-03-01', '2026-03-01T17:00:00Z'],
});

const itemId = z
  .string('must be a string')
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
  .meta({ description: 'Kept as sent; where it is absent, that of the item with this text, else a new one' });

/** An item as a body gives it. */
export const WriteChecklistItem = z
  .strictObject(
    {
      id: itemId.optional(),
      text: text(textLimits.checklistItem),
      completed: z.boolean('must be true or false'),
      dueDate: dueDate.nullable().optional(),
    },
    'must be an object with text and completed',
  )
  .meta({ id: 'WriteChecklistItem' });

export type WriteChecklistItem = z.infer<typeof WriteChecklistItem>;

export const ChecklistItem = z
  .object({ id: z.string(), text: z.string(), completed: z.boolean(), dueDate: z.string().nullable() })
  .meta({ id: 'ChecklistItem' });

export type ChecklistItem = z.infer<typeof ChecklistItem>;

export const Card = z
  .object({
    id,
    columnId: id,
    projectId: z.string(),
    title: z.string(),
    description: z.string().nullable().meta({ description: 'Markdown' }),
    priority: priority.nullable(),
    dueDate: z.string().nullable(),
    reminders: z.array(Reminder).meta({ description: 'When to remind of it, by minutes before it is due' }),
    progress: z.int().min(0).max(100).meta({ description: 'Percent' }),
    completedAt: instant.nullable().meta({ description: 'When it was done; null while it is not' }),
    isArchived: z.boolean().meta({ description: 'Put away: in lists only where these ask for it, after all others of its column' }),
    isTemplate: z.boolean().meta({ description: 'Others are made from it, by `POST /api/cards/:id/duplicate`; it is archived as well' }),
    labelIds: z.array(z.string()).meta({ description: 'The ids of labels of its project' }),
    position: position.meta({ description: 'Place within the column; 0 is the first' }),
    checklist: z.array(ChecklistItem),
    attachments: z.array(Attachment).meta({ description: 'Oldest first' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Card', description: 'A card with its checklist and attachments' });

export type Card = z.infer<typeof Card>;

const writable = {
  title,
  description: text(textLimits.cardDescription).nullable().optional().meta({ description: 'Markdown' }),
  priority: priority.nullable().optional(),
  dueDate: dueDate.nullable().optional(),
  reminders: writeReminders.meta({
    description: 'When to remind of it, up to 5 times; null or empty: never. They need a due date, and go with it',
  }),
  labelIds: z
    .array(z.string('must be a string'), 'must be a list of ids')
    .max(labelsPerCard, `must hold at most ${labelsPerCard} ids`)
    .nullable()
    .optional()
    .meta({ description: 'All labels that it has: ids of labels of its project; null or empty: none' }),
};

const completedAt = exactTime('must be a date-time with an offset such as 2026-03-01T09:30:00Z, or null')
  .nullable()
  .optional()
  .meta({ description: 'When it was done; null: it is not done. Nothing else sets it' });

const columnId = z.string('must be a string').meta({ description: 'The id of a column' });

export const CreateCard = z.strictObject({ ...writable, columnId }).meta({
  id: 'CreateCard',
  description:
    'A new card; it becomes the last of its column. As multipart/form-data it can bring files along; a list is then a field for each of ' +
    'its items, an object as JSON, or one field with all of it as JSON, and a field that was left blank (an empty text) is not set',
  examples: [{ title: 'Draw the logo', columnId: '01890a5d-ac96-774b-bcce-b302099a8057', priority: 'high', dueDate: '2026-03-01' }],
});

export type CreateCard = z.infer<typeof CreateCard>;

export const UpdateCard = z
  .strictObject({
    ...writable,
    title: title.optional(),
    progress: progress.nullable().optional().meta({ description: 'Percent; null is 0' }),
    completedAt,
    isArchived: z
      .boolean('must be true or false')
      .optional()
      .meta({ description: 'One that is no longer comes back to its place in the column, and is no template then' }),
    isTemplate: z.boolean('must be true or false').optional().meta({ description: 'A template is archived as well' }),
    columnId: z.never('is changed with POST /api/cards/:id/move').optional(),
    position: z.never('is changed with POST /api/cards/:id/move').optional(),
    checklist: z.never('is changed with PUT /api/cards/:id/checklist').optional(),
    attachments: z
      .never('are added with POST /api/cards/:id/attachments and removed with DELETE /api/cards/:id/attachments/:attachmentId')
      .optional(),
  })
  .meta({
    id: 'UpdateCard',
    description: 'What shall change. An absent field is kept, `null` clears it',
    examples: [{ progress: 50 }, { dueDate: null }, { completedAt: '2026-03-01T09:30:00Z' }],
  });

export type UpdateCard = z.infer<typeof UpdateCard>;

export const MoveCard = z
  .strictObject({
    columnId,
    position: position.optional().meta({ description: '0 is the first place; absent, or past the end, the last' }),
  })
  .meta({ id: 'MoveCard', examples: [{ columnId: '01890a5d-ac96-774b-bcce-b302099a8057', position: 0 }] });

export type MoveCard = z.infer<typeof MoveCard>;

export const Checklist = z
  .strictObject({ checklist: z.array(WriteChecklistItem, 'must be a list of items').max(500, 'must hold at most 500 items') })
  .meta({
    id: 'Checklist',
    description: 'The whole checklist, in its order',
    examples: [{ checklist: [{ text: 'Sketch', completed: true }] }],
  });

export type Checklist = z.infer<typeof Checklist>;

export const DuplicateCard = z
  .strictObject({
    title: title.optional().meta({ description: 'That of the card when absent' }),
    columnId: columnId.optional().meta({ description: 'The copy becomes the last of this column; absent: it comes right behind the card' }),
    isTemplate: z.boolean('must be true or false').optional().meta({ description: 'The copy is a template, and so archived' }),
  })
  .meta({ id: 'DuplicateCard', examples: [{ title: 'Draw another logo' }] });

export type DuplicateCard = z.infer<typeof DuplicateCard>;

const archived = z
  .enum(['true', 'false', 'all'], 'must be true, false or all')
  .optional()
  .meta({ description: 'Only cards that are archived (`true`), only others (`false`, when absent), or both (`all`)' });

export const ColumnCardsQuery = z.strictObject({ archived, ...page });

export type ColumnCardsQuery = z.infer<typeof ColumnCardsQuery>;

export const CardQuery = z.strictObject({
  projectId: projectName.optional().meta({ description: 'Only cards of this project' }),
  q: text(textLimits.query)
    .optional()
    .meta({ description: 'Only cards that hold this text in title or description; case and diacritics do not count' }),
  dueBefore: queryTime.meta({ description: 'Only cards that are due before this date or date-time; local ones are those of this machine' }),
  dueAfter: queryTime.meta({ description: 'Only cards that are due after this date or date-time; a date is its midnight' }),
  priority: priority.optional(),
  labelId: z
    .union([z.string(), z.array(z.string()).max(labelsPerCard, `must be given at most ${labelsPerCard} times`)])
    .optional()
    .meta({ description: 'Only cards with this label; given again, cards that have all of them' }),
  completed: z.enum(['true', 'false'], 'must be true or false').optional().meta({ description: 'Only cards that are done, or are not' }),
  archived,
  template: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .meta({ description: 'Only templates, or only others; templates are in lists of archived cards alone' }),
  ...page,
});

export type CardQuery = z.infer<typeof CardQuery>;

export const CardList = listOf(Card).meta({ id: 'CardList' });

export type CardList = z.infer<typeof CardList>;
