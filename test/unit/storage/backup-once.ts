// Makes a backup, in a thread as that of a service: of the data directory, as the file that is named, until a step.

// oxlint-disable-next-line import/no-unassigned-import -- it is there for what it does
import './kill-at-step.ts';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { workFolder } from '../../../main/storage/backup-leftovers.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { makeBackup } from '../../../main/storage/make-backup.ts';

const { dataDir, target } = workerData as { readonly dataDir: string; readonly target: string };
await makeBackup({
  source: join(dataDir, databaseName),
  attachments: join(dataDir, 'attachments'),
  target,
  work: workFolder(join(dataDir, 'backups'), target),
  madeAt: Date.UTC(2026, 2, 1, 9, 30),
  passphrase: null,
  isListed: target.endsWith('.db'),
});
