// How large a picture is shown: by its own measures, or by those that HTML gives it.

/** CSS pixels, or hundredths of the room that there is. */
interface PictureLength {
  readonly value: number;
  readonly unit: 'px' | '%';
}

/** What HTML says. Null follows from the other one and the picture's shape. */
export interface WantedSize {
  readonly width: PictureLength | null;
  readonly height: PictureLength | null;
}

export interface ShownSize {
  readonly width: number;
  readonly height: number;
}

/** Points of a CSS pixel. */
const pixel = 0.75;

/** A length as the attributes `width` and `height` have it, or as CSS in pixels and per cent does; null for any other. */
function lengthOf(text: string | undefined): PictureLength | null {
  const [, number = '', unit = ''] = /^\s*(\d{1,5}(?:\.\d+)?)\s*(px|%)?/i.exec(text ?? '') ?? [];
  return Number(number) > 0 ? { value: Number(number), unit: unit === '%' ? '%' : 'px' } : null;
}

/** The measures of an `img`: its style counts before its attributes. */
export function wantedSize(attributes: Readonly<Record<string, string>>): WantedSize | null {
  const property = (name: string): string | undefined =>
    new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*(\\d+(?:\\.\\d+)?(?:px|%))\\s*(?:;|$)`, 'i').exec(attributes['style'] ?? '')?.[1];
  const width = lengthOf(property('width') ?? attributes['width']);
  // Of a height that is not known there are no parts.
  const height = lengthOf(property('height') ?? attributes['height']);
  const known = height?.unit === '%' ? null : height;
  return width === null && known === null ? null : { width, height: known };
}

function pointsOf(length: PictureLength | null, room: number): number | null {
  if (length === null) return null;
  return length.unit === '%' ? (room * Math.min(length.value, 100)) / 100 : length.value * pixel;
}

/** In points, within this room; what is too large for it is made smaller in its shape. `natural` is in CSS pixels. */
export function fittedSize(natural: ShownSize, wanted: WantedSize | null, room: ShownSize): ShownSize {
  const asked = pointsOf(wanted?.width ?? null, room.width);
  const high = pointsOf(wanted?.height ?? null, room.height);
  const shape = natural.width / natural.height;
  const width = asked ?? (high === null ? natural.width * pixel : high * shape);
  const height = high ?? width / shape;
  const scale = Math.min(1, room.width / width, room.height / height);
  return { width: width * scale, height: height * scale };
}
