// The limits of runs of an agent, for the page too, which does without the schemas.

/** Characters of texts, and what a run may use up. */
export const runLimits = { task: 20_000, message: 20_000, reason: 2_000, steps: 100, minTokens: 1_000, tokens: 5_000_000 } as const;

/** What a run may use up where its maker says nothing. */
export const runDefaults = { steps: 25, tokens: 500_000 } as const;
