// Which tests `npm test` runs, for each push, and which it leaves to `npm run test:full`.

/**
 * Options of a test that only the full run takes: one of far more processor time than its neighbours, beside which a cheaper one fails for
 * nearly every fault: another round of kills, a load, a limit that is reached in earnest, the same again for another kind of record.
 */
export const full = { tags: 'full' } as const;

/**
 * Details of a browser test that a push takes. Each costs as much as a hundred others, so these are few, chosen for how much of the page
 * they go through in how little time: together, most of what the full run goes through.
 */
export const push = { tag: '@push' } as const;
