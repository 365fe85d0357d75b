/** The kinds of which there are small pictures. SVG is not among them: it can refer to other files, and browsers scale it themselves. */
export const smallPictureTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp']);
