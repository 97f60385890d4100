import { execFileSync } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../outside/read-config.ts'
import { openCertificate } from './certificate.ts'
import { sha256, signDigest } from './cms.ts'
import { issueTestCertificate } from './issue-certificate.ts'
import { readPlatformCertificate } from './platform-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'platform-certificate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const read = (settings: Record<string, string>) =>
  readPlatformCertificate(
    readConfig({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      ESIGN_BASE_URL: 'http://127.0.0.1:9',
      ESIGN_API_KEY: 'test-key-of-the-sandbox',
      ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
      ...settings,
    }),
    settings['NODE_ENV'] === 'production' ? null : issueTestCertificate,
  )
const issued = issueTestCertificate({ name: 'PT Contoh', now: new Date() })
const named = (key: string, chain: string) => ({
  PLATFORM_KEY_FILE: file('key.pem', key),
  PLATFORM_CERTIFICATE_FILE: file('chain.pem', chain),
})

/** A self-signed certificate of an RSA key, by openssl. */
function rsaCertificate(bits: number) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const request = ['req', '-x509', '-key', file('rsa.pem', key), '-subj', '/CN=PT Kunci', '-days', '2']
  const chain = execFileSync('openssl', request, { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  return { key, chain }
}

describe('FIX-06 certificate of the platform', () => {
  test('FIX-06 the certificate and key of the platform are read from two files, also with a passphrase on the key', () => {
    expect(openCertificate(read(named(issued.key, issued.chain))())).toMatchObject({
      name: 'PT Contoh (sertifikat uji)',
    })
    const locked = createPrivateKey(issued.key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'rahasia',
    })
    const settings = named(locked, issued.chain)
    expect(openCertificate(read({ ...settings, PLATFORM_KEY_PASSPHRASE: 'rahasia' })()).name).toContain('PT')
    expect(() => read({ ...settings, PLATFORM_KEY_PASSPHRASE: 'lain' })).toThrow('PLATFORM_KEY_PASSPHRASE')
  })

  test('FIX-06 without a platform certificate production signs nothing and development uses a test certificate', () => {
    expect(read({ NODE_ENV: 'production' })).toThrow('PLATFORM_CERTIFICATE_FILE and PLATFORM_KEY_FILE name')
    const made = read({ OPERATOR_NAME: 'Pematang' })
    expect(openCertificate(made()).name).toBe('Pematang (sertifikat uji)')
    expect(made()).toBe(made())
  })

  test('FIX-06 a platform certificate that is missing, unreadable, of another key or not valid today is refused', () => {
    const other = issueTestCertificate({ name: 'PT Lain', now: new Date() })
    const old = issueTestCertificate({ name: 'PT Lama', now: new Date('2010-01-01') })
    const young = issueTestCertificate({ name: 'PT Baru', now: new Date(Date.now() + 10 * 86_400_000) })
    const { PLATFORM_KEY_FILE, ...half } = named(issued.key, issued.chain)
    expect(() => read(half)).toThrow('PLATFORM_KEY_FILE name')
    expect(() => read({ ...half, PLATFORM_KEY_FILE: join(folder, 'none') })).toThrow('cannot be read')
    expect(() => read(named(other.key, issued.chain))).toThrow('not that of the key')
    expect(() => read(named(issued.key, 'none'))).toThrow('there is no certificate')
    expect(() => read(named(issued.key, issued.chain + other.chain))).toThrow('follow the one it signs')
    expect(() => read(named(old.key, old.chain))).toThrow('was valid until 2019')
    expect(() => read(named(young.key, young.chain))).toThrow('not valid before')
    expect(PLATFORM_KEY_FILE).toContain('key.pem')
  })

  test('SEC-14 production signs with an RSA key of 3072 bits or more, or an EC key, and with no shorter one', () => {
    for (const [bits, isTaken] of [
      [2048, false],
      [3071, false],
      [3072, true],
    ] as const) {
      const { key, chain } = rsaCertificate(bits)
      const start = () => read({ NODE_ENV: 'production', ...named(key, chain) })
      if (isTaken) expect(openCertificate(start()()).name).toBe('PT Kunci')
      else expect(start).toThrow('an RSA key has 3072 bits or more in production')
      expect(openCertificate(read(named(key, chain))()).name).toBe('PT Kunci')
    }
    expect(() => read({ NODE_ENV: 'production', ...named(issued.key, issued.chain) })).not.toThrow()
  })

  test('FIX-06 openssl verifies the platform’s CAdES signatures, by RSASSA-PSS and ECDSA with SHA-256', () => {
    const content = file('content', 'Perjanjian')
    for (const [{ key, chain }, algorithm] of [
      [issued, 'ecdsa-with-SHA256'],
      [rsaCertificate(3072), 'rsassaPss'],
    ] as const) {
      const cms = join(folder, 'signature.der')
      const signed = () => signDigest(sha256([Buffer.from('Perjanjian')]), openCertificate({ key, chain }))
      writeFileSync(cms, signed())
      expect(signed(), `${algorithm} again`).toEqual(readFileSync(cms))
      const shown = execFileSync('openssl', ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', cms])
      expect(shown.toString()).toMatch(
        new RegExp(`signatureAlgorithm: \\n\\s+algorithm: ${algorithm} .*\\n(?:.*\\n)*\\s+signature:`),
      )
      const trust = ['-CAfile', file('trust.pem', chain), '-purpose', 'any']
      const verify = (of: string) =>
        execFileSync(
          'openssl',
          ['cms', '-verify', '-cades', '-inform', 'DER', '-in', cms, '-content', of, ...trust],
          { stdio: ['ignore', 'pipe', 'pipe'] },
        )
      expect(verify(content).toString()).toBe('Perjanjian')
      expect(() => verify(file('other', 'Perjanjian lain'))).toThrow('Verification failure')
    }
  })
})
