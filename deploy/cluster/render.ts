import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { issueCertificate, makeAuthority } from './certificates.ts'
import { trustOf } from './authority.ts'
import type { Layout } from './layout.ts'
import { nodeFiles } from './node-files.ts'
import { makeSecrets } from './secrets.ts'

/**
 * Writes the configuration of every node, for real machines or containers, with new passwords.
 * @throws if the folder exists: its passwords may be in use
 */
export async function render(layout: Layout, out: string): Promise<void> {
  if (existsSync(out))
    throw new Error(`${out} is there: its passwords may be in use, so name another folder.`)
  for (const { node, name, text } of nodeFiles(layout, makeSecrets())) {
    mkdirSync(path.join(out, node.name), { recursive: true, mode: 0o700 })
    writeFileSync(path.join(out, node.name, name), text, { mode: 0o600 })
  }
  const authority = path.join(out, 'authority')
  await makeAuthority(authority)
  for (const node of [...layout.databases, layout.backup])
    await issueCertificate(authority, node, path.join(out, node.name, 'tls'))
  for (const { name } of layout.applications) {
    mkdirSync(path.join(out, name, 'tls'), { mode: 0o700 })
    writeFileSync(path.join(out, name, 'tls/authority.pem'), trustOf(authority), { mode: 0o600 })
  }
}
