import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { authorityFilesIn } from './authority.ts'
import { certificateFilesIn, readCertificate } from './certificates.ts'
import { nodeNames } from './layout.ts'

// A folder that `render` wrote: one folder for each node, and that of the authority.

/** The folder of a node's certificate, relative to the rendered folder. */
export const certificateFolderOf = (name: string): string => path.join(name, 'tls')

/** Where a cluster that "up" started on this machine keeps what it is made of. */
export const stateFileIn = (folder: string): string => path.join(folder, 'pematang-cluster.json')
export const isClusterFolder = (folder: string): boolean => existsSync(stateFileIn(folder))

export const authorityFolder = 'authority'
/** The folders with all that belongs to certificates. */
export const certificateFolders: readonly string[] = [...nodeNames.map(certificateFolderOf), authorityFolder]

/** @throws a sentence where a folder was not written by `render`, or is incomplete */
export function requireRendered(out: string): void {
  if (isClusterFolder(out))
    throw new Error(
      `${out} is of a cluster that "up" started on this machine. Its certificates are made with it.`,
    )
  const needed = [
    ...nodeNames.flatMap((name) =>
      Object.values(certificateFilesIn(path.join(out, certificateFolderOf(name)))),
    ),
    authorityFilesIn(path.join(out, authorityFolder)).current.certificate,
  ]
  const missing = needed.find((file) => !existsSync(file))
  if (missing) throw new Error(`${out} is no folder that "render" wrote: ${missing} is missing.`)
}

/** @throws a sentence where a folder lacks the key of its authority, or has that of another one */
export function requireAuthorityKey(out: string): void {
  const { certificate, key } = authorityFilesIn(path.join(out, authorityFolder)).current
  if (!existsSync(key))
    throw new Error(`${key} is missing: put it back where it was rendered, for as long as this takes.`)
  if (!readCertificate(certificate).checkPrivateKey(createPrivateKey(readFileSync(key))))
    throw new Error(`${key} is not the key of ${certificate}.`)
}
