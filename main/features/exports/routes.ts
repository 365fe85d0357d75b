import { exportsApi } from '../../contract/exports.ts';
import { download, type Endpoint, command } from '../../invoke/endpoint.ts';
import type { NoteExports } from './note-exports.ts';
import type { Everything } from './everything/everything.ts';

export function exportRoutes(exports: NoteExports): Endpoint[] {
  return [
    download(exportsApi.exportDocx, ({ caller, params, query, signal }) =>
      exports.make('docx', { caller, id: params.id, paper: query.paper, signal }),
    ),
    download(exportsApi.exportPdf, ({ caller, params, query, signal }) =>
      exports.make('pdf', { caller, id: params.id, paper: query.paper, signal }),
    ),
  ];
}

export function everythingRoutes(everything: Everything): Endpoint[] {
  return [
    command(exportsApi.exportEverything, ({ caller }) => everything.start(caller)),
    download(exportsApi.readExport, ({ caller, params }) => everything.file(caller, params.id)),
  ];
}
