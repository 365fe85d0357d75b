// Backups of the database, and the room that everything takes.

import { z } from 'zod';
import { Job } from './jobs.ts';
import { route } from './route.ts';
import { instant } from './text.ts';

const bytes = z.int().min(0).meta({ description: 'Bytes' });

export const Backup = z
  .object({
    file: z.string().meta({
      description: 'Its name in the folder `backups` of the data directory, or in the folder that was asked for',
      examples: ['daybook-20260301-093000.db'],
    }),
    madeAt: instant,
    kind: z
      .enum(['daily', 'upgrade'])
      .meta({ description: '`daily`: made by the clock or on demand; `upgrade`: kept before a new version changed the database' }),
    size: bytes.meta({ description: 'The file, in bytes' }),
    encrypted: z.boolean().meta({ description: 'In the format of age, with the passphrase that was set when it was made' }),
    files: z.int().min(0).nullable().meta({ description: 'How many files come with the database; null for one of the database alone' }),
    filesSize: bytes.nullable().meta({ description: 'What they take, in bytes; files that are still in use are not kept twice' }),
    missing: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Files whose content was gone or damaged already when it was made; null where that was not looked at' }),
    verified: z.boolean().meta({ description: 'The database and every file were read once more after it was made, and none is missing' }),
    path: z.string().nullable().meta({ description: 'Where it lies, if not in the folder `backups`; the list has no such' }),
  })
  .meta({
    id: 'Backup',
    description: 'A copy of everything: notes, boards, events, users, and the files of cards and notes. The configuration is not in it',
  });

export type Backup = z.infer<typeof Backup>;

const missing = z
  .int()
  .min(0)
  .nullable()
  .meta({
    description:
      'Files of cards and notes that it names and that will be gone: they neither come with it nor are in the data directory; null where ' +
      'an earlier version has prepared it',
  });

export const PreparedRestore = z
  .object({ file: z.string().meta({ description: 'The name of the backup' }), preparedAt: instant, missing })
  .meta({ id: 'PreparedRestore', description: 'A restore that the next start of the service carries out' });

export type PreparedRestore = z.infer<typeof PreparedRestore>;

const path = z.string('must be a string').min(1, 'must not be empty').max(4096, 'must not be longer than 4,096 characters');

export const MakeBackup = z
  .strictObject({
    path: path.optional().meta({
      description:
        'Absolute path of an existing folder outside the data directory: one file that holds everything is made there, and nothing is ' +
        'overwritten. Absent, the backup is made in the data directory.',
      examples: ['/media/backups'],
    }),
    job: z.boolean('must be true or false').optional().meta({ description: 'Answer at once, with the job that makes it' }),
  })
  .meta({ id: 'MakeBackup' });

export type MakeBackup = z.infer<typeof MakeBackup>;

export const RestoreBackup = z
  .strictObject({
    file: z
      .string('must be a string')
      .optional()
      .meta({ description: 'The name of a backup of the list', examples: ['daybook-20260301-093000.db'] }),
    path: path
      .optional()
      .meta({ description: 'Absolute path of a backup that lies elsewhere', examples: ['/media/backups/daybook-20260301-093000.tar'] }),
    passphrase: z
      .string('must be a string')
      .min(1, 'must not be empty')
      .max(4096, 'must not be longer than 4,096 characters')
      .optional()
      .meta({ description: 'Of an encrypted backup; absent, that of the configuration. It is not stored, also where a job takes it' }),
    job: z.boolean('must be true or false').optional().meta({ description: 'Answer at once, with the job that checks and copies it' }),
  })
  .refine(({ file, path: elsewhere }) => (file === undefined) !== (elsewhere === undefined), 'must have either file or path')
  .meta({ id: 'RestoreBackup' });

export type RestoreBackup = z.infer<typeof RestoreBackup>;

const lost = z
  .object({
    after: z.int().meta({ description: 'The last number of the change feed that the database had at the start' }),
    upTo: z.int().meta({ description: 'A number that was written before; there may have been more' }),
    backup: z.string().nullable().meta({ description: 'The newest backup at that time; null for none' }),
  })
  .nullable()
  .meta({
    description:
      'The newest changes were missing at the start: the log of the database was lost or damaged after a stop that was not ' +
      'clean; null where that is not so',
  });

const damage = z
  .object({ foundAt: instant, flaw: z.string().meta({ description: 'The first thing that was wrong' }) })
  .nullable()
  .meta({ description: 'The last check of the whole database since the start has found it damaged; null where that is not so' });

const displaced = z
  .object({
    how: z.enum(['removed', 'replaced']),
    since: instant,
    saved: z
      .string()
      .nullable()
      .meta({ description: 'The path of a copy of all that was written until then; null where none could be made' }),
  })
  .nullable()
  .meta({
    description:
      'The file of the database was removed, or another took its place, while Daybook was running: every write is refused until the next ' +
      'start. Null where that is not so',
  });

/** What has become of the database. */
export type DisplacedDatabase = NonNullable<z.infer<typeof displaced>>;

const failed = z
  .object({
    since: instant,
    reason: z.string().meta({ description: 'Why it failed the last time', examples: ['There is no room left on the disk'] }),
  })
  .nullable()
  .meta({ description: 'The daily backup could not be made since; it is tried again each hour. Null where that is not so' });

/** A daily backup that could not be made. */
export type FailedBackup = NonNullable<z.infer<typeof failed>>;

export const StorageUse = z
  .object({
    database: bytes.meta({ description: 'The database with its write-ahead log, in bytes' }),
    attachments: bytes.meta({ description: 'The files of cards and notes, in bytes' }),
    backups: bytes.meta({
      description: 'Backups, and what restores have replaced, in bytes; files in them that are still in use are not counted twice',
    }),
    logs: bytes.meta({ description: 'Bytes' }),
    jobs: bytes.meta({ description: 'What long work keeps, such as finished exports, in bytes' }),
    integrity: z
      .object({
        state: z.enum(['unchecked', 'sound', 'damaged']),
        checkedAt: instant.nullable(),
        flaw: z.string().nullable().meta({ description: 'The first thing that was wrong; null for nothing' }),
        lost,
        displaced,
      })
      .meta({
        description:
          'What the last check of the whole database has found since the start: after a stop that was not clean, and with each backup; ' +
          'what the start has found missing; and whether the database is still where it was',
      }),
  })
  .meta({ id: 'StorageUse', description: 'What the parts of the data directory take of the disk' });

export type StorageUse = z.infer<typeof StorageUse>;

const common = { access: 'owner', tag: 'Backups' } as const;

export const backupsApi = {
  listBackups: route('listBackups', {
    ...common,
    scope: 'backups:read',
    summary: 'List the backups, newest first',
    status: 200,
    reply: z.object({
      items: z.array(Backup),
      restore: PreparedRestore.nullable().meta({ description: 'The restore that the next start carries out' }),
      lost,
      damage,
      displaced,
      failed,
    }),
  }),
  makeBackup: route('makeBackup', {
    ...common,
    scope: 'backups:write',
    summary: 'Make a backup now',
    description:
      'A job of the kind `backup`. Answers once it has ended, the copy is checked and on the disk: the database is checked in full, and ' +
      'each file against its hash. Asked again it makes another one, with the same `Idempotency-Key` only where the first has failed. ' +
      '409 where the job is cancelled meanwhile. With `"job": true` it answers 202 at once, with the job, ' +
      'whose `result` is the backup then. With BACKUP_PASSPHRASE it is encrypted. Daily backups are made ' +
      'by themselves; of older ones the newest of each of the last 7 days and 4 weeks are kept.',
    body: MakeBackup.optional(),
    status: 201,
    statusOf: (reply) => ('progress' in reply ? 202 : 201),
    reply: z.union([Backup, Job]),
    jobResult: Backup,
    creates: true,
    location: (reply) => ('progress' in reply ? `/api/jobs/${reply.id}` : null),
    errors: ['conflict', 'storage_full', 'unavailable'],
  }),
  // Before any route with a name in this place.
  prepareRestore: route('prepareRestore', {
    ...common,
    scope: 'backups:write',
    summary: 'Have the next start restore a backup',
    description:
      'The backup is checked and copied now, and takes the place of the database when the service starts the next time. Until then ' +
      'everything goes on as before, and `DELETE` takes it back. That is a job of the kind `restore`: it answers once that has ended, ' +
      'with `"job": true` 202 at once, with the job. One that is cancelled prepares nothing, also not what was prepared before it. ' +
      'What is replaced is kept in a folder `replaced-<time>` in the folder `backups`. 409 when the backup is damaged, of a newer ' +
      'version or not built as Daybook builds it, and when its passphrase is missing or wrong. A token for programs restores backups of ' +
      'the list alone: 403 with a `path`, as the users and tokens of that backup would count. With the `Idempotency-Key` of an earlier ' +
      'request it gives its answer again, also after a `DELETE`, and prepares nothing.',
    body: RestoreBackup,
    status: 200,
    statusOf: (reply) => ('progress' in reply ? 202 : 200),
    reply: z.union([PreparedRestore, Job]),
    jobResult: PreparedRestore,
    creates: true,
    location: (reply) => ('progress' in reply ? `/api/jobs/${reply.id}` : null),
    errors: ['not_found', 'conflict', 'storage_full', 'unavailable'],
  }),
  cancelRestore: route('cancelRestore', {
    ...common,
    scope: 'backups:delete',
    summary: 'Take a prepared restore back',
    status: 204,
  }),
  readStorage: route('readStorage', {
    ...common,
    scope: 'backups:read',
    summary: 'Tell how much of the disk is used',
    status: 200,
    reply: StorageUse,
  }),
} as const;
