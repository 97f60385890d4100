import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { minify, type Plugin } from 'vite'

/** Minifies the scripts of the public folder, which the server puts into every page. Vite only copies them. */
export function minifyPublic(): Plugin {
  let outDir = 'dist'
  return {
    name: 'minify-public',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      for (const name of await readdir(outDir)) {
        if (!name.endsWith('.js')) continue
        const path = join(outDir, name)
        const { code, errors } = await minify(name, await readFile(path, 'utf8'))
        if (errors.length > 0) throw new Error(`${name} could not be minified: ${errors[0]?.message}`)
        await writeFile(path, code)
      }
    },
  }
}
