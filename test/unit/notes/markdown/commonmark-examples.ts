// The examples of the CommonMark specification. The package has no types.

import { createRequire } from 'node:module';

export interface Example {
  readonly number: number;
  readonly markdown: string;
}

const require = createRequire(import.meta.url);
const { tests } = require('commonmark-spec') as { readonly tests: readonly Example[] };

/** In the specification an arrow stands for a tab. */
export const examples: readonly Example[] = tests.map(({ number, markdown }) => ({ number, markdown: markdown.replaceAll('→', '\t') }));
