// What a start loads: each module costs a fraction of a millisecond, and libraries that few requests need are loaded with the first of
// them.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServiceProcess } from '../support/process.ts';

const recorder = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(${JSON.stringify(file)}, url + '\\n');
    return next(url, context);
  } });`)}`;

test('a start loads no more than 710 modules, and nothing for logging in, pages of links or documents', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-modules-'));
  try {
    const list = join(folder, 'modules.txt');
    const service = await startServiceProcess(join(folder, 'data'), { environment: { NODE_OPTIONS: `--import "${recorder(list)}"` } });
    const modules = readFileSync(list, 'utf8').trim().split('\n');
    await service.end('SIGTERM');
    expect(modules.some((url) => url.endsWith('/main/serve.ts'))).toBe(true);
    const libraries = ['rate-limiter-flexible', 'htmlparser2', 'open-graph-scraper', 'pdfkit', 'docx', 'swagger-ui-dist', 'node-llama-cpp'];
    expect(libraries.filter((name) => modules.some((url) => url.includes(`/node_modules/${name}/`)))).toEqual([]);
    expect(modules.length).toBeLessThanOrEqual(710);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
