import { randomBytes } from 'node:crypto'
import { Integer, Utf8String } from 'asn1js'
import { ContentInfo, PKIStatusInfo, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { signContent } from '../esign/pdf/cms.ts'
import type { SignerIdentity } from '../esign/pki.ts'

const TOKEN_INFO = '1.2.840.113549.1.9.16.1.4'
/** A policy for tests from the OID arc of examples, because RFC 3161 requires a policy. */
const POLICY = '2.999.3161.1'
const LENGTHS: Record<string, number> = {
  '2.16.840.1.101.3.4.2.1': 32,
  '2.16.840.1.101.3.4.2.2': 48,
  '2.16.840.1.101.3.4.2.3': 64,
}

/** The request (RFC 3161, 2.4.1). @returns null for an invalid one, or a hash other than SHA-2 */
export function readQuestion(bytes: Buffer): TimeStampReq | null {
  try {
    const question = TimeStampReq.fromBER(new Uint8Array(bytes))
    const { hashAlgorithm, hashedMessage } = question.messageImprint
    const length = hashedMessage.getValue().byteLength
    return question.version === 1 && LENGTHS[hashAlgorithm.algorithmId] === length ? question : null
  } catch {
    return null
  }
}

/** An answer with a token (RFC 3161, 2.4.2). */
export function grant({ messageImprint, nonce }: TimeStampReq, signer: SignerIdentity, at: Date): Buffer {
  const serial = randomBytes(8)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint,
    serialNumber: new Integer({ valueHex: serial }),
    genTime: new Date(Math.floor(at.getTime() / 1_000) * 1_000),
    ...(nonce ? { nonce } : {}),
  })
  const token = signContent(TOKEN_INFO, Buffer.from(info.toSchema().toBER()), signer)
  return encode({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: ContentInfo.fromBER(new Uint8Array(token)),
  })
}

export function refuse(reason: string): Buffer {
  const statusStrings = [new Utf8String({ value: reason })]
  return encode({ status: new PKIStatusInfo({ status: 2, statusStrings }) })
}

const encode = (answer: { status: PKIStatusInfo; timeStampToken?: ContentInfo }): Buffer =>
  Buffer.from(new TimeStampResp(answer).toSchema().toBER())
