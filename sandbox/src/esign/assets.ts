import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sendAsset } from '../platform/assets.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.mjs': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}
const OWN = fileURLToPath(new URL('./page/assets', import.meta.url))
const PDFJS = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const FIGTREE = path.dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/package.json')))

/**
 * Style, scripts and fonts of the signing page, under /esign/assets. The list of files is fixed at the start and URLs
 * are looked up in it, so a URL never becomes a file path.
 */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  const files = new Map<string, string>([
    ['figtree.woff2', path.join(FIGTREE, 'files/figtree-latin-wght-normal.woff2')],
    // The legacy build also supports browsers that are some years old.
    ['pdfjs/pdf.mjs', path.join(PDFJS, 'legacy/build/pdf.min.mjs')],
    ['pdfjs/pdf.worker.mjs', path.join(PDFJS, 'legacy/build/pdf.worker.min.mjs')],
  ])
  await addFolder('', OWN)
  await addFolder('pdfjs/standard_fonts/', path.join(PDFJS, 'standard_fonts'))
  await addFolder('pdfjs/cmaps/', path.join(PDFJS, 'cmaps'))

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const file = files.get(request.params['*'])
    return sendAsset(request, reply, file, TYPES[path.extname(file ?? '')])
  })

  async function addFolder(prefix: string, folder: string): Promise<void> {
    for (const name of await readdir(folder)) files.set(prefix + name, path.join(folder, name))
  }
}
