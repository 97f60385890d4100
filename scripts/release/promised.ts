import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisedNames } from '../../server/testing/promised-names.ts'

/** By version, the names that it promises (docs/operating/promises.md). */
type Promised = Record<string, string[]>

const promisedFile = 'scripts/release/promised.json'

export function readPromised(root: string): Promised {
  const file = path.join(root, promisedFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Promised) : {}
}

/** Notes the names that a version promises, before it is tagged. */
export async function recordPromised(root: string, version: string): Promise<void> {
  const promised = { ...readPromised(root), [version]: await promisedNames(root) }
  writeFileSync(path.join(root, promisedFile), `${JSON.stringify(promised, null, 2)}\n`)
}

/**
 * What of the released versions is gone without notice: before 1.0.0 the changelog of the version names it, afterwards only
 * a major version takes away.
 */
export function promiseFaults(
  promised: Promised,
  there: readonly string[],
  { version, changelog }: { version: string; changelog: string },
): string[] {
  const major = (of: string) => of.split('.')[0]
  const [, own = ''] = changelog.split(/^## /m)
  const names = new Set(there)
  return Object.entries(promised)
    .filter(([release]) => release !== version && major(release) === major(version))
    .flatMap(([release, theirs]) =>
      theirs
        .filter((name) => !names.has(name))
        .filter((name) => major(version) !== '0' || !own.includes(`\`${name.split(' ').at(-1)}\``))
        .map((name) => `${name} of ${release} is gone`),
    )
}
