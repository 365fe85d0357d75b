// The little of Electron that electron-updater uses, for update-run.ts: `net` asks the server of a test, whatever the address is.

import { EventEmitter } from 'node:events';
import { request, type ClientRequest } from 'node:http';

const { UPDATE_FOLDER = '', FEED_PORT = '' } = process.env;

export const app = {
  isPackaged: true,
  getVersion: () => '0.1.0',
  getName: () => 'Daybook',
  getPath: () => UPDATE_FOLDER,
  getAppPath: () => UPDATE_FOLDER,
  whenReady: () => Promise.resolve(),
  isReady: () => true,
  on: () => undefined,
  once: () => undefined,
  quit: () => undefined,
};

export const session = { fromPartition: () => ({}) };

export const autoUpdater = new EventEmitter();

export const net = {
  request({
    method,
    headers,
    protocol,
    hostname,
    path,
  }: {
    method?: string;
    headers?: Record<string, string>;
    protocol: string;
    hostname: string;
    path: string;
  }): ClientRequest {
    return request({
      method: method ?? 'GET',
      headers: { ...headers, 'x-address': `${protocol}//${hostname}` },
      hostname: '127.0.0.1',
      port: FEED_PORT,
      path,
    });
  },
};
