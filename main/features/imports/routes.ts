import { importsApi } from '../../contract/imports.ts';
import { command, preparedCommand, type Endpoint } from '../../invoke/endpoint.ts';
import type { Imports } from './imports.ts';

export function importRoutes(imports: Imports): Endpoint[] {
  return [
    preparedCommand(
      importsApi.startImport,
      ({ query, files }) => imports.receive(query.source ?? 'auto', files),
      ({ caller }, sent) => imports.start(caller, sent),
    ),
    command(importsApi.applyImport, ({ caller, params }) => imports.apply(caller, params.id)),
  ];
}
