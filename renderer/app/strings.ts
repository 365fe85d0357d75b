/** What the frame around all pages says. */
export const strings = {
  name: 'Daybook',
  connecting: 'Connecting…',
  reachable: 'Connected',
  away: 'Not answering',
  connection: 'Connection',
  awayBanner: 'Daybook is not answering. The page reconnects by itself.',
  tryNow: 'Try now',
  version: (version: string): string => `Version ${version}`,
  failed: 'Daybook could not be opened',
  failedHint: 'The server of this page does not answer. Start Daybook, then try again.',
  tryAgain: 'Try again',
} as const;
