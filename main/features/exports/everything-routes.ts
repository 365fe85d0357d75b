import { exportsApi } from '../../contract/exports.ts';
import { command, download, type Endpoint } from '../../invoke/endpoint.ts';
import type { Everything } from './everything/everything.ts';

export function everythingRoutes(everything: Everything): Endpoint[] {
  return [
    command(exportsApi.exportEverything, ({ caller }) => everything.start(caller)),
    download(exportsApi.readExport, ({ caller, params }) => everything.file(caller, params.id)),
  ];
}
