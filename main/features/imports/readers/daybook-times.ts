// Times as Daybook gives them out, read as milliseconds since the Unix epoch.

import { z } from 'zod';

export const instant = z.string().transform((text) => Date.parse(text));

export const dated = { createdAt: instant, updatedAt: instant };
