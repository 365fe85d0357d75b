// Pictures without a ground of their own, such as drawings and formulas: what is drawn in black cannot be seen on a dark page.

/** The side of the square in which a picture is looked at, in pixels. */
const side = 32;
/** Less than this share of a picture is no ground: round corners, and the shadows around windows. */
const minGround = 0.25;
/** The luminance, from 0 to 1, below which ink is lost on a dark page, and above which it is lost on a light one. */
const lost = { onDark: 0.06, onLight: 0.7 } as const;

/** Marks a picture that has been read by the ink that it is drawn in, where its ground can be seen through; `base.css` gives it one. */
export function markInk(picture: HTMLImageElement): void {
  const ink = inkOf(picture);
  if (ink === null) delete picture.dataset['ink'];
  else picture.dataset['ink'] = ink;
}

function inkOf(picture: HTMLImageElement): 'dark' | 'light' | null {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  try {
    context.drawImage(picture, 0, 0, side, side);
    return inkIn(context.getImageData(0, 0, side, side).data);
  } catch {
    // A picture that a page may not look into.
    return null;
  }
}

/** The ink of pixels of four bytes each: red, green, blue, opacity. Null where there is no ground to be seen, or the ink is seen on any. */
export function inkIn(pixels: Uint8ClampedArray): 'dark' | 'light' | null {
  let [opacity, light] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    opacity += alpha;
    light += alpha * (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue));
  }
  const isOpaque = opacity > (1 - minGround) * 255 * (pixels.length / 4);
  if (isOpaque || opacity === 0) return null;
  const luminance = light / opacity;
  if (luminance < lost.onDark) return 'dark';
  return luminance > lost.onLight ? 'light' : null;
}

/** How much light a channel of sRGB gives, nearly enough. */
const linear = (value: number): number => (value / 255) ** 2.2;
