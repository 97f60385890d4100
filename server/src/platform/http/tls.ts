import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TlsOptions } from 'node:tls'

export type NodeCertificate = Pick<
  TlsOptions,
  'cert' | 'key' | 'ca' | 'requestCert' | 'rejectUnauthorized' | 'minVersion' | 'handshakeTimeout'
>

/**
 * Reads the certificate of this node. Only clients with a certificate of the same authority are taken, so that nobody
 * gets around the load balancer.
 * @param folder with `node.pem`, `node.key` and `authority.pem`, as a rendered cluster has it
 * @throws with a sentence where a file cannot be read
 */
export function readTls(folder: string): NodeCertificate {
  const read = (name: string): Buffer => {
    try {
      return readFileSync(path.join(folder, name))
    } catch (error) {
      throw new Error(`HTTP_TLS_FOLDER: ${folder} has no ${name} that can be read`, { cause: error })
    }
  }
  return {
    cert: read('node.pem'),
    key: read('node.key'),
    ca: read('authority.pem'),
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    handshakeTimeout: 10_000,
  }
}
