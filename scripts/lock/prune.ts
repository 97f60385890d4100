import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './lock.ts'
import { addAddresses, pruneLock } from './prune-lock.ts'

// `npm run lock` after every change of dependencies. npm writes an optional package of another platform into the lock
// without its hash if its registry does not have it (a mirror often has one platform only). This script removes such
// packages: for such a platform the lock must be created with a registry that has them. It also writes the addresses of packages
// that are asked for by a tag.

const file = join(import.meta.dirname, '../../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
const left = pruneLock(lock)
addAddresses(lock)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  left.length === 0
    ? 'Every package in the lock has its hash.'
    : `Left out ${left.length}: ${left.join(', ')}`,
)
