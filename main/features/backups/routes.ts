import { backupsApi } from '../../contract/backups.ts';
import { plain, type Endpoint } from '../../http/handler.ts';
import type { DataAdminService } from './data-admin-service.ts';

export function backupRoutes(dataAdmin: DataAdminService): Endpoint[] {
  return [
    plain(backupsApi.listBackups, () => dataAdmin.list()),
    plain(backupsApi.makeBackup, () => dataAdmin.make()),
    plain(backupsApi.prepareRestore, ({ body }) => dataAdmin.prepareRestore(body.file)),
    plain(backupsApi.cancelRestore, () => dataAdmin.cancelRestore()),
    plain(backupsApi.readStorage, () => dataAdmin.use()),
  ];
}
