import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { authorityFilesIn, lastStepOf } from './authority.ts'
import { certificateFilesIn, daysLeft, readCertificate } from './certificates.ts'
import { nodeNames } from './layout.ts'
import { authorityFolder, certificateFolderOf, requireRendered } from './rendered.ts'
import { isReplacementOpen } from './replace-folders.ts'

/** A certificate that ends within so many days has to be renewed. */
export const warningDays = 60

/** The certificates of a rendered folder, and what is wrong with them. */
export type Expiry = { lines: string[]; faults: string[] }

export const lastDay = ({ validTo }: X509Certificate): string => new Date(validTo).toISOString().slice(0, 10)

/**
 * Lists the certificates of a folder that `render` wrote with their last days.
 * @throws a sentence where the folder is no such one
 */
export function listCertificates(out: string, now: Date): Expiry {
  if (isReplacementOpen(out))
    return { lines: [], faults: ['A renewal was interrupted: run "renew", which finishes it.'] }
  requireRendered(out)
  const { current, next, former } = authorityFilesIn(path.join(out, authorityFolder))
  const authorities = [current.certificate, next.certificate, former].filter((file) => existsSync(file))
  const nodes = nodeNames.map((name) => certificateFilesIn(path.join(out, certificateFolderOf(name))))
  const files = [...authorities, ...nodes.map(({ certificate }) => certificate)]
  const certificates = files.map((file) => ({ name: path.relative(out, file), read: readCertificate(file) }))
  const step = lastStepOf(path.join(out, authorityFolder))
  return {
    lines: [
      ...certificates.map(({ name, read }) => {
        const days = daysLeft(read, now)
        return `  ${name.padEnd(24)} ${lastDay(read)}  ${days < 0 ? 'has ended' : `${days} days`}`
      }),
      ...(step === null ? [] : [`The authority is being replaced: the last step was "--authority ${step}".`]),
    ],
    faults: [
      ...certificates
        .filter(({ read }) => daysLeft(read, now) < warningDays)
        .map(({ name, read }) => `${name} ends on ${lastDay(read)}, within ${warningDays} days.`),
      ...nodes.flatMap((node) => brokenPair(node)),
    ],
  }
}

/** What is wrong with a node's files, beyond their last day. */
function brokenPair({ certificate, key, authority }: ReturnType<typeof certificateFilesIn>): string[] {
  const read = readCertificate(certificate)
  const trusted = readFileSync(authority, 'utf8')
    .split(/(?=-----BEGIN CERTIFICATE-----)/)
    .map((pem) => new X509Certificate(pem))
  return [
    ...(trusted.some((one) => read.checkIssued(one) && read.verify(one.publicKey))
      ? []
      : [`${certificate} was issued by no authority that ${authority} names.`]),
    ...(read.checkPrivateKey(createPrivateKey(readFileSync(key)))
      ? []
      : [`${key} is not the key of ${certificate}.`]),
  ]
}
