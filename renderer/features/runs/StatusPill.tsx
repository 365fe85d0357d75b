import type { ReactNode } from 'react';
import type { RunStatus } from '../../../main/contract/runs.ts';
import { strings } from './strings.ts';

export function StatusPill({ status }: { readonly status: RunStatus }): ReactNode {
  return (
    <span className="run-status" data-status={status}>
      {strings.status[status]}
    </span>
  );
}
