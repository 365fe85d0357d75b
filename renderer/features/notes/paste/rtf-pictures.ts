// Pictures that office programs put on the clipboard: in the HTML they say only where each lies on their machine, in the RTF it is whole.

const picture = /\\(png|jpeg)blip(?:\\[a-z]+-?\d*)*\s*(?:\{\\\*\\blipuid\s*[\da-f]+\s*\})?\s*([\da-f][\da-f\s]*)\}/gi;

function base64(hex: string): string {
  const digits = hex.replace(/\s/g, '');
  let bytes = '';
  for (let at = 0; at + 1 < digits.length; at += 2) bytes += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16));
  return btoa(bytes);
}

/** The pictures of a text in RTF as addresses with their data, in its order. */
export function picturesOfRtf(rtf: string): readonly string[] {
  return [...rtf.matchAll(picture)].map(([, type = '', hex = '']) => `data:image/${type.toLowerCase()};base64,${base64(hex)}`);
}

const isOfFile = (address: string | null): boolean => /^file:/i.test(address ?? '');

/** Gives pictures that lie elsewhere what the RTF holds of them, where it holds as many. Says whether all have it. */
export function takePictures(body: Element, rtf: string): boolean {
  const found = [...body.querySelectorAll('img')].filter((each) => isOfFile(each.getAttribute('src')));
  if (found.length === 0) return true;
  const pictures = picturesOfRtf(rtf);
  if (pictures.length !== found.length) return false;
  for (const [index, each] of found.entries()) each.setAttribute('src', pictures[index] ?? '');
  return true;
}
