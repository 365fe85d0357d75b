// Main's side of the bridge: each method of it, with its values checked.

import { type WebContents, ipcMain } from 'electron';
import type { z } from 'zod';
import {
  bridgeChannels,
  listeningChannel,
  type Command,
  type DesktopPreferences,
  type PreferencesAnswer,
  type Session,
} from '../contract/bridge.ts';
import { commandsSchema, preferencesChangeSchema } from '../contract/bridge-values.ts';

interface BridgeAnswers {
  readonly session: () => Session;
  readonly offerCommands: (commands: readonly Command[], sender: WebContents) => void;
  /** The page has begun to listen for paths to open. */
  readonly listening: (sender: WebContents) => void;
  readonly chooseModelFile: (sender: WebContents) => Promise<string | null>;
  readonly preferences: () => DesktopPreferences;
  readonly setPreferences: (changes: Partial<DesktopPreferences>) => Promise<PreferencesAnswer>;
  readonly openDataDir: () => Promise<void>;
  readonly closeCapture: () => void;
}

/** Answers the pages of `origin`, and no others. A value that is not of its form rejects, with a message that names what is wrong in it. */
export function answerBridge(origin: string, answers: BridgeAnswers): void {
  answerFrame(bridgeChannels.session, origin, () => answers.session());
  answerFrame(bridgeChannels.offerCommands, origin, (value, sender) => {
    answers.offerCommands(checked(commandsSchema, value, 'commands'), sender);
  });
  answerFrame(listeningChannel, origin, (_value, sender) => {
    answers.listening(sender);
  });
  answerFrame(bridgeChannels.chooseModelFile, origin, (_value, sender) => answers.chooseModelFile(sender));
  answerFrame(bridgeChannels.preferences, origin, () => answers.preferences());
  answerFrame(bridgeChannels.setPreferences, origin, (value) =>
    answers.setPreferences(given(checked(preferencesChangeSchema, value, 'preferences'))),
  );
  answerFrame(bridgeChannels.openDataDir, origin, () => answers.openDataDir());
  answerFrame(bridgeChannels.closeCapture, origin, () => {
    answers.closeCapture();
  });
}

function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Error(
    `These ${what} cannot be taken: ` +
      error.issues.map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': ')).join('; '),
  );
}

/** Without keys whose value is undefined: they change nothing. */
function given(changes: { readonly [K in keyof DesktopPreferences]?: DesktopPreferences[K] | undefined }): Partial<DesktopPreferences> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/**
 * Answers calls on `channel` that come from a page of `origin`; to any other page the call rejects. `value` is what the page sent,
 * unchecked. The frame's origin is asked, not its URL: a sandboxed frame keeps the URL but has no origin.
 */
function answerFrame<T>(channel: string, origin: string, answer: (value: unknown, sender: WebContents) => T | Promise<T>): void {
  ipcMain.handle(channel, (event, value: unknown) => {
    // Null when the frame has navigated away or is gone.
    if (event.senderFrame?.origin !== origin) throw new Error('This page may not call Daybook');
    return answer(value, event.sender);
  });
}
