import { exportsApi } from '../../contract/exports.ts';
import { download, type Endpoint } from '../../invoke/endpoint.ts';
import type { NoteExports } from './note-exports.ts';

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
