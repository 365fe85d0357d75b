// `screen`, `nativeTheme`, `powerMonitor`, `globalShortcut` and `nativeImage`: the machine around the app, as `control.state` describes it.

import type { CreateFromBitmapOptions, Display, GlobalShortcut, NativeTheme, Point, Rectangle, Screen, Size } from 'electron';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { app } from './app.ts';
import { onRestart, state } from './control.ts';
import { strict } from './strict.ts';

class ScreenDouble
  extends EventEmitter
  implements Pick<Screen, 'getAllDisplays' | 'getCursorScreenPoint' | 'getDisplayNearestPoint' | 'getPrimaryDisplay'>
{
  getAllDisplays(): Display[] {
    if (!app.isReady()) throw new Error('screen cannot be used before the app is ready');
    return state.displays.map((workArea, id) => ({ id, workArea, bounds: workArea }) as Display);
  }

  getPrimaryDisplay(): Display {
    const [primary] = this.getAllDisplays();
    if (primary === undefined) throw new Error('There is no display');
    return primary;
  }

  getCursorScreenPoint(): Point {
    const { x, y } = this.getPrimaryDisplay().workArea;
    return { x: x + 10, y: y + 10 };
  }

  getDisplayNearestPoint({ x, y }: Point): Display {
    const holds = (area: Rectangle): boolean => x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
    return this.getAllDisplays().find(({ workArea }) => holds(workArea)) ?? this.getPrimaryDisplay();
  }
}

const screenDouble = new ScreenDouble();
export const screen = strict('screen', screenDouble);

class ThemeDouble extends EventEmitter implements Pick<NativeTheme, 'shouldUseDarkColors'> {
  get shouldUseDarkColors(): boolean {
    return state.isDark;
  }
}

export const nativeTheme = strict('nativeTheme', new ThemeDouble());

const power = new EventEmitter();
export const powerMonitor = strict('powerMonitor', power);

const shortcuts = new Map<string, () => void>();

const key =
  /^(?:[A-Z0-9]|F\d{1,2}|Space|Tab|Plus|Return|Enter|Escape|Up|Down|Left|Right|Home|End|PageUp|PageDown|Delete|Backspace|Insert|[!-/:-@[-`{-~])$/i;
const modifier = /^(?:Command|Cmd|Control|Ctrl|CommandOrControl|CmdOrCtrl|Alt|Option|AltGr|Shift|Super|Meta)$/i;

function isAccelerator(text: string): boolean {
  const parts = text.split('+');
  return key.test(parts.at(-1) ?? '') && parts.slice(0, -1).every((part) => modifier.test(part));
}

export const globalShortcut = strict('globalShortcut', {
  register(accelerator, callback) {
    if (!app.isReady()) throw new Error('globalShortcut cannot be used before the app is ready');
    if (!isAccelerator(accelerator)) throw new TypeError(`Error processing argument at index 0, conversion failure from ${accelerator}`);
    if (state.takenShortcuts.includes(accelerator) || shortcuts.has(accelerator)) return false;
    shortcuts.set(accelerator, callback);
    return true;
  },
  unregister(accelerator) {
    shortcuts.delete(accelerator);
  },
  unregisterAll() {
    shortcuts.clear();
  },
  isRegistered: (accelerator) => shortcuts.has(accelerator),
} satisfies Partial<GlobalShortcut>);

/** Presses the keys, wherever the user is. */
export function press(accelerator: string): void {
  const callback = shortcuts.get(accelerator);
  if (callback === undefined) throw new Error(`There is no listener for ${accelerator}`);
  callback();
}

class ImageDouble {
  readonly #size: Size;

  constructor(size: Size) {
    this.#size = size;
  }

  isEmpty(): boolean {
    return this.#size.width === 0;
  }

  getSize(): Size {
    return this.#size;
  }
}

const empty: Size = { width: 0, height: 0 };

/** As Electron: what cannot be read is an empty image. */
function sizeOfPng(buffer: Buffer): Size {
  const isPng = buffer.length > 24 && buffer.subarray(1, 4).toString('latin1') === 'PNG';
  return isPng ? { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) } : empty;
}

export const nativeImage = strict('nativeImage', {
  createFromPath: (path: string) => strict('NativeImage', new ImageDouble(existsSync(path) ? sizeOfPng(readFileSync(path)) : empty)),
  createFromBitmap: (buffer: Buffer, { width, height }: CreateFromBitmapOptions) => {
    if (buffer.length !== width * height * 4) throw new Error('invalid buffer size');
    return strict('NativeImage', new ImageDouble({ width, height }));
  },
});

export type { ImageDouble };

onRestart(() => {
  shortcuts.clear();
  power.removeAllListeners();
  screenDouble.removeAllListeners();
});
