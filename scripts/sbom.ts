import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { product, readSbom } from './sbom/read-sbom.ts'

// `npm run sbom [-- FILE]`: the software bill of materials of a release, CycloneDX as JSON, from package-lock.json.

const file = path.resolve(
  process.argv[2] ??
    path.join(import.meta.dirname, '..', '.cache', `${product.name}-${product.version}.cdx.json`),
)
const sbom = readSbom()
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${sbom.components.length} components of ${product.name} ${product.version} in ${file}`)
