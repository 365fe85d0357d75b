import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Few files for what pages are made of: a request costs the browser more than the script of a small part. What the first screen needs
 * comes in one; the controls that several of the other pages share, in a second.
 */
const chunks = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  {
    name: 'controls',
    test: /node_modules\/(@base-ui|@floating-ui|@tanstack|lucide-react)\/|\/renderer\/(ui|api|actions)\//,
    minShareCount: 2,
  },
  // What draws formulas is many small modules, needed all at once.
  { name: 'formulas', test: /node_modules\/(mathjax-full|mhchemparser)\// },
];

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
    // One stylesheet, which comes with the page. Those of single parts would be asked for once: a part that is loaded after the service was
    // away would stand without its styles.
    cssCodeSplit: false,
    // All of them know light-dark(), which the themes are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    // What the page is made of, and under which terms: settings show it.
    license: { fileName: 'licenses.json' },
  },
});
