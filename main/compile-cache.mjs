// Loaded before the entry, with `node --import`. Reading the sources anew, types and all, takes longer than the rest of a start.
// This file is plain JavaScript, so that with a filled cache nothing of the TypeScript compiler is loaded at all.
// The cache goes by the sources' content: it is never stale.

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/daybook', import.meta.url)));
