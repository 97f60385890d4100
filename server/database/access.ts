import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { applicationRole } from '../src/platform/db/application-role.ts'
import { SUPERUSER } from './postmaster.ts'
import type { ServerUser } from './server-user.ts'

const map = 'pematang'
const roles = [SUPERUSER, applicationRole]

/**
 * Writes which users of this machine may connect: those who own the installation, and no others, even if they can reach
 * the socket. The kernel identifies the user at the other end (peer authentication), so no password is stored. For a
 * superuser's installation the server runs as `nobody`, and only the superuser may connect. A data folder of an older
 * version, which trusted every user, is restricted in the same way.
 *
 * @returns whether anything was changed, so that a running server must reload it
 */
export function writeAccess(cluster: string, user: ServerUser): boolean {
  const owner = statSync(path.dirname(cluster)).uid
  const names = [...new Set([owner, process.getuid?.() ?? owner, 0])].map(nameOf)
  const known = names.flatMap((name) => roles.map((role) => `${map} "${name}" ${role}`))
  const changed = [
    replaceFile(path.join(cluster, 'pg_ident.conf'), `# made at each start\n${known.join('\n')}\n`, user),
    replaceFile(
      path.join(cluster, 'pg_hba.conf'),
      `# made at each start\nlocal all all peer map=${map}\n`,
      user,
    ),
  ]
  return changed.includes(true)
}

/** The name of the operating system user with this id, by which PostgreSQL identifies a connection. */
function nameOf(uid: number): string {
  const answer = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' })
  const name = answer.stdout?.trim() ?? ''
  return answer.status === 0 && name !== '' ? name : uid === 0 ? 'root' : String(uid)
}

function replaceFile(file: string, text: string, user: ServerUser): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false
  const draft = `${file}.draft-${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  if (user.ids.uid !== undefined) chownSync(draft, user.uid, user.gid)
  renameSync(draft, file)
  return true
}
