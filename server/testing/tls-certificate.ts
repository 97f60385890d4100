import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A key and a certificate of a name, which nobody trusts who was not given it. */
export function certificateOf(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const file = (of: string) => join(folder, of)
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '9',
  ]
  const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  try {
    execFileSync('openssl', [...request, ...named, '-keyout', file('key'), '-out', file('cert')], {
      stdio: 'ignore',
    })
    return { key: readFileSync(file('key'), 'utf8'), cert: readFileSync(file('cert'), 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
