import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Node } from './layout.ts'
import { run } from './run.ts'

// The certificates of the nodes, of an authority made for one cluster: PostgreSQL and pgBackRest's server show them, and
// pgBackRest's server takes only clients that have one.

const days = '1825'
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** The files of a node's certificate. */
export type CertificateFiles = { authority: string; certificate: string; key: string }

export const certificateFilesIn = (folder: string): CertificateFiles => ({
  authority: path.join(folder, 'authority.pem'),
  certificate: path.join(folder, 'node.pem'),
  key: path.join(folder, 'node.key'),
})

/** Makes the authority of a cluster: a key, which is needed again only for further certificates, and a certificate. */
export async function makeAuthority(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const at = (name: string) => path.join(folder, name)
  const subject = ['-subj', '/CN=Pematang cluster']
  const uses = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign']
  await run('openssl', [
    'req',
    '-x509',
    ...curve,
    ...subject,
    ...uses,
    '-days',
    days,
    '-keyout',
    at('authority.key'),
    '-out',
    at('authority.pem'),
  ])
}

/**
 * Issues the certificate of a node. It names the node for pgBackRest, which knows clients by their common name, its
 * address, and 127.0.0.1, under which the application reaches the databases through its own router.
 * @param into a folder that may exist
 */
export async function issueCertificate(
  authority: string,
  { name, address }: Node,
  into: string,
): Promise<CertificateFiles> {
  mkdirSync(into, { recursive: true, mode: 0o700 })
  const files = certificateFilesIn(into)
  const request = `${files.certificate}.request`
  const extensions = `${files.certificate}.extensions`
  // pgBackRest 2.45 compares what it connects to with names only, also where that is an address.
  const isAddress = /^[\d.]+$|:/.test(address)
  const names = [
    `DNS:${name}`,
    `DNS:${address}`,
    'DNS:localhost',
    'IP:127.0.0.1',
    ...(isAddress ? [`IP:${address}`] : []),
  ]
  writeFileSync(extensions, `subjectAltName=${names.join(',')}\nextendedKeyUsage=serverAuth,clientAuth\n`)
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
  const signed = [
    '-CA',
    path.join(authority, 'authority.pem'),
    '-CAkey',
    path.join(authority, 'authority.key'),
    '-CAcreateserial',
  ]
  await run('openssl', [
    'x509',
    '-req',
    '-in',
    request,
    '-days',
    days,
    ...signed,
    '-extfile',
    extensions,
    '-out',
    files.certificate,
  ])
  copyFileSync(path.join(authority, 'authority.pem'), files.authority)
  for (const draft of [request, extensions]) rmSync(draft)
  return files
}
