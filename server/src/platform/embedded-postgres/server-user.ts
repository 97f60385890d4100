import { spawnSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** The user as whom the server runs: null ids when that is simply the user we are. */
export interface ServerUser {
  uid: number
  gid: number
  /** What spawn() needs to become that user; empty when we are him already. */
  ids: { uid?: number; gid?: number }
}

const NOBODY = 65_534

/**
 * postgres refuses to run as the superuser, so a superuser's server runs as nobody; or, for a cluster that exists
 * and belongs to somebody else than the superuser, as its owner.
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

/** Owner of a folder, or null where there is none. */
export function ownerOf(folder: string): { uid: number; gid: number } | null {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat === undefined ? null : { uid: stat.uid, gid: stat.gid }
}

/**
 * The first folder on the way to `target` (itself included) through which the user may not pass, or null.
 * Parts of the way that do not exist yet count as passable: we make them ourselves.
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
