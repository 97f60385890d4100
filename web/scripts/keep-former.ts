import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const days = 7
const dayMilliseconds = 24 * 60 * 60 * 1_000

/**
 * Keeps the files of earlier builds beside the new ones for a week, so that a page opened before a release can still
 * load the code of its other screens. Vite itself would empty the folder.
 * @param now milliseconds since 1970; for tests
 */
export function keepFormer(now: () => number = Date.now): Plugin {
  let outDir = 'dist'
  return {
    name: 'keep-former',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async writeBundle(_, bundle) {
      const assets = join(outDir, 'assets')
      if (!existsSync(assets)) return
      const made = new Set(Object.keys(bundle))
      for (const name of await readdir(assets)) {
        const path = join(assets, name)
        if (made.has(`assets/${name.replace(/\.(br|gz)$/, '')}`)) continue
        if (now() - (await stat(path)).mtimeMs > days * dayMilliseconds) await rm(path)
      }
    },
  }
}
