import { expect, test } from 'vitest';
import { fittedSize, wantedSize, type ShownSize } from '../../../main/features/exports/picture-size.ts';

const natural = { width: 400, height: 200 };
const room = { width: 450, height: 600 };

test.each<[string, Readonly<Record<string, string>>, ShownSize]>([
  ['its own', {}, { width: 300, height: 150 }],
  ['the width that is asked for, in its shape', { width: '100' }, { width: 75, height: 37.5 }],
  ['the height that is asked for, in its shape', { height: '100px' }, { width: 150, height: 75 }],
  ['both', { width: '80', height: '80' }, { width: 60, height: 60 }],
  ['a part of the room', { width: '50%' }, { width: 225, height: 112.5 }],
  ['no more than the room, in the shape that is asked for', { width: '1200', height: '300' }, { width: 450, height: 112.5 }],
])('a picture has %s', (_, attributes, size) => {
  expect(fittedSize(natural, wantedSize(attributes), room)).toEqual(size);
});
