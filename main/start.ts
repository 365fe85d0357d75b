// `npm start`: the desktop app where Electron is or can be fetched, else the service alone.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from './features/config/command-line.ts';
import { chooseHost, type HostKind, type HostFacts } from './desktop/choose-host.ts';
import { canFetchElectron, fetchElectron, installedElectron } from './desktop/electron-binary.ts';
import { rebuildBundle, rebuildFrontend, rebuildPreload } from './desktop/rebuild.ts';

const root = join(import.meta.dirname, '..');
const { argv, env, platform } = process;

/** What the options say in the form that Electron's entry reads; null if there is nothing to show a window for. */
function desktopEnvironment(): NodeJS.ProcessEnv | null {
  try {
    const { help, version, dataDir, flags } = readCommandLine(argv.slice(2));
    if (help || version) return null;
    return { ...env, ...flags, ...(dataDir === undefined ? {} : { DAYBOOK_DATA_DIR: dataDir }) };
  } catch {
    // The headless service says what is wrong with them.
    return null;
  }
}

function findHost(): HostKind {
  const facts: HostFacts = {
    platform,
    isRoot: process.getuid?.() === 0,
    hasDisplay: platform !== 'linux' || [env['DISPLAY'], env['WAYLAND_DISPLAY']].some(Boolean),
    namedExecutable: env['ELECTRON_EXECUTABLE'] || null,
    installedExecutable: installedElectron(root),
    canFetch: canFetchElectron(root),
  };
  const host = chooseHost(facts);
  if (host.kind !== 'fetch') return host;
  console.log('Fetching Electron, once (about 110 MB)');
  fetchElectron(root);
  return chooseHost({ ...facts, installedExecutable: installedElectron(root), canFetch: false });
}

function showDesktop(executable: string, environment: NodeJS.ProcessEnv): void {
  const child = spawn(executable, ['.'], { cwd: root, env: environment, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      child.kill(signal);
    });
  const failed = (why: string): void => {
    console.error(`Electron could not run (${why}); \`npm run serve\` starts Daybook without a window`);
    process.exitCode = 1;
  };
  child.on('error', (error) => {
    failed(error.message);
  });
  child.on('exit', (code, signal) => {
    // 127: the system lacks a library that Electron needs.
    if (code === 127 || (code === null && signal !== 'SIGINT' && signal !== 'SIGTERM')) failed(signal ?? 'a library is missing');
    else process.exitCode = code ?? 0;
  });
}

const environment = desktopEnvironment();
const host = environment === null ? null : findHost();
// Both are tried; without a window, sources that cannot be built are run as they are, and say themselves what is wrong.
const built = environment === null || [rebuildBundle(root), rebuildFrontend(root)].every(Boolean);
if (environment !== null && host?.kind === 'desktop') {
  if (built && rebuildPreload(root)) showDesktop(host.executable, environment);
  else process.exitCode = 1;
} else {
  if (host?.kind === 'headless') console.log(`Running without a window, because ${host.reason}; open the link below in a browser`);
  // A user who starts it by hand wants to get in, also where the output is no terminal.
  if (environment !== null) argv.push('--link');
  await import('./serve.ts');
}
