// Where a window may stand: on a display that is there, and no larger than it. Pure.

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface WindowSize {
  readonly width: number;
  readonly height: number;
}

const defaultSize: WindowSize = { width: 1200, height: 800 };
export const smallestSize: WindowSize = { width: 480, height: 360 };

/** How much of the window's top must be seen for it to be found and moved, in pixels. */
const grip: WindowSize = { width: 120, height: 40 };

/**
 * The place for a window that stood at `saved` when it was closed. `areas` are the displays' work areas, the primary one first. Without a
 * place (nothing saved, or on a display that is gone) only a size comes back, and the system centres the window.
 */
export function placeOn(areas: readonly Rectangle[], saved: Rectangle | null): WindowSize & Partial<Rectangle> {
  const wanted = saved ?? defaultSize;
  const area = saved === null ? undefined : areas.find((one) => showsTop(one, saved));
  const room = area ?? areas[0] ?? { x: 0, y: 0, ...defaultSize };
  const size = {
    width: within(wanted.width, smallestSize.width, room.width),
    height: within(wanted.height, smallestSize.height, room.height),
  };
  return saved === null || area === undefined ? size : { x: saved.x, y: saved.y, ...size };
}

function showsTop(area: Rectangle, { x, y, width }: Rectangle): boolean {
  const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  // The title bar itself must not lie above the work area, nor be cut off below it.
  return seen >= Math.min(grip.width, width) && y >= area.y && y + grip.height <= area.y + area.height;
}

function within(value: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(value, most)));
}
