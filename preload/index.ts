// Runs in the sandbox before the page. Exposes the bridge, nothing more: ipcRenderer itself stays out of reach.

import { contextBridge, ipcRenderer } from 'electron';
import { bridgeChannels, bridgeName, type Bridge, type Session } from '../main/contract/bridge.ts';

const bridge: Bridge = {
  session: async () => (await ipcRenderer.invoke(bridgeChannels.session)) as Session,
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
