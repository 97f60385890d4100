import { type SigningCertificate, issueTestCertificate } from '../src/documents/testing.ts'

let made: SigningCertificate | undefined

/** The certificate of the platform in tests, created on first use. */
export function testCertificate(): SigningCertificate {
  made ??= issueTestCertificate({ name: 'PT Contoh Pendanaan Bersama', now: new Date('2020-01-02') })
  return made
}
