// `Tray` and `Notification`: what the system would show, in lists.

import type { NotificationConstructorOptions, Tray } from 'electron';
import { EventEmitter } from 'node:events';
import { onRestart } from './control.ts';
import type { MenuDouble } from './menu.ts';
import { strict } from './strict.ts';

export const trays: TrayDouble[] = [];
export const notifications: NotificationDouble[] = [];
export const support = { notifications: true };

/** What the tests may ask of a tray. Electron does not tell. */
export const trayLooks = new WeakMap<TrayDouble, { toolTip: string; menu: MenuDouble | null }>();

export class TrayDouble extends EventEmitter implements Pick<Tray, 'destroy' | 'isDestroyed' | 'setToolTip'> {
  #isDestroyed = false;

  constructor(image: { isEmpty(): boolean }) {
    super();
    if (image.isEmpty()) throw new Error('A tray needs an image');
    const seen = strict('Tray', this);
    trayLooks.set(seen, { toolTip: '', menu: null });
    trayLooks.set(this, trayLooks.get(seen) as { toolTip: string; menu: MenuDouble | null });
    trays.push(seen);
    return seen;
  }

  setToolTip(toolTip: string): void {
    Object.assign(trayLooks.get(this) ?? {}, { toolTip });
  }

  setContextMenu(menu: MenuDouble | null): void {
    Object.assign(trayLooks.get(this) ?? {}, { menu });
  }

  destroy(): void {
    this.#isDestroyed = true;
    const at = trays.findIndex((tray) => trayLooks.get(tray) === trayLooks.get(this));
    if (at >= 0) trays.splice(at, 1);
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
}

export const notificationOptions = new WeakMap<EventEmitter, NotificationConstructorOptions>();

export class NotificationDouble extends EventEmitter {
  static isSupported(): boolean {
    return support.notifications;
  }

  readonly title: string;
  readonly body: string;

  constructor(options: NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    notificationOptions.set(this, options);
  }

  show(): void {
    notifications.push(this);
    this.emit('show', {});
  }

  close(): void {
    this.emit('close', {});
  }
}

onRestart(() => {
  trays.length = 0;
  notifications.length = 0;
  support.notifications = true;
});
