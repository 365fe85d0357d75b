import type { RequestHandler } from 'express';
import type { Log } from '../lib/log.ts';

/**
 * Logs how each request ended, with the id that its answer has.
 * Of the address only the route's pattern is logged: a path or query can hold what nobody meant to keep.
 */
export function requestLog(log: Log): RequestHandler {
  // These lines hold nothing that a caller chose but the id: looking for secrets in each would be a tenth of a request.
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    const requestId = res.getHeader('X-Request-Id');
    const start = performance.now();
    res.once('close', () => {
      const route = (req.route as { path?: string } | undefined)?.path ?? null;
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      lines.info({ requestId, method: req.method, route, status: res.statusCode, complete: res.writableFinished, milliseconds }, 'request');
    });
    next();
  };
}
