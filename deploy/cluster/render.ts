import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { issueCertificate, makeAuthority } from './certificates.ts'
import { type Layout, nodesOf } from './layout.ts'
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
  for (const node of nodesOf(layout))
    await issueCertificate(authority, node, path.join(out, node.name, 'tls'))
}
