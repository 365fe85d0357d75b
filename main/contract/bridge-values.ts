// Schemas of what a page sends over the bridge. Apart from bridge.ts, so that the preload script carries no validator.

import { z } from 'zod';
import type { Command, DesktopPreferences } from './bridge.ts';
import { textLimits } from './limits.ts';

const line = z.string().min(1).max(200);

/** The page's actions; a few hundred at most. */
export const commandsSchema = z
  .array(
    z.strictObject({
      id: z
        .string()
        .regex(/^[\w-]+\.[\w.-]+$/)
        .max(200),
      name: line,
      group: line,
      shortcut: z.string().min(1).max(60).nullable(),
      enabled: z.boolean(),
    }),
  )
  .max(500) satisfies z.ZodType<Command[]>;

export const preferencesSchema = z.strictObject({
  closeToTray: z.boolean(),
  openAtLogin: z.boolean(),
  captureShortcut: z.string().min(1).max(60).nullable(),
  notifyEvents: z.boolean(),
  badge: z.boolean(),
  updateUrl: z
    .url({ protocol: /^https$/ })
    .max(textLimits.updateUrl)
    .nullable(),
}) satisfies z.ZodType<DesktopPreferences>;

/** What holds until the user chooses otherwise. */
export const defaultPreferences: DesktopPreferences = {
  closeToTray: false,
  openAtLogin: false,
  captureShortcut: 'CommandOrControl+Shift+Space',
  notifyEvents: true,
  badge: true,
  updateUrl: null,
};

export const preferencesChangeSchema = preferencesSchema.partial();
