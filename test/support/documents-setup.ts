// Run once before the tests of documents.

import { ensureDocumentTools } from './document-tools.ts';

export default function setup(): void {
  ensureDocumentTools();
}
