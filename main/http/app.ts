// The order in which a request passes through the service, on one screen.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import cors from 'cors';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { systemApi } from '../contract/system.ts';
import { query, type Endpoint } from '../invoke/endpoint.ts';
import { AppError } from '../lib/app-error.ts';
import type { CalendarCollections, CurrentCaller } from '../lib/calendar-collections.ts';
import type { Log } from '../lib/log.ts';
import { answerAtOnce, beginAnswer } from './answer-head.ts';
import { docsRouter } from './docs.ts';
import { createFrontend } from './frontend.ts';
import { guard, originsOf } from './guard.ts';
import { mount, type MountOptions } from './mount.ts';
import { openApiDocument } from './openapi.ts';
import { problemHandler } from './problem.ts';
import { requestLog } from './request-log.ts';
import { createRouter } from './router.ts';

/** What answers by CalDAV stands on; the answers themselves are loaded with the first request. */
export interface DavAccess {
  readonly collections: () => CalendarCollections;
  /** Throws `unauthorized`, `rate_limited`. */
  readonly authenticate: (request: IncomingMessage) => Promise<CurrentCaller>;
}

interface AppOptions extends MountOptions {
  readonly dav: DavAccess;
  readonly endpoints: readonly Endpoint[];
  readonly version: string;
  readonly port: number;
  readonly frontendPort: number;
  readonly log: Log;
  /** Called when a request has come. */
  readonly onRequest: () => void;
}

/**
 * Answers every request to the service: with an endpoint of the features, with those that describe the service itself, and else by Express.
 * Endpoints are found before Express' own way through its layers, which takes longer than most of them.
 */
export function createApp(options: AppOptions): RequestListener {
  const { port, frontendPort, log, onRequest } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', false);
  app.use('/api/docs', docsRouter());
  app.use(() => {
    throw new AppError('not_found', 'There is nothing at this address');
  });
  const onError = problemHandler(log);
  app.use(onError);

  const logRequest = requestLog(log);
  const guardRequest = guard({ port, pagePorts: [port, frontendPort] });
  const allowOrigin = crossOrigin(frontendPort);
  const route = createRouter([...systemEndpoints(options), ...options.endpoints], (endpoint) => mount(endpoint, options));
  const answerDav = openDav(options.dav);
  return (request, response) => {
    onRequest();
    const [req, res] = asExpress(app, request, response);
    const fail = (error: unknown): void => {
      onError(error, req, res, () => undefined);
    };
    const answer = (): void => {
      if (isDav(req.url)) {
        answerDav(req, res).catch(fail);
        return;
      }
      route(req, res, () => {
        beginAnswer(res);
        app(req, res);
      }).catch(fail);
    };
    try {
      ignoreNoCache(req);
      logRequest(req, res);
      guardRequest(req);
      // Without an Origin there is nothing to allow; a plain OPTIONS is answered by the route.
      if (req.headers.origin === undefined) answer();
      else {
        beginAnswer(res);
        allowOrigin(req, res, answer);
      }
    } catch (error) {
      fail(error);
    }
  };
}

/**
 * A condition decides by itself whether there is an answer (RFC 9110 13.1.2): `no-cache` is said to caches, of which there is none here. A
 * client that uses `fetch` says it with each condition of its own (Fetch standard, “HTTP-network-or-cache fetch”), and would never be told
 * 304 by Express.
 */
function ignoreNoCache({ headers }: IncomingMessage): void {
  if (headers['if-none-match'] !== undefined) delete headers['cache-control'];
}

const isDav = (url: string): boolean => /^\/(?:dav|\.well-known\/caldav)(?:[/?#]|$)/.test(url);

function openDav({ collections, authenticate }: DavAccess): (req: Request, res: Response) => Promise<void> {
  let opened: Promise<(req: Request, res: Response) => Promise<void>> | undefined;
  const open = async () => {
    const { createDav } = await import('./dav/dav.ts');
    return createDav({ collections: collections(), authenticate });
  };
  return async (req, res) => {
    // Where clients look first, whatever they want (RFC 6764).
    if (req.url.startsWith('/.well-known/')) answerAtOnce(res, 301, ['Location', '/dav/'], null);
    else await (await (opened ??= open()))(req, res);
  };
}

/** What Express does to a request before its first layer, but that the classes of the messages change, once, and not each message. */
function asExpress(app: Express, request: IncomingMessage, response: ServerResponse): [Request, Response] {
  adopt(request, app.request);
  adopt(response, app.response);
  const [req, res] = [request as Request, response as Response];
  req.res = res;
  req.originalUrl = req.url;
  res.req = req;
  res.locals = {};
  return [req, res];
}

/** Puts `prototype` behind the class of a message, which is one of its server alone (`listen.ts`), if it is not there yet. */
function adopt(message: object, prototype: object): void {
  const own = Object.getPrototypeOf(message) as object;
  if (Object.getPrototypeOf(own) !== prototype) Object.setPrototypeOf(own, prototype);
}

interface FrontendAppOptions {
  readonly frontendDir: string;
  readonly version: string;
  readonly apiPort: number;
  readonly port: number;
  readonly log: Log;
}

/** The application of the frontend's port: guarded like the service, and without anything of the user's. */
export function createFrontendApp({ frontendDir, version, apiPort, port, log }: FrontendAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  const guardRequest = guard({ port, pagePorts: [port] });
  app.use((req, res, next) => {
    beginAnswer(res);
    guardRequest(req);
    next();
  });
  app.use(
    createFrontend({
      frontendDir,
      version,
      apiBaseUrl: () => `http://localhost:${apiPort}`,
      apiPort: () => apiPort,
      onError: (error) => {
        log.error({ err: error }, 'the frontend failed');
      },
    }),
  );
  app.use(problemHandler(log));
  return app;
}

/** What the service tells of itself to any client; nothing of it is the user's. */
function systemEndpoints({ endpoints, version, port }: AppOptions): Endpoint[] {
  let document: Promise<{ openapi: string }> | undefined;
  const routes = [...Object.values(systemApi), ...endpoints.map((endpoint) => endpoint.route)];
  return [
    query(systemApi.health, () => ({ status: 'ok' as const })),
    // Written when it is first asked for: a start does not wait for it.
    query(systemApi.openapi, () => (document ??= openApiDocument(routes, version, `http://localhost:${port}`))),
  ];
}

function crossOrigin(frontendPort: number): RequestHandler {
  return cors({
    origin: originsOf(frontendPort),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-None-Match',
      'Idempotency-Key',
      'If-Range',
      'Last-Event-ID',
      'Range',
      'X-Request-Id',
    ],
    exposedHeaders: ['ETag', 'Location', 'X-Request-Id', 'Retry-After', 'Content-Disposition', 'Content-Range', 'Idempotency-Replayed'],
    maxAge: 600,
    preflightContinue: false,
  });
}
