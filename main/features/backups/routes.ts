import { backupsApi } from '../../contract/backups.ts';
import { plain, type Endpoint } from '../../http/handler.ts';
import type { DataCare } from './data-care.ts';

export function backupRoutes(care: DataCare): Endpoint[] {
  return [
    plain(backupsApi.listBackups, () => care.list()),
    plain(backupsApi.makeBackup, () => care.make()),
    plain(backupsApi.prepareRestore, ({ body }) => care.prepareRestore(body.file)),
    plain(backupsApi.cancelRestore, () => care.cancelRestore()),
    plain(backupsApi.readStorage, () => care.use()),
  ];
}
