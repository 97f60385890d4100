import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { keepFormer } from './scripts/keep-former.ts'
import { leanRouter } from './scripts/lean-router.ts'
import { precompress } from './scripts/precompress.ts'

const outDir = 'dist/.console'

/** The console's page is called `index.html` where it is served, and brings the icon of the lender's pages. */
const asIndex = (): Plugin => ({
  name: 'as-index',
  apply: 'build',
  async closeBundle() {
    const out = join(import.meta.dirname, outDir)
    await rename(join(out, 'console.html'), join(out, 'index.html'))
    await copyFile(join(import.meta.dirname, 'public/favicon.svg'), join(out, 'favicon.svg'))
  },
})

/**
 * The operator's console: a build of its own, in a folder that the lenders' server does not serve, so that it cannot
 * change a byte of what lenders load.
 */
export default defineConfig({
  base: '/console/',
  publicDir: false,
  plugins: [react(), tailwind(), leanRouter(), asIndex(), precompress(), keepFormer()],
  build: {
    outDir,
    emptyOutDir: false,
    sourcemap: false,
    manifest: true,
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'console.html' },
  },
  server: {
    port: 5174,
    proxy: { '/api/console': 'http://localhost:3001' },
  },
})
