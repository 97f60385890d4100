import { spawnSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'

export interface ServerUser {
  uid: number
  gid: number
  /** The ids that spawn() needs to run as that user; empty if it is the current user. */
  ids: { uid?: number; gid?: number }
}

const NOBODY = 65_534

/**
 * The user for the server. postgres refuses to run as the superuser, so a superuser's server runs as `nobody`, or as
 * the owner of an existing cluster if that is another user.
 */
export function serverUser(clusterOwner: { uid: number; gid: number } | null): ServerUser {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  if (uid !== 0) return { uid, gid, ids: {} }
  const target =
    clusterOwner !== null && clusterOwner.uid !== 0
      ? clusterOwner
      : { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
  return { ...target, ids: { ...target } }
}

/** The owner of a folder, or null if it does not exist. */
export function ownerOf(folder: string): { uid: number; gid: number } | null {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat === undefined ? null : { uid: stat.uid, gid: stat.gid }
}

/**
 * The first folder on the path to `target` (included) that the user may not pass through, or null. Missing parts of the
 * path count as passable, because the launcher creates them itself.
 */
export function firstClosedFolder(target: string, user: ServerUser): string | null {
  if (user.uid === 0) return null
  let existing = path.resolve(target)
  while (statSync(existing, { throwIfNoEntry: false }) === undefined) existing = path.dirname(existing)
  const way: string[] = []
  for (let at = realpathSync(existing); ; at = path.dirname(at)) {
    way.unshift(at)
    if (at === path.dirname(at)) break
  }
  return way.find((folder) => !mayEnter(folder, user)) ?? null
}

function mayEnter(folder: string, user: ServerUser): boolean {
  const stat = statSync(folder)
  if (!stat.isDirectory()) return true
  if (stat.uid === user.uid) return (stat.mode & 0o100) !== 0
  if (stat.gid === user.gid) return (stat.mode & 0o010) !== 0
  return (stat.mode & 0o001) !== 0
}

function idOfNobody(flag: '-u' | '-g'): number {
  const answer = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
  const id = Number.parseInt(answer.stdout ?? '', 10)
  return Number.isInteger(id) && id > 0 ? id : NOBODY
}
