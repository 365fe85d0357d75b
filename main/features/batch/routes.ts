import { batchApi } from '../../contract/batch.ts';
import { preparedCommand, type Endpoint, type PreparedWrite } from '../../invoke/endpoint.ts';
import type { Batches } from './batch.ts';

export function batchRoutes(batches: Batches<PreparedWrite>): Endpoint[] {
  return [
    preparedCommand(
      batchApi.runBatch,
      (asking) => batches.prepare(asking, asking.body),
      (asking, prepared) => batches.run(asking, asking.body, prepared),
    ),
  ];
}
