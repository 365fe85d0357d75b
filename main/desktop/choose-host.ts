// Decides what `npm start` shows: the desktop app where it can run, else the service alone. Pure.

export interface HostFacts {
  readonly platform: NodeJS.Platform;
  /** Whether the process runs as the superuser; Chromium's sandbox refuses that on Linux. */
  readonly isRoot: boolean;
  /** Whether windows can be shown at all: on Linux, that DISPLAY or WAYLAND_DISPLAY is set. */
  readonly hasDisplay: boolean;
  /** The executable that the user named in ELECTRON_EXECUTABLE. */
  readonly namedExecutable: string | null;
  /** Electron's executable in node_modules. */
  readonly installedExecutable: string | null;
  /** Whether Electron can still be fetched: its package is there, and this run has not tried yet. */
  readonly canFetch: boolean;
}

export type HostKind =
  | { readonly kind: 'desktop'; readonly executable: string }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'headless'; readonly reason: string };

/** The host for these facts; `fetch` means: fetch Electron, then ask again. */
export function chooseHost(facts: HostFacts): HostKind {
  // A user who names an executable knows better than the checks below.
  if (facts.namedExecutable !== null) return { kind: 'desktop', executable: facts.namedExecutable };
  if (!facts.hasDisplay) return { kind: 'headless', reason: 'there is no display' };
  if (facts.platform === 'linux' && facts.isRoot) return { kind: 'headless', reason: 'Electron does not run as root' };
  if (facts.installedExecutable !== null) return { kind: 'desktop', executable: facts.installedExecutable };
  if (facts.canFetch) return { kind: 'fetch' };
  return { kind: 'headless', reason: 'Electron is not installed and could not be fetched' };
}
