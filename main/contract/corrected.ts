// What a search looked for instead of words that were misspelt.

import { z } from 'zod';

/** Words that nothing has, and what was looked for in their place. */
export const corrected = z
  .array(
    z.object({
      from: z.string().meta({ description: 'The word, in lower case and without accents' }),
      to: z.string().meta({ description: 'What was looked for instead' }),
    }),
  )
  .optional()
  .meta({
    description:
      'Only where the words as they were asked for find nothing: those that are in no record, each with a word that is, one letter away, ' +
      'or up to two from eight letters on. Words in quotes, excluded ones and those of less than four letters are never replaced',
  });
