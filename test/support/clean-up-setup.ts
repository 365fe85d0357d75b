// Runs before each file of tests.

import { afterAll, afterEach } from 'vitest';
import { cleanUpFile, cleanUpTest } from './clean-up.ts';

// What the files' own hooks do comes before.
afterEach(cleanUpTest);
afterAll(cleanUpFile);
