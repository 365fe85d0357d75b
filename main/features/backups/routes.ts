import { backupsApi } from '../../contract/backups.ts';
import { query, type Endpoint } from '../../invoke/endpoint.ts';
import type { BackupJobs } from './backup-jobs.ts';
import type { DataAdminService } from './data-admin-service.ts';

export function backupRoutes(dataAdmin: DataAdminService, backupJobs: BackupJobs): Endpoint[] {
  return [
    query(backupsApi.listBackups, () => dataAdmin.list()),
    query(backupsApi.makeBackup, ({ caller, body }) => backupJobs.make(caller, body)),
    query(backupsApi.prepareRestore, ({ caller, body }) => backupJobs.restore(caller, body)),
    query(backupsApi.cancelRestore, () => dataAdmin.cancelRestore()),
    query(backupsApi.readStorage, () => dataAdmin.use()),
  ];
}
