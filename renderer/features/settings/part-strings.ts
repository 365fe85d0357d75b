/** What the settings of the appearance say. */
export const lookStrings = {
  theme: 'Theme',
  themeHint: 'Kept by this browser. It takes effect at once.',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  links: 'Links in notes',
  previews: 'Show what a page says of itself',
  previewsHint:
    'When you click a link in a note, Daybook reads the title and the description of the page that it leads to. That page learns that ' +
    'its address was opened. Kept by this browser.',
} as const;

/** What the settings of the calendar say. */
export const calendarStrings = {
  week: 'Week and clock',
  kept: 'Kept by this browser. It takes effect at once, in all of its windows.',
  weekStart: 'Week starts on',
  usual: (what: string): string => `As usual here (${what})`,
  hours: 'Hours',
  hoursOf: { '12': '12 hours', '24': '24 hours' },
  weekNumbers: 'Show week numbers',
  weekNumbersHint: {
    iso: 'Weeks are counted by ISO 8601: week 1 is the one with the first Thursday of the year.',
    other: 'Week 1 is the one with 1 January. Weeks that begin on Monday are counted by ISO 8601.',
  },
  events: 'New events',
  eventLength: 'Usual length',
  minutes: (minutes: number): string => `${minutes} minutes`,
  wholeHours: (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`),
  zones: 'Time zones',
  zonesHint: 'The calendar, Today, due dates and daily notes go by these clocks. An event keeps the time zone that it was given.',
  zone: 'Time zone of the calendar',
  machineZone: (zone: string): string => `As this machine (${zone})`,
  secondZone: 'Second time zone',
  secondZoneHint: 'Stands beside the hours of a day and of a week.',
  noZone: 'None',
} as const;

/** What the part of the settings says that is about the program itself. */
export const aboutStrings = {
  about: 'Daybook',
  version: 'Version',
  unknown: 'not known at the moment',
  address: 'Address of the service',
  docs: 'Documentation of the interface',
  openapi: 'OpenAPI description',
  keys: 'Keyboard shortcuts',
  keysHint: 'Press ? on any page.',
  showKeys: 'Show keyboard shortcuts',
  plainKeys: 'Letters and signs are shortcuts by themselves',
  plainKeysHint:
    'Such as D for the note of today, or G N for the notes. Those with Ctrl, ⌘ or Alt, arrows and Delete work in any case. ' +
    'Kept by this browser.',
  licences: 'Licences',
  licencesHint: (count: number): string => `This page is made with ${count} open-source packages.`,
  licencesFailed: 'The licences could not be read',
  noText: 'Its package holds no text of the licence.',
  search: 'Search packages',
  noMatch: 'No package fits.',
} as const;
