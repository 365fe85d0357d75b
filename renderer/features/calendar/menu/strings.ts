/** What the menu of an event says. */
export const strings = {
  open: 'Open',
  duplicate: 'Duplicate',
  copyText: 'Copy as text',
  copyLink: 'Copy link',
} as const;
