import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('./renderer', import.meta.url)),
  base: '/',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    sourcemap: true,
    // The page's policy allows scripts, styles and fonts from its own server alone: nothing may become a data: address.
    assetsInlineLimit: 0,
    // All of them know light-dark(), which the themes are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // What the page is made of, and under which terms: settings show it.
    license: { fileName: 'licenses.json' },
  },
});
