// What the preload script hands to the page in the desktop window: as little as there can be. Its values are checked in main/ with
// bridge-values.ts.

/** How the page reaches the service. Held in memory only; the token never enters the address bar. */
export interface Session {
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string;
  /** The owner's token. */
  readonly token: string;
}

/** One of the page's actions, as the menus show it. */
export interface Command {
  /** `feature.verb`, as in `boards.addCard`. */
  readonly id: string;
  readonly name: string;
  /** The heading under which the page lists it. */
  readonly group: string;
  /** Its keys as tinykeys writes them, `$mod+k` or `g n`; null for none. The page handles them itself. */
  readonly shortcut: string | null;
  /** Whether it makes sense now. */
  readonly enabled: boolean;
}

/** What the user has chosen for the desktop app on this machine. */
export interface DesktopPreferences {
  /** Closing the window leaves the app and the service in the tray. */
  readonly closeToTray: boolean;
  /** The app starts with the session of the operating system. */
  readonly openAtLogin: boolean;
  /** Electron's accelerator for quick capture from anywhere, such as `CommandOrControl+Shift+Space`; null for none. */
  readonly captureShortcut: string | null;
  /** Events that begin, and reminders, are told by the operating system. */
  readonly notifyEvents: boolean;
  /** The number of things due today stands on the app's icon, where the system can show one. */
  readonly badge: boolean;
  /** Where updates are looked for: an https address of a generic feed; null for never. */
  readonly updateUrl: string | null;
}

/** A change to the preferences, and what could not be had of it. */
export interface PreferencesAnswer {
  readonly preferences: DesktopPreferences;
  /** One sentence for each key that was refused, as when another program has the shortcut; empty when all was taken. */
  readonly problems: Partial<Record<keyof DesktopPreferences, string>>;
}

/** `window.daybook` in the desktop window; absent in a browser. Each method rejects for any page but the service's frontend. */
export interface Bridge {
  session(): Promise<Session>;
  /** Tells which actions there are; the menus follow. To be called again when they change. */
  offerCommands(commands: readonly Command[]): Promise<void>;
  /** The action that the user chose from a menu, by its id. Gives the function that stops listening. */
  onCommand(listener: (id: string) => void): () => void;
  /**
   * A page of the app to show, such as `/notes/ID`: from a deep link, a notification or an opened file. Gives the function that stops
   * listening.
   */
  onOpen(listener: (path: string) => void): () => void;
  /** Lets the user choose a GGUF file; its absolute path, or null if they chose none. */
  chooseModelFile(): Promise<string | null>;
  preferences(): Promise<DesktopPreferences>;
  /** Changes the keys that are given. */
  setPreferences(changes: Partial<DesktopPreferences>): Promise<PreferencesAnswer>;
  /** Shows the data directory in the system's file manager. */
  openDataDir(): Promise<void>;
  /** Closes the window of quick capture, at `/capture`. */
  closeCapture(): Promise<void>;
}

/** The bridge's name on `window`. */
export const bridgeName = 'daybook';

/** The IPC channel behind each method of the bridge; those of `on…` are sent by main/ to the page. */
export const bridgeChannels = {
  session: 'bridge:session',
  offerCommands: 'bridge:offerCommands',
  onCommand: 'bridge:command',
  onOpen: 'bridge:open',
  chooseModelFile: 'bridge:chooseModelFile',
  preferences: 'bridge:preferences',
  setPreferences: 'bridge:setPreferences',
  openDataDir: 'bridge:openDataDir',
  closeCapture: 'bridge:closeCapture',
} as const satisfies Record<keyof Bridge, string>;

/** By which the preload script tells main/ that the page listens for paths: what came before has waited. Not a method of the bridge. */
export const listeningChannel = 'bridge:listening';

/** Where the frontend shows quick capture: a small page of its own, without the frame. */
export const capturePath = '/capture';
