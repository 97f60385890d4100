import path from 'node:path'

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/**
 * The folders whose tests are near a file: its own; of a rule of the contract also the room of that name on both sides;
 * of a migration that of the test which prepares every statement.
 */
const rooms = (folder: string): string[] => {
  if (folder === 'server/migrations') return ['server/testing/statements']
  const room = folder.startsWith('contract/src/') ? folder.slice('contract/src/'.length) : null
  return room === null ? [folder] : [folder, `server/src/${room}`, `web/src/features/${room}`]
}

/** The import paths of relative files and of the contract in a source text. */
const imported = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+|@pematang\/contract\/[^']+)'/g)].map(
    ([, specifier = '']) =>
      specifier.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), specifier)
        : `contract/src/${specifier.slice('@pematang/contract/'.length)}.ts`,
  )

/**
 * The tests near changed files: those in their folders, in the rooms of a changed rule of the contract, and those that
 * import a changed file. A test that imports it by way of others is left out, because every test of the server imports all
 * of the server by its fixture.
 * @param changed paths from the root
 * @param tests the texts of all test files by their path
 */
export function changedTests(changed: readonly string[], tests: ReadonlyMap<string, string>): string[] {
  const files = new Set(changed)
  const folders = new Set(
    changed
      .filter((file) => /\.(ts|tsx|sql|js)$/.test(file))
      .flatMap((file) => rooms(path.posix.dirname(file))),
  )
  return [...tests]
    .filter(
      ([test, text]) =>
        isTest(test) &&
        (folders.has(path.posix.dirname(test)) || imported(test, text).some((file) => files.has(file))),
    )
    .map(([test]) => test)
    .toSorted()
}
