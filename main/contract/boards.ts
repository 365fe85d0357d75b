// The routes of boards: columns, cards and the files attached to them. Those of projects are in projects.ts.

import { z } from 'zod';
import { ActivityQuery, CardActivity } from './card-activity.ts';
import {
  AttachmentQuery,
  Card,
  CardList,
  CardQuery,
  Checklist,
  ColumnCardsQuery,
  CreateCard,
  DuplicateCard,
  MoveCard,
  NewAttachments,
  UpdateCard,
} from './cards.ts';
import { Column, ColumnList, ColumnOrder, ColumnQuery, CreateColumn, UpdateColumn } from './columns.ts';
import { route } from './route.ts';

const columns = { access: 'user', tag: 'Columns' } as const;
const cards = { access: 'user', tag: 'Cards' } as const;

/** Room for the longest text, of which JSON may write each character in twelve bytes. */
const cardLimit = 4 * 1024 * 1024;
const checklistLimit = 16 * 1024 * 1024;

export const columnsApi = {
  listColumns: route('listColumns', {
    ...columns,
    scope: 'boards:read',
    summary: 'List columns',
    description: 'By project, then by place.',
    query: ColumnQuery,
    status: 200,
    reply: ColumnList,
  }),
  createColumn: route('createColumn', {
    ...columns,
    scope: 'boards:write',
    summary: 'Create a column',
    body: CreateColumn,
    status: 201,
    reply: Column,
    versioned: true,
    creates: true,
    location: (column) => `/api/columns/${column.id}`,
  }),
  // Before the routes with :id, which would take its name for one.
  orderColumns: route('orderColumns', {
    ...columns,
    scope: 'boards:write',
    summary: 'Put columns into a new order',
    description:
      'All or nothing: an id that is unknown or named twice changes nothing. The answer is the list of all columns, as `GET ' +
      '/api/columns` gives it.',
    body: ColumnOrder,
    status: 200,
    reply: ColumnList,
  }),
  readColumn: route('readColumn', {
    ...columns,
    scope: 'boards:read',
    summary: 'Read a column',
    status: 200,
    reply: Column,
    versioned: true,
    derived: true,
  }),
  updateColumn: route('updateColumn', {
    ...columns,
    scope: 'boards:write',
    summary: 'Change a column',
    body: UpdateColumn,
    status: 200,
    reply: Column,
    versioned: true,
  }),
  deleteColumn: route('deleteColumn', {
    ...columns,
    scope: 'boards:delete',
    summary: 'Delete a column with its cards',
    description: 'Its cards, their attachments and their files go with it.',
    status: 204,
    versioned: true,
  }),
} as const;

export const cardsApi = {
  listCards: route('listCards', {
    ...cards,
    scope: 'boards:read',
    summary: 'List cards across columns',
    description: 'By project, column and place.',
    query: CardQuery,
    status: 200,
    reply: CardList,
  }),
  listColumnCards: route('listColumnCards', {
    ...cards,
    scope: 'boards:read',
    summary: 'List the cards of a column',
    description: 'In their order; without those that are archived, unless `archived` asks for them.',
    query: ColumnCardsQuery,
    status: 200,
    reply: CardList,
  }),
  createCard: route('createCard', {
    ...cards,
    scope: 'boards:write',
    summary: 'Create a card',
    description: 'With files it needs the scope `files:write` as well.',
    body: CreateCard,
    multipart: { files: 'optional' },
    bodyLimit: cardLimit,
    status: 201,
    reply: Card,
    versioned: true,
    creates: true,
    location: (card) => `/api/cards/${card.id}`,
  }),
  readCard: route('readCard', {
    ...cards,
    scope: 'boards:read',
    summary: 'Read a card',
    status: 200,
    reply: Card,
    versioned: true,
    derived: true,
  }),
  updateCard: route('updateCard', {
    ...cards,
    scope: 'boards:write',
    summary: 'Change a card',
    description: 'Its place, checklist and attachments have routes of their own. An update that changes nothing keeps the version.',
    body: UpdateCard,
    bodyLimit: cardLimit,
    status: 200,
    reply: Card,
    versioned: true,
  }),
  deleteCard: route('deleteCard', {
    ...cards,
    scope: 'boards:delete',
    summary: 'Delete a card with its attachments',
    status: 204,
    versioned: true,
  }),
  duplicateCard: route('duplicateCard', {
    ...cards,
    scope: 'boards:write',
    summary: 'Duplicate a card',
    description:
      'The copy comes right behind the card, or as the last into a column, with all that stands on it, its checklist and its files; it ' +
      'is neither done nor, unless it is to be a template, archived. A card is made from a template in this way.',
    body: DuplicateCard.optional(),
    status: 201,
    reply: Card,
    versioned: true,
    creates: true,
    location: (card) => `/api/cards/${card.id}`,
  }),
  cardActivity: route('cardActivity', {
    ...cards,
    scope: 'boards:read',
    summary: 'Read what was done to a card',
    description:
      'The newest first, from the change feed: who made it, moved it from where to where, changed which fields, attached and removed ' +
      'files. An answer holds fewer entries than `limit` where they are large: `next` tells whether there are more.',
    query: ActivityQuery,
    status: 200,
    reply: CardActivity,
  }),
  moveCard: route('moveCard', {
    ...cards,
    scope: 'boards:write',
    summary: 'Move a card',
    description: 'Within its column or to another one. A move to the place where the card is already keeps the version.',
    body: MoveCard,
    status: 200,
    reply: Card,
    versioned: true,
  }),
  replaceChecklist: route('replaceChecklist', {
    ...cards,
    scope: 'boards:write',
    summary: 'Replace the checklist of a card',
    body: Checklist,
    bodyLimit: checklistLimit,
    status: 200,
    reply: Card,
    versioned: true,
  }),
} as const;

export const attachmentsApi = {
  addAttachments: route('addAttachments', {
    ...cards,
    scope: 'files:write',
    summary: 'Attach files to a card',
    description:
      'At most 10 files of at most 10 MiB each; all or nothing. Images (PNG, JPEG, GIF, WebP, SVG, BMP), PDF, Word, Excel, PowerPoint, ' +
      'plain text, HTML, CSS, JS, JSON, ' +
      'XML, CSV, and archives (ZIP, RAR, 7z, tar, gzip); extension and content must agree. Adding to a card makes a new version of it. ' +
      'Names are recorded as for files of notes.',
    multipart: { files: 'required' },
    body: z.strictObject({}),
    status: 201,
    reply: NewAttachments,
    creates: true,
    location: ({ items }) => `/api/cards/${items[0]?.cardId}`,
  }),
  readAttachment: route('readAttachment', {
    ...cards,
    scope: 'files:read',
    summary: 'Download an attachment',
    description:
      'With `size` a WebP image that fits into a square of that many pixels, of a PNG, JPEG, GIF, WebP or BMP image; of other files ' +
      '415. A file whose content is gone from the data directory is 410.',
    query: AttachmentQuery,
    status: 200,
    file: true,
    errors: ['file_missing', 'unsupported_media_type', 'unavailable'],
  }),
  removeAttachment: route('removeAttachment', {
    ...cards,
    scope: 'files:delete',
    summary: 'Remove an attachment',
    description: '`If-Match` names the version of the card.',
    status: 204,
    versioned: true,
  }),
} as const;
