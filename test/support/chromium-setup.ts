// Run once before tests that open pages or windows, by vitest and by Playwright alike.

import { ensureChromium } from './chromium.ts';

export default function setup(): void {
  ensureChromium();
}
