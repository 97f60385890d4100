import { randomBytes, X509Certificate } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { authorityFilesIn, trustOf } from './authority.ts'
import type { Node } from './layout.ts'
import { run } from './run.ts'

// The certificates of the nodes, of an authority made for one cluster: all that listens shows them, and etcd, pgBackRest's
// server and the applications take only clients that have one.

const certificateDays = 1825
/** Longer, so that the nodes' certificates can be renewed several times without another authority. */
const authorityDays = 5475
const dayMs = 86_400_000
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** A certificate and its key, as files. */
export type Pair = { certificate: string; key: string }

export type CertificateFiles = Pair & { authority: string }

export const certificateFilesIn = (folder: string): CertificateFiles => ({
  authority: path.join(folder, 'authority.pem'),
  certificate: path.join(folder, 'node.pem'),
  key: path.join(folder, 'node.key'),
})

/** Makes the authority of a cluster: a key, which is needed again only for further certificates, and a certificate. */
export async function makeAuthority(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await makeRoot(authorityFilesIn(folder).current)
}

/**
 * Makes the certificate of an authority. Each has another name: a client that trusts two of the same name may check with the
 * wrong one.
 */
export async function makeRoot({ certificate, key }: Pair): Promise<void> {
  const subject = ['-subj', `/CN=Pematang cluster ${randomBytes(4).toString('hex')}`]
  const uses = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign']
  const days = ['-days', String(authorityDays)]
  await run('openssl', [
    'req',
    '-x509',
    ...curve,
    ...subject,
    ...uses,
    ...days,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  chmodSync(key, 0o600)
}

/**
 * Issues the certificate of a node by the authority of a folder.
 * @param into a folder that may exist
 */
export const issueCertificate = (authority: string, node: Node, into: string): Promise<CertificateFiles> =>
  issueFor(authority, { name: node.name, names: certificateNames(node) }, into)

/**
 * The names of a node's certificate: the node, for pgBackRest, which knows clients by their common name, its address, and
 * 127.0.0.1, under which the application reaches the databases through its own router.
 */
function certificateNames({ name, address }: Node): string[] {
  // pgBackRest 2.45 compares what it connects to with names only, also where that is an address.
  const isAddress = /^[\d.]+$|:/.test(address)
  return [
    `DNS:${name}`,
    `DNS:${address}`,
    'DNS:localhost',
    'IP:127.0.0.1',
    ...(isAddress ? [`IP:${address}`] : []),
  ]
}

/** Issues a certificate with these names. It ends with its authority at the latest. */
export async function issueFor(
  authority: string,
  { name, names }: { name: string; names: readonly string[] },
  into: string,
): Promise<CertificateFiles> {
  mkdirSync(into, { recursive: true, mode: 0o700 })
  const { current } = authorityFilesIn(authority)
  const files = certificateFilesIn(into)
  const request = `${files.certificate}.request`
  const extensions = `${files.certificate}.extensions`
  writeFileSync(
    extensions,
    `subjectAltName=${names.join(',')}\nextendedKeyUsage=serverAuth,clientAuth\nauthorityKeyIdentifier=keyid\n`,
  )
  await run('openssl', [
    'req',
    '-new',
    ...curve,
    '-subj',
    `/CN=${name}`,
    '-keyout',
    files.key,
    '-out',
    request,
  ])
  chmodSync(files.key, 0o600)
  // A random serial number, so that no file of the authority has to be kept up to date.
  const serial = `0x01${randomBytes(15).toString('hex')}`
  const days = Math.min(certificateDays, daysLeft(readCertificate(current.certificate), new Date()))
  const signed = ['-CA', current.certificate, '-CAkey', current.key, '-set_serial', serial]
  const input = ['-req', '-in', request, '-days', String(days), '-extfile', extensions]
  await run('openssl', ['x509', ...input, ...signed, '-out', files.certificate])
  writeFileSync(files.authority, trustOf(authority))
  for (const draft of [request, extensions]) rmSync(draft)
  return files
}

export const readCertificate = (file: string): X509Certificate => new X509Certificate(readFileSync(file))

/** The whole days until a certificate ends; negative when it has ended. */
export const daysLeft = ({ validTo }: X509Certificate, now: Date): number =>
  Math.floor((new Date(validTo).getTime() - now.getTime()) / dayMs)
