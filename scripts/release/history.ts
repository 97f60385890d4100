import { spawnSync } from 'node:child_process'

const git = (root: string, ...args: string[]): string | null => {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The tag of a version. */
export const tagOf = (version: string): string => `v${version}`

/** What is wrong with the history of a tree that is to be released: changes that are in no commit, or a tag elsewhere. */
export function historyFaults(root: string, version: string): string[] {
  const head = git(root, 'rev-parse', 'HEAD')
  if (head === null) return ['the tree has no history: release from a clone']
  const changed = (git(root, 'status', '--porcelain') ?? '').split('\n').filter((line) => line !== '')
  const tagged = git(root, 'rev-parse', '--verify', '--quiet', `refs/tags/${tagOf(version)}^{commit}`)
  return [
    ...(changed.length > 0 ? [`${changed.length} changes are in no commit`] : []),
    ...(tagged === null ? [`there is no tag ${tagOf(version)}: git tag ${tagOf(version)}`] : []),
    ...(tagged !== null && tagged !== head
      ? [`the tag ${tagOf(version)} is of another commit than HEAD`]
      : []),
  ]
}
