import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|mjs|css|svg|json)$/
const smallest = 1024
/** Folders whose names begin with a dot are read only by the server. */
const isHidden = /^\./

/**
 * Writes a `.br` and a `.gz` beside every text file of the build above 1 kB, so that the server sends the best
 * compression without computing it (the `preCompressed` option of @fastify/static). Pages are composed and compressed
 * by the server.
 */
export function precompress(): Plugin {
  let outDir = 'dist'
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true, withFileTypes: true })
      for (const file of files) {
        const path = join(file.parentPath, file.name)
        if (!file.isFile() || !compressible.test(file.name) || isHidden.test(relative(outDir, path))) continue
        // A hash in the name identifies the content, so the compressed file of an earlier build is still valid.
        if (file.parentPath.endsWith('assets') && existsSync(`${path}.br`) && existsSync(`${path}.gz`))
          continue
        const bytes = await readFile(path)
        if (bytes.length < smallest) continue
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        }
        await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }))
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
