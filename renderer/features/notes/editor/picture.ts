// Pictures become a part of the note itself, so they must be small.

/** How many bytes of a note a picture may take. */
export const largestPicture = 512 * 1024;
/** Larger ones are made smaller until this is their longer side, in pixels. */
const maxSides = [2_000, 1_400, 900] as const;
const known = /^image\/(?:png|jpeg|gif|webp)$/;

/** A data: address with the picture, made smaller where necessary; null if it is none, or cannot be made small enough. */
export async function readPicture(file: Blob): Promise<string | null> {
  if (known.test(file.type) && file.size <= largestPicture) return dataAddress(file);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  try {
    for (const side of maxSides) {
      const smaller = await shrink(bitmap, side);
      if (smaller !== null && smaller.size <= largestPicture) return await dataAddress(smaller);
    }
    return null;
  } finally {
    bitmap.close();
  }
}

async function shrink(bitmap: ImageBitmap, side: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
  return known.test(blob.type) ? blob : null;
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      resolve(reader.result as string);
    });
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('The picture cannot be read'));
    });
    reader.readAsDataURL(blob);
  });
}
