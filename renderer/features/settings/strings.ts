/** What the pages of settings say. */
export const strings = {
  title: (section: string): string => `${section} – Settings – Daybook`,
  heading: 'Settings',
  group: 'Settings',
  sections: {
    look: 'Appearance',
    calendar: 'Calendar',
    desktop: 'Desktop',
    models: 'Models',
    access: 'Access',
    service: 'Service',
    moving: 'Moving in and out',
    data: 'Data',
    about: 'About',
  },
  restoreFromFile: 'Restore a backup from a file',
  goTo: (section: string): string => `Settings: ${section}`,
  unsaved: 'has unsaved changes',
  failed: 'The settings could not be read',
  restart: 'Restart',
  restartNeeded: (keys: string): string => `Restart Daybook for these to take effect: ${keys}.`,
} as const;
