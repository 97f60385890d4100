import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildPrerender } from './scripts/build-prerender.ts'
import { chunks } from './scripts/chunks.ts'
import { keepFormer } from './scripts/keep-former.ts'
import { leanRouter } from './scripts/lean-router.ts'
import { minifyPublic } from './scripts/minify-public.ts'
import { precompress } from './scripts/precompress.ts'

export default defineConfig({
  base: '/lender/',
  plugins: [react(), tailwind(), leanRouter(), buildPrerender(), minifyPublic(), precompress(), keepFormer()],
  build: {
    outDir: 'dist',
    // The build does not empty its folder: files of earlier builds are removed after a week by keep-former.ts.
    emptyOutDir: false,
    sourcemap: false,
    manifest: true,
    // These browsers support light-dark(); for older ones lightningcss would replace it by two values for every token.
    // Tailwind needs Firefox 128.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files, because the content security policy of the server allows no data: fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': 'http://localhost:3000', '/lender/config.json': 'http://localhost:3000' },
  },
})
