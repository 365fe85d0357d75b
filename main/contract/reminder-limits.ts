// The limits of reminders, for the page too, which does without the schemas.

export const reminderLimits = {
  /** The longest time before, in minutes: 4 weeks. */
  minutesBefore: 40_320,
  /** Of one record. */
  count: 5,
  /** How wide a range may be that lists them, and how far ahead one may be put off, in days. */
  rangeDays: 366,
  /** How many are asked for at once by those who tell of them. */
  rung: 100,
  /** How long a claim to tell of a reminder lasts unless it is confirmed, in seconds. */
  claimSeconds: 30,
  /** How long it is remembered what was done about a reminder, in days. */
  keptDays: 90,
  /** Of how many reminders that is remembered for a user. */
  kept: 10_000,
} as const;
