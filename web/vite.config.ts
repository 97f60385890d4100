import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'

export default defineConfig({
  base: '/lender/',
  plugins: [react(), tailwind(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    // light-dark() is kept as it is: lightningcss would otherwise double every token.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: the content security policy of the server allows no data: fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every first screen needs is one file, instead of a handful of small ones on the way to it.
          groups: [
            {
              name: 'core',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\/|web\/src\/(api|session)\/[a-z-]+\.ts$|web\/src\/(config|paths)\.ts|web\/src\/ui\/(cx|spinner|toast|loader-store|global-loader)/,
            },
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
