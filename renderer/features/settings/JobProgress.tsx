import './job-progress.css';
import type { ReactNode } from 'react';
import type { Job } from '../../../main/contract/jobs.ts';

interface JobProgressProps {
  readonly job: Job;
  readonly text: string;
  /** How far it is, once it is known how much there is. */
  readonly detail: (done: number, total: number) => string;
}

/** A job that waits or runs, with a bar. */
export function JobProgress({ job: { progress }, text, detail }: JobProgressProps): ReactNode {
  const { done, total } = progress;
  return (
    <div className="job-progress" role="status">
      <span className="job-progress-text">
        <span className="row-name">{text}</span>
        {total !== null && <span className="row-detail">{detail(done, total)}</span>}
      </span>
      <progress aria-label={text} {...(total === null ? {} : { value: done, max: total })} />
    </div>
  );
}
