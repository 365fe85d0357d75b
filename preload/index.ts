// Runs in the sandbox before the page. Exposes the bridge, nothing more: ipcRenderer itself stays out of reach.

import { contextBridge, ipcRenderer } from 'electron';
import {
  bridgeChannels,
  bridgeName,
  listeningChannel,
  type Bridge,
  type DesktopPreferences,
  type PreferencesAnswer,
  type Session,
} from '../main/contract/bridge.ts';

/** Passes on what main/ sends, without the event: its `sender` is a way to every channel. */
function listen(channel: string, listener: (value: string) => void): () => void {
  const pass = (_event: unknown, value: string): void => {
    listener(value);
  };
  ipcRenderer.on(channel, pass);
  return () => {
    ipcRenderer.off(channel, pass);
  };
}

const bridge: Bridge = {
  session: async () => (await ipcRenderer.invoke(bridgeChannels.session)) as Session,
  offerCommands: async (commands) => {
    await ipcRenderer.invoke(bridgeChannels.offerCommands, commands);
  },
  onCommand: (listener) => listen(bridgeChannels.onCommand, listener),
  onOpen: (listener) => {
    const stop = listen(bridgeChannels.onOpen, listener);
    // Links and files that came before the page was there.
    ipcRenderer.invoke(listeningChannel).catch(() => undefined);
    return stop;
  },
  chooseModelFile: async () => (await ipcRenderer.invoke(bridgeChannels.chooseModelFile)) as string | null,
  preferences: async () => (await ipcRenderer.invoke(bridgeChannels.preferences)) as DesktopPreferences,
  setPreferences: async (changes) => (await ipcRenderer.invoke(bridgeChannels.setPreferences, changes)) as PreferencesAnswer,
  openDataDir: async () => {
    await ipcRenderer.invoke(bridgeChannels.openDataDir);
  },
  closeCapture: async () => {
    await ipcRenderer.invoke(bridgeChannels.closeCapture);
  },
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
