// The server of the page, on a port of its own: the built renderer, and where the service is to be found.
// It knows nothing of the user's, so it asks for no token. The Host and Origin guard stands before it.

import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { AppError } from '../lib/app-error.ts';
import { writeProblem } from './problem.ts';

interface FrontendOptions {
  /** Absolute path of the built renderer; it need not exist yet. */
  readonly frontendDir: string;
  /** Where the page finds the service, as in `http://localhost:8716`. */
  /** The program's. */
  readonly version: string;
  readonly apiBaseUrl: () => string;
  /** The port of the service: with it the page may speak, and with no other server. */
  readonly apiPort: () => number;
  /** Told of what went wrong inside; the answer itself says nothing of it. */
  readonly onError?: (error: unknown) => void;
}

const buildCommand = 'npm run build:renderer';

/** An application that answers every request: the page, its files, `/config.json`, or an error that reveals no path. */
export function createFrontend({ frontendDir, version, apiBaseUrl, apiPort, onError }: FrontendOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(securityHeaders(apiPort), readOnly);
  app.get('/config.json', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ apiBaseUrl: apiBaseUrl(), version });
  });
  app.use(files(frontendDir));
  app.use(page(frontendDir));
  app.use(() => {
    throw nothingHere();
  });
  app.use(lastResort(onError));
  return app;
}

function securityHeaders(apiPort: () => number): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ['blob:'],
        connectSrc: ["'self'", () => `http://localhost:${apiPort()}`, () => `http://127.0.0.1:${apiPort()}`],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Plain HTTP on loopback: a browser that believed this header could not reach any other program on localhost.
    strictTransportSecurity: false,
  });
}

const readOnly: RequestHandler = (req, _res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') {
    next();
    return;
  }
  throw new AppError('method_not_allowed', 'Only GET and HEAD are answered here', { headers: { Allow: 'GET, HEAD' } });
};

/** Files of the build. What is missing, hidden or outside the folder is passed on, all alike. */
function files(frontendDir: string): RequestHandler {
  const directory = resolve(frontendDir);
  const hashed = join(directory, 'assets') + sep;
  return express.static(directory, {
    dotfiles: 'ignore',
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (res, path) => {
      // Vite names these files by their content; all others may change with the next build.
      res.setHeader('Cache-Control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/**
 * The page itself at `/`, and at addresses that the page makes sense of (deep links). Only a browser that goes to such
 * an address gets it: a script that mistook this port for the service's is told 404, not handed a page.
 */
function page(frontendDir: string): RequestHandler {
  const index = join(frontendDir, 'index.html');
  return (req, res, next) => {
    res.vary('Accept');
    if (req.path !== '/' && !(isDeepLink(req.path) && (req.headers.accept ?? '').includes('text/html'))) {
      next();
      return;
    }
    if (!existsSync(index)) {
      sendMissingBuild(res);
      return;
    }
    // Relative to a root, so that a dot in the path of the folder itself does not count as a hidden file.
    res.sendFile('index.html', { root: frontendDir, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } }, (error?: Error) => {
      if (error !== undefined && !res.headersSent) next(error);
    });
  };
}

function isDeepLink(path: string): boolean {
  try {
    return !/[.\\\0]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function sendMissingBuild(res: Response): void {
  res
    .status(503)
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Daybook</title>' +
        `<h1>The page is not built yet</h1><p>The service itself is running. Build its page with <code>${buildCommand}</code>, then ` +
        `reload.</p></html>\n`,
    );
}

const nothingHere = (): AppError => new AppError('not_found', 'There is nothing at this address');

/** What a static file can be refused for; anything else is ours, and the answer tells nothing of it. */
function toPageRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status === 416) return new AppError('range_not_satisfiable', 'There is no such range');
  if (status === 412) return new AppError('version_mismatch', 'The file is another one by now');
  return status >= 400 && status < 500 ? nothingHere() : new AppError('internal', 'Something went wrong inside Daybook', { cause: error });
}

function lastResort(onError: ((error: unknown) => void) | undefined): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const known = toPageRefusal(error);
    if (known.code === 'internal') onError?.(error);
    writeProblem(res, known);
  };
}
