import { describe, expect, it } from 'vitest';
import { inkIn } from '../../../renderer/ui/picture-ink.ts';

type Pixel = readonly [red: number, green: number, blue: number, opacity: number];

const clear: Pixel = [0, 0, 0, 0];
const black: Pixel = [0, 0, 0, 255];
const white: Pixel = [255, 255, 255, 255];

const pixels = (...parts: readonly (readonly [amount: number, pixel: Pixel])[]): Uint8ClampedArray =>
  new Uint8ClampedArray(parts.flatMap(([amount, pixel]) => Array.from({ length: amount }, () => pixel).flat()));

describe('the ink of a picture', () => {
  it.each([
    [
      'black lines without a ground',
      [
        [90, clear],
        [10, black],
      ],
      'dark',
    ],
    [
      'white lines without a ground',
      [
        [90, clear],
        [10, white],
      ],
      'light',
    ],
    [
      'blue ones',
      [
        [90, clear],
        [10, [20, 30, 160, 255]],
      ],
      'dark',
    ],
    [
      'a half of opaque ones',
      [
        [50, clear],
        [50, [0, 0, 0, 128]],
      ],
      'dark',
    ],
    [
      'red, which is seen on any page',
      [
        [90, clear],
        [10, [221, 51, 51, 255]],
      ],
      null,
    ],
    [
      'black lines on white',
      [
        [90, white],
        [10, black],
      ],
      null,
    ],
    [
      'a dark window with a shadow and round corners',
      [
        [10, clear],
        [10, [0, 0, 0, 60]],
        [80, [30, 30, 32, 255]],
      ],
      null,
    ],
    ['nothing', [[100, clear]], null],
  ] as const)('%s', (_name, parts, ink) => {
    expect(inkIn(pixels(...parts))).toBe(ink);
  });
});
