import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Lock } from '../lock/lock.ts'
import { productSbom, type Sbom } from './product-sbom.ts'

const own = path.resolve(import.meta.dirname, '../..')
const readJson = (root: string, file: string): unknown =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8'))

export const product = readJson(own, 'package.json') as { name: string; version: string }

/** The software bill of materials of what a tree ships, from its package-lock.json. */
export function readSbom(root = own): Sbom {
  const npm = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (npm.status !== 0) throw new Error(`npm sbom: ${npm.stderr}`)
  return productSbom(JSON.parse(npm.stdout) as Sbom, readJson(root, 'package-lock.json') as Lock, product)
}
