import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

/**
 * Builds `prerender.tsx` into a folder of the build that browsers cannot request: the server renders its pages with it.
 */
export function buildPrerender(): Plugin {
  let root = '.'
  let outDir = 'dist'
  return {
    name: 'build-prerender',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      await build({
        root,
        base: '/lender/',
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [react()],
        // React chooses between its two builds at load time. This fixes the production build, because the server may
        // run in either mode.
        define: { 'process.env.NODE_ENV': '"production"' },
        // Bundles everything except what is rendered only in a browser.
        ssr: { noExternal: true, external: ['pdfjs-dist', 'react-day-picker'] },
        build: {
          ssr: join(root, 'scripts/prerender.tsx'),
          outDir: join(outDir, '.prerender'),
          emptyOutDir: true,
          rolldownOptions: {
            output: { entryFileNames: 'prerender.mjs', chunkFileNames: '[name]-[hash].mjs' },
          },
        },
      })
    },
  }
}
