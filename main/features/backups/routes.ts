import { backupsApi } from '../../contract/backups.ts';
import { query, startingCommand, type Endpoint } from '../../invoke/endpoint.ts';
import type { BackupJobs } from './backup-jobs.ts';
import type { DataAdminService } from './data-admin-service.ts';

export function backupRoutes(dataAdmin: DataAdminService, backupJobs: BackupJobs): Endpoint[] {
  return [
    query(backupsApi.listBackups, () => dataAdmin.list()),
    startingCommand(
      backupsApi.makeBackup,
      ({ body }) => backupJobs.folderOf(body),
      ({ caller }, folder) => backupJobs.start(caller, folder),
      ({ caller, body }, job) => backupJobs.end(caller, job, body),
    ),
    startingCommand(
      backupsApi.prepareRestore,
      ({ caller }) => backupJobs.prepareRestore(caller),
      ({ caller, body }, start) => backupJobs.startRestore(caller, body, start),
      ({ caller, body }, job) => backupJobs.endRestore(caller, job, body),
    ),
    query(backupsApi.cancelRestore, () => dataAdmin.cancelRestore()),
    query(backupsApi.readStorage, () => dataAdmin.use()),
  ];
}
