// The browsable interface description: Swagger UI from the package, with no request to anywhere else.

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';
import { AppError } from '../lib/app-error.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daybook API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
});
`;

/** Swagger UI sets styles on elements and has its pictures inline; scripts come from us alone. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A router for `/api/docs`. */
export function docsRouter(): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.set({ 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'same-origin' });
    next();
  });
  router.get('/', (_req, res) => {
    res.type('html').send(page);
  });
  router.get('/start.js', (_req, res) => {
    res.type('js').send(start);
  });
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const assets = express.static(folder, { index: false, redirect: false, dotfiles: 'ignore', maxAge: '1h' });
  router.get(['/swagger-ui.css', '/swagger-ui-bundle.js'], assets);
  router.all(['/', '/start.js', '/swagger-ui.css', '/swagger-ui-bundle.js'], (req, res) => {
    const allowed = 'GET, HEAD, OPTIONS';
    if (req.method !== 'OPTIONS')
      throw new AppError('method_not_allowed', `${req.method} is not possible here`, { headers: { Allow: allowed } });
    res.status(204).set('Allow', allowed).end();
  });
  return router;
}
