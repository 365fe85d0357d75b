// What the window shows until the service answers: Daybook's name on the colour of the theme.

/** The page's `--page` and `--muted` in renderer/ui/theme.css. */
const colours = { light: { page: '#ffffff', ink: '#62626a' }, dark: { page: '#18181a', ink: '#a9a9b2' } } as const;

/** The colour of a window before anything is painted. */
export function backgroundOf(isDark: boolean): string {
  return colours[isDark ? 'dark' : 'light'].page;
}

/** A page without any script, as a data: address: it needs neither the service nor the disk. */
export function splashUrl(isDark: boolean): string {
  const { page, ink } = colours[isDark ? 'dark' : 'light'];
  const style = `html{height:100%;background:${page};color:${ink};font:500 1.25rem system-ui,sans-serif}body{margin:0;height:100%;display:grid;place-items:center}`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Daybook</title><style>${style}</style><body><p role="status">Daybook is starting…</p>`)}`;
}
