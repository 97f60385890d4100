import { readFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

const dist = new URL('../dist/', import.meta.url)
const limitBytes = 130_000

/**
 * The script and style files that the login route loads before it is complete: the entry and the login chunk,
 * with everything they import statically.
 * @throws Error when the manifest does not know one of the two
 */
function filesOfLogin(manifest: Manifest): Set<string> {
  const files = new Set<string>()
  const follow = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build manifest has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) follow(next)
  }
  follow('index.html')
  follow('src/routes/login.tsx')
  return files
}

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8')) as Manifest
let brotli = 0
let gzip = 0
for (const file of ['theme.js', ...filesOfLogin(manifest)]) {
  const bytes = await readFile(new URL(file, dist))
  const packed = { brotli: brotliCompressSync(bytes).length, gzip: gzipSync(bytes, { level: 9 }).length }
  brotli += packed.brotli
  gzip += packed.gzip
  console.log(`${file.padEnd(44)} ${packed.brotli} B brotli, ${packed.gzip} B gzip`)
}
// A browser that speaks only gzip is the slower case, so the limit holds for it.
console.log(`Login route: ${brotli / 1000} kB brotli, ${gzip / 1000} kB gzip; limit ${limitBytes / 1000} kB`)
if (gzip > limitBytes) {
  console.error(`The login route is ${(gzip - limitBytes) / 1000} kB over its limit.`)
  process.exitCode = 1
}
