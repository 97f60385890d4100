import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** By version, the SHA-256 of each migration that a release has, by file name. */
export type Released = Record<string, Record<string, string>>

/** Where the hashes of released migrations are kept, from the root of the tree. */
export const releasedFile = 'server/migrations/released.json'

/** The SHA-256 of each migration of a tree, in order. */
export function hashMigrations(root: string): Record<string, string> {
  const folder = path.join(root, 'server/migrations')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ]),
  )
}

export function readReleased(root: string): Released {
  const file = path.join(root, releasedFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Released) : {}
}

/** Notes the migrations of this tree as those of a version, before it is tagged. */
export function recordMigrations(root: string, version: string): void {
  const released = { ...readReleased(root), [version]: hashMigrations(root) }
  writeFileSync(path.join(root, releasedFile), `${JSON.stringify(released, null, 2)}\n`)
}

/**
 * What is wrong with the migrations of a tree: a released one was changed or removed, one was put before released
 * ones, or the version itself has others than it was recorded with.
 * @param version that of the tree
 * @param complete whether the version must be recorded with all migrations, as it must before it is tagged
 */
export function migrationFaults(
  released: Released,
  there: Readonly<Record<string, string>>,
  { version, complete }: { version: string; complete: boolean },
): string[] {
  const names = Object.keys(there)
  const faults = Object.entries(released).flatMap(([release, hashes]) => {
    const theirs = Object.keys(hashes)
    const changed = theirs
      .filter((name) => there[name] !== hashes[name])
      .map(
        (name) =>
          `${name} is not as ${release} has it: a released migration never changes, add a new one instead`,
      )
    const between = names
      .slice(0, theirs.length)
      .filter((name) => !(name in hashes))
      .map((name) => `${name} comes before the last migration of ${release}: give it the next number`)
    return [...changed, ...between]
  })
  if (!complete) return faults
  const own = released[version]
  if (own === undefined)
    return [...faults, `the migrations of ${version} are not recorded: npm run release -- --record`]
  const missing = names.filter((name) => !(name in own))
  return [
    ...faults,
    ...missing.map((name) => `${name} is not recorded for ${version}: npm run release -- --record`),
  ]
}
