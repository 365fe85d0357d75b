import type { Page } from '@playwright/test';
import type { RunningService } from '../e2e/renderer/fixtures.ts';

/** A state of the page that is worth a picture. */
export interface Scene {
  /** Also the name of the file. */
  readonly name: string;
  /** Puts into the service what shall be seen; called once. */
  readonly prepare?: (service: RunningService) => Promise<void>;
  /** Leads the page, which stands at its start, to what shall be seen. */
  readonly show: (page: Page, service: RunningService) => Promise<void>;
}
