import type { Request, Response } from 'express';
import type { Log } from '../lib/log.ts';
import { requestIdOf } from './answer-head.ts';

/** A request that takes longer than this is worth a line, in milliseconds. Streams take as long as they are read. */
const slowMs = 500;

/**
 * Logs how a request ended that failed, was broken off or took long, with the id that its answer has; all others at the level `debug`.
 * Of the address only the route's pattern is logged: a path or query can hold what was not meant to be kept.
 */
export function requestLog(log: Log): (req: Request, res: Response) => void {
  // These lines hold nothing that a caller chose but the id: looking for secrets in each would be a tenth of a request.
  const lines = log.child({}, { redact: [] });
  return (req, res) => {
    const start = performance.now();
    res.on('close', () => {
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      const level = res.statusCode >= 400 || !res.writableFinished || milliseconds >= slowMs ? 'info' : 'debug';
      if (!lines.isLevelEnabled(level)) return;
      const route = (res.locals['route'] as string | undefined) ?? null;
      lines[level](
        {
          requestId: requestIdOf(res),
          method: req.method,
          route,
          status: res.statusCode,
          complete: res.writableFinished,
          milliseconds,
        },
        'request',
      );
    });
  };
}
