import { config } from 'zod';

// Before any schema is made: Zod would try whether scripts may be made of text, which the page's policy forbids. Browsers write that down
// as a fault of the page.
config({ jitless: true });
