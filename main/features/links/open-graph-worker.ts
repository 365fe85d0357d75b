// Runs in a worker thread: decodes and parses pages.

import { decodeText } from '../../lib/charset.ts';
import { readOpenGraph, type OpenGraph } from './open-graph.ts';

export interface ReadingJob {
  readonly body: Uint8Array;
  /** The charset that the server names. */
  readonly charset: string | null;
}

/** Loads what pages are parsed with. */
export async function loadScraper(): Promise<void> {
  await import('open-graph-scraper');
}

/** Null if the page cannot be parsed. */
export async function readPage({ body, charset }: ReadingJob): Promise<OpenGraph | null> {
  try {
    return await readOpenGraph(decodeText(body, { named: charset, isMarkup: true }));
  } catch {
    return null;
  }
}
