// Runs in a worker thread: parses notes that are too large for the main thread.

import { parentPort } from 'node:worker_threads';
import { parseMarkdown } from './markdown/parse.ts';
import { toPieces } from './note-pieces.ts';

parentPort?.on('message', (markdown: string) => { parentPort?.postMessage(toPieces(parseMarkdown(markdown)), []); });
