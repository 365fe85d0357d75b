export const lookStrings = {
  theme: 'Theme',
  themeHint: 'Kept by this browser. It takes effect at once.',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
} as const;
