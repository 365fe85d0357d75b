import type { Page } from '@playwright/test';

/** How far apart, from 0 to 255, the greens of the pixels of a PNG are; `picture`: its bytes as Base64. */
export function contrastIn(page: Page, picture: string): Promise<number> {
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (context === null) throw new Error('There is nothing to draw on');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const greens = data.filter((_value, index) => index % 4 === 1);
    return Math.max(...greens) - Math.min(...greens);
  }, picture);
}
