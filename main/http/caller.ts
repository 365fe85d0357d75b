export type { Authenticate, Caller } from '../lib/caller.ts';
