// Events that begin, told by the operating system.

import { Notification } from 'electron';
import type { Event } from '../contract/events.ts';

export interface EventNotificationOptions {
  readonly open: (event: Event) => void;
  readonly snooze: (event: Event) => void;
}

/** Between which times of day it lasts, and where. Pure. */
export function bodyOf({ startTime, endTime, location }: Pick<Event, 'startTime' | 'endTime' | 'location'>): string {
  const span = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).formatRange(new Date(startTime), new Date(endTime));
  return location === null || location.trim() === '' ? span : `${span}\n${location}`;
}

export class EventNotifications {
  readonly #options: EventNotificationOptions;
  /** One without a reference is collected, and its clicks with it. */
  readonly #shown = new Set<Notification>();

  constructor(options: EventNotificationOptions) {
    this.#options = options;
  }

  tell(event: Event): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({
      title: event.title,
      body: bodyOf(event),
      // macOS and Windows show it; elsewhere the notification itself is all there is to click.
      actions: [{ type: 'button', text: 'Remind Me in 10 Minutes' }],
    });
    this.#shown.add(notification);
    const done = (): void => {
      this.#shown.delete(notification);
    };
    notification.on('click', () => {
      done();
      this.#options.open(event);
    });
    notification.on('action', () => {
      done();
      this.#options.snooze(event);
    });
    notification.on('close', done);
    notification.on('failed', done);
    notification.show();
  }
}
