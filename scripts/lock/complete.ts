import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLock, type Lock } from './complete-lock.ts'

// `npm run lock` after every change of dependencies. npm leaves an optional package of another platform out of the
// lock where the registry it asks does not have it (a mirror often has one platform only), and then refuses its own
// lock at `npm ci`. This writes what is missing.

const file = join(import.meta.dirname, '../../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
const added = completeLock(lock)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'The lock is complete.' : `Added ${added.length}: ${added.join(', ')}`)
