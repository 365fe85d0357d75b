// Tags, and links between records: those that stand in texts, and those that are records of their own.

import { z } from 'zod';
import { relationLimits } from './limits.ts';
import { isTag, linkedTypes, maxTagLength } from './mentions.ts';
import { route } from './route.ts';
import { id, instant, listOf, paging, text, title, version } from './text.ts';

const linkedType = z.enum(linkedTypes, `must be one of ${linkedTypes.join(', ')}`);

export const TagList = listOf(
  z.object({
    tag: z.string().meta({ description: 'As it was first written; case does not count', examples: ['area/garden'] }),
    notes: z.int().min(1).meta({ description: 'How many notes have it, or a tag below it' }),
  }),
).meta({ id: 'TagList' });

export const TagQuery = z.strictObject(paging({ max: relationLimits.tags, default: relationLimits.tags }));

export type TagQuery = z.infer<typeof TagQuery>;

export type TagList = z.infer<typeof TagList>;

const tagName = text(maxTagLength + 1)
  .transform((name) => name.replace(/^#/, ''))
  .refine(isTag, 'must be letters, digits, _, - and / between parts, and not digits alone')
  .meta({ description: 'With or without the `#`' });

export const RenameTag = z
  .strictObject({ from: tagName, to: tagName })
  .meta({ id: 'RenameTag', examples: [{ from: 'garden', to: 'home/garden' }] });

export type RenameTag = z.infer<typeof RenameTag>;

const changed = z.object({ type: linkedType, id, version });

export const Renamed = z
  .object({
    batchId: id.nullable().meta({ description: 'What the change feed names these changes by, and `POST /api/undo` takes; null: none' }),
    changed: z.array(changed).meta({ description: 'Records that were changed, as they are now' }),
    skipped: z.array(z.object({ type: linkedType, id, title: z.string() })).meta({
      description:
        'Records that could not be changed, such as events of calendars that are read-only, and those where links lost their section or ' +
        'cannot say the new title; those that the token may read',
    }),
  })
  .meta({ id: 'Renamed' });

export type Renamed = z.infer<typeof Renamed>;

export const RenameNote = z
  .strictObject({
    title,
    updateLinks: z
      .boolean('must be true or false')
      .optional()
      .meta({
        description:
          'Change `[[…]]` that lead to this note, in notes, their front matter, and in descriptions, so that they still do; folders ' +
          'in them stay, and sections unless the new title holds a `#`',
      }),
    from: title.optional().meta({
      description: 'With `updateLinks`: a title that the note had before. `[[…]]` that say it and lead to no note now are changed',
    }),
  })
  .meta({ id: 'RenameNote', examples: [{ title: 'Garden 2027', updateLinks: true }] });

export type RenameNote = z.infer<typeof RenameNote>;

const kind = z.enum(['text', 'record']).meta({ description: '`text`: it stands in a text; `record`: made by `POST /api/links`' });
const linkId = z.string().nullable().meta({ description: 'Of a link of the kind `record`; else null' });

export const RecordLinks = z
  .object({
    outgoing: z
      .array(
        z.object({
          kind,
          type: linkedType,
          id: z.string().nullable().meta({ description: 'null where no note has this title' }),
          title: z.string().meta({ description: 'Of the record; of a link to nothing what it says, with its section' }),
          exists: z.boolean(),
          targets: z.array(z.string()).meta({
            description: 'What the text says for it in `[[…]]`, up to a `|`; empty for an address, and for a link of the kind `record`',
            examples: [['Garden', 'Home/Garden#Beds']],
          }),
          addresses: z.array(z.string()).meta({
            description: 'The addresses of links of markdown to it, decoded; empty as `targets`',
            examples: [['../Home/Garden.md#Beds']],
          }),
          linkId,
        }),
      )
      .meta({ description: 'Each target once' }),
    backlinks: z
      .array(
        z.object({
          kind,
          type: linkedType,
          id: z.string(),
          title: z.string(),
          snippet: z.string().meta({ description: 'The text around the link, without markup; empty for a link that is a record' }),
          linkId,
        }),
      )
      .meta({ description: 'Records that link here, those changed last first' }),
  })
  .meta({ id: 'RecordLinks' });

export type RecordLinks = z.infer<typeof RecordLinks>;

const linkEnd = z.object({ type: linkedType, id: z.string() });
const givenEnd = z.strictObject({ type: linkedType, id: text(200) });

export const Link = z
  .object({
    id,
    from: linkEnd,
    to: linkEnd,
    createdAt: instant,
    duplicate: z.literal(true).optional().meta({ description: 'These two were linked before; this is that link' }),
  })
  .meta({ id: 'Link', description: 'A link between two records that stands in no text' });

export type Link = z.infer<typeof Link>;

export const CreateLink = z.strictObject({ from: givenEnd, to: givenEnd }).meta({
  id: 'CreateLink',
  examples: [
    {
      from: { type: 'card', id: '01890a5d-ac96-774b-bcce-b302099a8057' },
      to: { type: 'event', id: '01890a5d-ac96-774b-bcce-b302099a8058' },
    },
  ],
});

export type CreateLink = z.infer<typeof CreateLink>;

const page = paging({ max: 10_000, default: 1_000 });

export const LinkQuery = z.strictObject({
  type: linkedType.optional().meta({ description: 'With `id`: only links of this record, either way' }),
  id: text(200).optional().meta({ description: 'With `type`' }),
  ...page,
});

export type LinkQuery = z.infer<typeof LinkQuery>;

export const LinkList = z
  .object({ items: z.array(Link), total: z.int().min(0), limit: z.int().nullable(), offset: z.int().min(0) })
  .meta({ id: 'LinkList' });

export type LinkList = z.infer<typeof LinkList>;

const tags = { access: 'user', tag: 'Tags' } as const;
const links = { access: 'user', tag: 'Links' } as const;

const ofRecord =
  'In texts: `[[Title]]`, `[[Title#Heading]]`, `[[Title|shown]]`, and the addresses `daybook://note/ID`, `daybook://card/ID` and ' +
  '`daybook://event/ID`. A title is found whatever its case, the exact one first, then the note that was changed last. Where no note ' +
  'has the title `folder/Note`, it means the note `Note` in a notebook whose path is `folder`, else one whose path ends so; `.md` at ' +
  'its end, and `/` or `./` at its beginning, do not count. Links of markdown to the file of a note, `[text](folder/Note.md#Part)`, lead ' +
  'from the notebook that they stand in, else as the same in brackets would. In front matter, titles and addresses are links where they ' +
  'are text to YAML: `related: "[[Title]]"`. Up to 500 each way; records that the token may not read are left out.';

export const linksApi = {
  listTags: route('listTags', {
    ...tags,
    scope: 'notes:read',
    summary: 'List the tags of all notes',
    description: 'By name, with the parents of those that have one. `GET /api/notes?tag=` lists the notes of one.',
    query: TagQuery,
    status: 200,
    reply: TagList,
  }),
  renameTag: route('renameTag', {
    ...tags,
    scope: 'notes:write',
    summary: 'Rename a tag in all notes',
    description:
      'And with it the tags below it. Nothing else of the notes changes, by a byte. In one batch, which can be undone; a tag that is in ' +
      'use already takes the notes in.',
    body: RenameTag,
    status: 200,
    reply: Renamed,
  }),
  noteLinks: route('noteLinks', {
    ...links,
    scope: 'notes:read',
    summary: 'List what a note links to, and what links to it',
    description: ofRecord,
    status: 200,
    reply: RecordLinks,
    errors: ['not_found'],
  }),
  cardLinks: route('cardLinks', {
    ...links,
    scope: 'boards:read',
    summary: 'List what a card links to, and what links to it',
    description: ofRecord,
    status: 200,
    reply: RecordLinks,
    errors: ['not_found'],
  }),
  eventLinks: route('eventLinks', {
    ...links,
    scope: 'calendar:read',
    summary: 'List what an event links to, and what links to it',
    description: `${ofRecord} Of a series the occurrences have the same.`,
    status: 200,
    reply: RecordLinks,
    errors: ['not_found'],
  }),
  renameNote: route('renameNote', {
    ...links,
    scope: 'notes:write',
    summary: 'Rename a note, and the links to it',
    description: 'In one batch, which can be undone. Without `updateLinks` only the title changes.',
    body: RenameNote,
    status: 200,
    reply: Renamed,
    takesIfMatch: true,
    errors: ['not_found'],
  }),
  createLink: route('createLink', {
    ...links,
    // Those of what it links.
    scope: null,
    summary: 'Link two records',
    description:
      'Such as a card to the event that it belongs to. Where they are linked already, 200 with that link. It goes into the trash with ' +
      'each of them, and comes back with it. A token needs `write` for the one, and `read` for the other.',
    body: CreateLink,
    status: 201,
    statusOf: ({ duplicate }) => (duplicate === true ? 200 : 201),
    reply: Link,
    creates: true,
    location: (link) => `/api/links/${link.id}`,
    errors: ['not_found'],
  }),
  listLinks: route('listLinks', {
    ...links,
    scope: null,
    summary: 'List links between records',
    description: 'Newest first, those of records that the token may read. Links of records in the trash are not there.',
    query: LinkQuery,
    status: 200,
    reply: LinkList,
  }),
  readLink: route('readLink', { ...links, scope: null, summary: 'Read a link', status: 200, reply: Link, errors: ['not_found'] }),
  deleteLink: route('deleteLink', { ...links, scope: null, summary: 'Delete a link', status: 204, errors: ['not_found'] }),
} as const;
