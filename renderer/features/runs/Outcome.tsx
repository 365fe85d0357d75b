import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunCall, RunSummary, RunUndone } from '../../../main/contract/runs.ts';
import { Button } from '../../ui/Buttons.tsx';
import { recordTitle } from './call-title.ts';
import { strings } from './strings.ts';

/** Why a run has ended before it was done; nothing where it has not. */
export function Ending({ run: { status, error }, isOwner }: { readonly run: RunSummary; readonly isOwner: boolean }): ReactNode {
  if (status === 'failed')
    return (
      <div className="run-failure" role="alert">
        <p className="run-failure-title">{strings.failed}</p>
        <p>{error?.message}</p>
        {isOwner && (error?.code === 'unavailable' || error?.code === 'upstream_failed') && (
          <Link href="/settings/models">{strings.openSettings}</Link>
        )}
      </div>
    );
  if (status === 'interrupted')
    return (
      <div className="run-notice">
        <p className="run-notice-title">{strings.interrupted}</p>
        <p>{strings.interruptedHint}</p>
      </div>
    );
  return status === 'cancelled' ? <p className="run-end">{strings.cancelled}</p> : null;
}

interface UndoneReportProps {
  readonly undone: RunUndone;
  readonly calls: readonly RunCall[];
  readonly onRedo: () => void;
  readonly isBusy: boolean;
}

/** What an undo has brought back, and what it left alone and why. */
export function UndoneReport({ undone, calls, onRedo, isBusy }: UndoneReportProps): ReactNode {
  const { restored, skipped, files, batchId } = undone;
  const left = [
    ...skipped.map(({ type, id, reason }) => ({ key: `${type}/${id ?? ''}`, name: nameOf(type, id, calls), reason })),
    ...files.skipped.map(({ path, reason }) => ({ key: `file/${path}`, name: path, reason })),
  ];
  const count = restored.length + files.restored.length;
  return (
    <div className="run-notice" role="status">
      <p className="run-notice-title">{strings.undone}</p>
      <p>{count === 0 ? strings.undoneNothing : strings.undoneCount(count)}</p>
      {left.length > 0 && (
        <>
          <p>{strings.skippedCount(left.length)}</p>
          <ul>
            {left.map(({ key, name, reason }) => (
              <li key={key}>
                <bdi>{name}</bdi> {strings.skipped[reason]}
              </li>
            ))}
          </ul>
        </>
      )}
      {batchId !== null && (
        <Button aria-disabled={isBusy} onClick={onRedo}>
          {strings.doAgain}
        </Button>
      )}
    </div>
  );
}

/** A record by its title, where a call of the run tells that. */
function nameOf(type: RunUndone['skipped'][number]['type'], id: string | null, calls: readonly RunCall[]): string {
  const diff = calls.find((call) => call.diff !== null && call.diff.id === id)?.diff;
  return diff === undefined || diff === null ? strings.types[type] : `${strings.types[type]} “${recordTitle(diff)}”`;
}
