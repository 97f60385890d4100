import type { SigningCertificate } from '../src/documents/signature/certificate.ts'
import { issueTestCertificate } from '../src/documents/signature/issue-certificate.ts'

let made: SigningCertificate | undefined

/** The certificate of the platform in tests, created on first use. */
export function testCertificate(): SigningCertificate {
  made ??= issueTestCertificate({ name: 'PT Contoh Pendanaan Bersama', now: new Date('2020-01-02') })
  return made
}
