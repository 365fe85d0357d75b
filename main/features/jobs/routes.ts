import { jobsApi } from '../../contract/jobs.ts';
import { command, eventStream, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Jobs } from './jobs.ts';

export function jobRoutes(jobs: Jobs): Endpoint[] {
  return [
    query(jobsApi.listJobs, ({ caller, query }) => jobs.list(caller, query)),
    eventStream(
      jobsApi.readJob,
      ({ caller, params }) => jobs.read(caller, params.id),
      ({ caller, params }, sink) => jobs.follow(caller, params.id, sink),
    ),
    command(jobsApi.deleteJob, ({ caller, params }) => jobs.remove(caller, params.id)),
  ];
}
