import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Lock } from './lock/lock.ts'
import { productSbom, type Sbom } from './sbom/product-sbom.ts'

// `npm run sbom [-- FILE]`: the software bill of materials of a release, CycloneDX as JSON, from package-lock.json.

const root = path.resolve(import.meta.dirname, '..')
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const product = readJson('package.json') as { name: string; version: string }
const file = path.resolve(
  process.argv[2] ?? path.join(root, '.cache', `${product.name}-${product.version}.cdx.json`),
)

const npm = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
if (npm.status !== 0) throw new Error(`npm sbom: ${npm.stderr}`)
const sbom = productSbom(JSON.parse(npm.stdout) as Sbom, readJson('package-lock.json') as Lock, product)
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${sbom.components.length} components of ${product.name} ${product.version} in ${file}`)
