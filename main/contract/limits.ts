// The limits of what users write, for the page too, which does without the schemas. Texts are measured in characters.

export const textLimits = {
  /** Of notes, columns, cards and events. */
  title: 500,
  /** Of notebooks, projects, calendars and saved searches. */
  name: 200,
  /** The name of a label or of filters that are kept. */
  label: 100,
  /** The name of a token. */
  token: 100,
  /** What is searched for. */
  query: 1_000,
  checklistItem: 2_000,
  cardDescription: 262_144,
  projectDescription: 65_536,
  eventDescription: 100_000,
  location: 1_000,
  /** The address of a subscription. */
  calendarUrl: 2_000,
  /** The address of an own server of updates. */
  updateUrl: 2_000,
  username: 64,
  password: 1_024,
} as const;

/** The largest note, in bytes of UTF-8. */
export const maxNoteBytes = 5 * 1024 * 1024;

/** What one delta may bring at most: the number of steps or edits, and the bytes of its body. */
export const deltaLimits = { steps: 500, body: 4 * 1024 * 1024 } as const;

/** How many tags a list holds at most, and how many links of a record are told each way. */
export const relationLimits = { tags: 10_000, links: 500, recordLinks: 1_000 } as const;

/** How many operations one batch holds. */
export const maxOperations = 200;

/** Characters of the texts of a run of an agent, and what it may use up. */
export const runLimits = { task: 20_000, message: 20_000, reason: 2_000, steps: 100, minTokens: 1_000, tokens: 5_000_000 } as const;

/** What a run may use up where its maker says nothing. */
export const runDefaults = { steps: 25, tokens: 500_000 } as const;

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

/** How many refused values an answer names at most: a request can have hundreds of thousands, and each is named with its whole path. */
export const maxNamedErrors = 100;
