import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildPrerender } from './scripts/build-prerender.ts'
import { keepFormer } from './scripts/keep-former.ts'
import { precompress } from './scripts/precompress.ts'

export default defineConfig({
  base: '/lender/',
  plugins: [react(), tailwind(), buildPrerender(), precompress(), keepFormer()],
  build: {
    outDir: 'dist',
    // Files of earlier builds are removed after a week: see keep-former.ts.
    emptyOutDir: false,
    sourcemap: false,
    manifest: true,
    // light-dark() is not transformed: lightningcss would otherwise double every token.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files, because the content security policy of the server allows no data: fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The code that every first screen needs is bundled in one file instead of several small ones.
          groups: [
            {
              name: 'core',
              test: /vite\/preload-helper|node_modules\/(react|react-dom|scheduler|react-router)\/|node_modules\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|context)\.|web\/src\/(api|session)\/[a-z-]+\.ts$|web\/src\/(config|paths)\.ts|web\/src\/shell\/logo\.tsx|web\/src\/ui\/(cx|spinner|toast|loader-store|global-loader|lazy-part|part-missing|empty|button|card|icon-button|field|text-field)/,
            },
            // The code shared by the screens behind the login is one file, because over HTTP/1.1 small files would
            // queue.
            {
              name: 'lender',
              test: /node_modules\/@tanstack\/|contract\/src\/format\/|web\/src\/(lists|lender)\/[a-z-]+\.tsx?$|web\/src\/ui\/(skeleton|count-text|progress-bar|tab-look|on-first-press|popover|menu|select|select-text|copy-button|money|search-field|facts|save-file|pagination|pagination-window|day-text|link-tabs|status-label|when-seen|filter-button|checkbox|use-draft)\.tsx?$|web\/src\/features\/notices\/state\.ts|web\/src\/shell\/(prefetch|query-client|screen-skeleton|top-bar-visibility)|lucide-react\/dist\/esm\/icons\/(triangle|x|chevron|circle|clock|search|bell|info|sun|moon|download|calendar|wallet|arrow|file-text)/,
            },
            // The result of a funding is a separate screen, without the dialogs that led to it.
            { name: 'funding-result', test: /features\/funding\/(funding-result|result-)/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': 'http://localhost:3000', '/lender/config.json': 'http://localhost:3000' },
  },
})
