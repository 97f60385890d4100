import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { authorityFilesIn, type AuthorityStep, lastStepOf, trustOf, whyNot } from './authority.ts'
import { certificateFilesIn, daysLeft, issueFor, makeRoot, readCertificate } from './certificates.ts'
import { lastDay, warningDays } from './expiry.ts'
import { nodeNames } from './layout.ts'
import {
  authorityFolder,
  certificateFolderOf,
  certificateFolders,
  requireAuthorityKey,
  requireRendered,
} from './rendered.ts'
import { finishReplacement, isReplacementOpen, replaceFolders } from './replace-folders.ts'

/**
 * Makes new certificates for a folder that `render` wrote, or a step of the replacement of its authority. All else in the
 * folder stays as it is.
 * @returns what was done, in sentences
 * @throws with a sentence, and has changed nothing
 */
export async function renew(out: string, step: AuthorityStep | null): Promise<string[]> {
  if (isReplacementOpen(out)) {
    finishReplacement(out, certificateFolders)
    return ['A renewal that was interrupted is finished. Nothing else was done.']
  }
  requireRendered(out)
  const authority = path.join(out, authorityFolder)
  const refusal = whyNot(lastStepOf(authority), step)
  if (refusal !== null) throw new Error(refusal)
  if (step !== 'drop') requireAuthorityKey(out)
  if (step === null) requireLasting(authority)
  const isIssuing = step === null || step === 'use'
  const folders = [...nodeNames.map(certificateFolderOf), ...(step === null ? [] : [authorityFolder])]
  await replaceFolders(out, folders, async (copies) => {
    const issuer = step === null ? authority : path.join(copies, authorityFolder)
    if (step !== null) await makeStep(issuer, step)
    for (const name of nodeNames) {
      const into = path.join(copies, certificateFolderOf(name))
      if (isIssuing) await issueFor(issuer, { name, names: namesIn(into) }, into)
      else writeFileSync(certificateFilesIn(into).authority, trustOf(issuer))
    }
  })
  return describe(out, step)
}

/** @throws where the authority ends so soon that certificates of it would have to be renewed at once */
function requireLasting(authority: string): void {
  const certificate = readCertificate(authorityFilesIn(authority).current.certificate)
  if (daysLeft(certificate, new Date()) < warningDays)
    throw new Error(
      `The authority ends on ${lastDay(certificate)}, and all that it issues with it: replace it, beginning with "--authority add".`,
    )
}

async function makeStep(folder: string, step: AuthorityStep): Promise<void> {
  const { current, next, former } = authorityFilesIn(folder)
  if (step === 'add') await makeRoot(next)
  if (step === 'drop') rmSync(former)
  if (step !== 'use') return
  renameSync(current.certificate, former)
  renameSync(next.key, current.key)
  renameSync(next.certificate, current.certificate)
}

/** The names of a node's certificate, as openssl takes them. */
function namesIn(folder: string): string[] {
  const { certificate } = certificateFilesIn(folder)
  const names = readCertificate(certificate).subjectAltName?.split(', ') ?? []
  if (names.length === 0 || names.some((name) => !/^(DNS|IP Address):[\w.:-]+$/.test(name)))
    throw new Error(`${certificate} has no names, or some that "render" does not write.`)
  return names.map((name) => name.replace(/^IP Address:/, 'IP:'))
}

function describe(out: string, step: AuthorityStep | null): string[] {
  const ends = lastDay(readCertificate(path.join(out, certificateFolderOf('db1'), 'node.pem')))
  const done = {
    add: 'All nodes trust a next authority beside the present one. No certificate of a node is new.',
    use: `The next authority issued the certificates of ${nodeNames.join(', ')}, which end on ${ends}. The former one is still trusted.`,
    drop: 'The nodes trust the new authority alone.',
    none: `New certificates of ${nodeNames.join(', ')}, which end on ${ends}.`,
  }
  const then = { add: ', then --authority use', use: ', then --authority drop', drop: '', none: '' }
  const key = step ?? 'none'
  return [done[key], `Now on every node: docs/operating/cluster.md, "Certificates"${then[key]}.`]
}
