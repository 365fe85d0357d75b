// What begins or rings, told by the operating system.

import { Notification } from 'electron';
import type { Event } from '../contract/events.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The user has clicked it. */
  readonly open: () => void;
  /** The user wants to be told again in ten minutes; null where that is not offered. */
  readonly snooze: (() => void) | null;
}

/** Between which times of day it lasts, and where. Pure. */
export function noticeBody({ startTime, endTime, location }: Pick<Event, 'startTime' | 'endTime' | 'location'>): string {
  const span = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).formatRange(new Date(startTime), new Date(endTime));
  return location === null || location.trim() === '' ? span : `${span}\n${location}`;
}

/** Whether this system can show any. */
export const canNotify = (): boolean => Notification.isSupported();

export class Notices {
  /** One without a reference is collected, and its clicks with it. */
  readonly #shown = new Set<Notification>();

  show({ title, body, open, snooze }: Notice): void {
    if (!canNotify()) return;
    const notification = new Notification({
      title,
      body,
      // macOS and Windows show it; elsewhere the notification itself is all there is to click.
      ...(snooze === null ? {} : { actions: [{ type: 'button', text: 'Remind Me in 10 Minutes' }] }),
    });
    this.#shown.add(notification);
    const done = (): void => {
      this.#shown.delete(notification);
    };
    notification.on('click', () => {
      done();
      open();
    });
    notification.on('action', () => {
      done();
      snooze?.();
    });
    notification.on('close', done);
    notification.on('failed', done);
    notification.show();
  }
}

/** One without a reference is collected before it is seen. */
let shown: Notification | null = null;

/** Tells, once for each version, that an update is ready. */
export function tellUpdate(version: string): void {
  if (!Notification.isSupported()) return;
  shown = new Notification({ title: `Daybook ${version} is ready`, body: 'It is installed when you quit Daybook.' });
  shown.on('close', () => {
    shown = null;
  });
  shown.show();
}
