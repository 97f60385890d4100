import { readFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { filesOf, type Manifest, routeParts } from './route-parts.ts'

const dist = new URL('../dist/', import.meta.url)
/** Maximum bytes of script that a screen may need before it is usable; styles are counted separately. */
const loginLimit = 100_000
const otherLimit = 150_000
/** Maximum bytes of everything that the console of the staff consists of, with its styles and its page. */
const consoleLimit = 180_000
/** The scripts of public/ that the server puts into every page, where they are compressed together. */
const inline = ['first-paint.js', 'first-calls.js', 'first-balance.js', 'start-app.js']

type Packed = { brotli: number; gzip: number }
const none: Packed = { brotli: 0, gzip: 0 }
const plus = (a: Packed, b: Packed): Packed => ({ brotli: a.brotli + b.brotli, gzip: a.gzip + b.gzip })

const known = new Map<string, Packed>()
async function packed(file: string): Promise<Packed> {
  const before = known.get(file)
  if (before) return before
  const sizes = pack(await readFile(new URL(file, dist)))
  known.set(file, sizes)
  return sizes
}
const pack = (bytes: Buffer): Packed => ({
  brotli: brotliCompressSync(bytes).length,
  gzip: gzipSync(bytes, { level: 9 }).length,
})
const inlined = pack(Buffer.concat(await Promise.all(inline.map((file) => readFile(new URL(file, dist))))))

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8')) as Manifest
const inKilobytes = ({ brotli, gzip }: Packed) =>
  `${(brotli / 1000).toFixed(1)} kB brotli, ${(gzip / 1000).toFixed(1)} kB gzip`
const verbose = process.argv.includes('--files')
for (const [address, modules] of Object.entries(routeParts)) {
  let script = inlined
  let style = none
  for (const file of filesOf(manifest, modules)) {
    const sizes = await packed(file)
    if (verbose) console.log(`  ${file.padEnd(44)} ${sizes.brotli} B brotli, ${sizes.gzip} B gzip`)
    if (file.endsWith('.css')) style = plus(style, sizes)
    else script = plus(script, sizes)
  }
  const limit = address === '/login' ? loginLimit : otherLimit
  console.log(
    `${address.padEnd(32)} script ${inKilobytes(script)} (limit ${limit / 1000} kB); styles ${inKilobytes(style)}`,
  )
  // Browsers that support only gzip are the worst case, so the limit applies to gzip.
  if (script.gzip > limit) {
    console.error(`${address} needs ${(script.gzip - limit) / 1000} kB of script more than its limit.`)
    process.exitCode = 1
  }
}

const consoleDist = new URL('.console/', dist)
const consoleManifest = JSON.parse(
  await readFile(new URL('.vite/manifest.json', consoleDist), 'utf8'),
) as Manifest
const consoleFiles = new Set(Object.values(consoleManifest).flatMap(({ file, css = [] }) => [file, ...css]))
let whole = none
for (const file of ['index.html', ...consoleFiles].filter((name) => /\.(html|js|css)$/.test(name))) {
  const sizes = pack(await readFile(new URL(file, consoleDist)))
  if (verbose) console.log(`  ${file.padEnd(44)} ${sizes.brotli} B brotli, ${sizes.gzip} B gzip`)
  whole = plus(whole, sizes)
}
console.log(`${'/console, all of it'.padEnd(32)} ${inKilobytes(whole)} (limit ${consoleLimit / 1000} kB)`)
if (whole.gzip > consoleLimit) {
  console.error(`The console needs ${(whole.gzip - consoleLimit) / 1000} kB more than its limit.`)
  process.exitCode = 1
}
