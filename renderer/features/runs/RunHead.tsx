import { ArrowLeft, Play, RotateCcw, Square, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunSummary, RunStatus } from '../../../main/contract/runs.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { confirm } from '../../ui/confirm.ts';
import { useNow, exactTime, timeSince } from '../../ui/when.ts';
import { taskTitle } from './call-title.ts';
import { hasEnded } from './run-state.ts';
import { strings } from './strings.ts';
import type { RunControl } from './use-run.ts';

interface RunHeadProps {
  readonly run: RunSummary;
  /** Something was carried out that may have changed something. */
  readonly hasActed: boolean;
  readonly control: RunControl;
  readonly onAgain: () => void;
}

/** What a run is, how far, what it has cost, and what can be done with it as a whole. */
export function RunHead({ run, hasActed, control, onAgain }: RunHeadProps): ReactNode {
  const { task, status, createdAt, usage, model, steps, maxSteps } = run;
  const now = useNow();
  const remove = async (): Promise<void> => {
    const text = hasEnded(status) ? strings.removeText : strings.removeWorking;
    if (await confirm({ title: strings.removeTitle, text, action: strings.remove })) control.remove();
  };
  return (
    <header className="run-head">
      <Link href="/runs" className="run-back">
        <ArrowLeft aria-hidden="true" />
        {strings.back}
      </Link>
      <h1 className="page-title run-title">
        <bdi>{taskTitle(task)}</bdi>
      </h1>
      <p className="run-details dotted">
        <span>
          <StatusPill status={status} />
        </span>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {strings.started(timeSince(createdAt, now))}
        </time>
        {model !== null && <span>{model}</span>}
        <span>{strings.steps(steps, maxSteps)}</span>
        <span title={strings.tokensSplit(usage.promptTokens, usage.completionTokens)}>
          {strings.tokens(usage.promptTokens + usage.completionTokens, usage.isEstimate)}
        </span>
        <span>{strings.approvals[run.approval]}</span>
      </p>
      <div className="run-actions">
        {!hasEnded(status) && (
          <Button aria-disabled={control.isBusy} onClick={control.cancel}>
            <Square aria-hidden="true" />
            {strings.cancel}
          </Button>
        )}
        {(status === 'interrupted' || status === 'failed') && (
          <Button primary aria-disabled={control.isBusy} onClick={control.resume}>
            <Play aria-hidden="true" />
            {strings.resume}
          </Button>
        )}
        {status === 'interrupted' && (
          <Button aria-disabled={control.isBusy} onClick={control.cancel}>
            <Square aria-hidden="true" />
            {strings.cancel}
          </Button>
        )}
        {status !== 'running' && hasActed && (
          <Button aria-disabled={control.isBusy} onClick={control.undo}>
            <Undo2 aria-hidden="true" />
            {strings.undo}
          </Button>
        )}
        {hasEnded(status) && <IconButton icon={RotateCcw} label={strings.again} onClick={onAgain} />}
        <IconButton icon={Trash2} label={strings.remove} onClick={() => void remove()} />
      </div>
    </header>
  );
}

export function StatusPill({ status }: { readonly status: RunStatus }): ReactNode {
  return (
    <span className="run-status" data-status={status}>
      {strings.status[status]}
    </span>
  );
}
