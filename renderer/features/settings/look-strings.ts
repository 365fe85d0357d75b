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
