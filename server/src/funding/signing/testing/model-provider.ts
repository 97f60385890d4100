import {
  EsignRefused,
  type EsignProvider,
  type EsignStatus,
  EsignUnavailable,
} from '../../../outside/esign/port.ts'
import { openCertificate, prepareSignature } from '../../../documents/index.ts'
import { issueTestCertificate, signDigest } from '../../../documents/testing.ts'

type Stored = {
  reference: string
  status: EsignStatus
  signedAt: Date | null
  files: Map<string, { content: Buffer; page: number }>
}

/**
 * fine: answers. away: does nothing and gives no answer. answers lost: does what it was asked, and gives no answer.
 */
export type ProviderMood = 'fine' | 'away' | 'answers lost'

export type ModelProvider = EsignProvider & {
  /** The certificates (PEM) by which its signatures are trusted. */
  readonly trust: string
  mood: ProviderMood
  /** The documents of a funding; undefined if none were uploaded. */
  of(reference: string): Readonly<Stored> | undefined
  /** What the lender does on its page. @returns false when the documents do not wait for a signature */
  sign(reference: string): boolean
  reject(reference: string): boolean
}

/**
 * A provider in this process that signs for real, so that tests can have thousands of orders of what it does and says.
 * @param cancels whether pending documents can be cancelled there
 */
export function makeModelProvider({ cancels }: { cancels: boolean }): ModelProvider {
  const issued = issueTestCertificate({ name: 'Pemberi Dana', now: new Date() })
  const signer = openCertificate(issued)
  const documents = new Map<string, Stored>()
  /** Signed files by the shown one: the same paper is signed once. */
  const signed = new Map<string, Promise<Buffer>>()

  const find = (token: string): Stored => {
    const found = documents.get(token)
    if (!found) throw new EsignRefused('NOT_FOUND', 404, 'no such document')
    return found
  }
  const decide = (reference: string, status: 'signed' | 'rejected'): boolean => {
    const found = documents.get(tokenFor(reference))
    if (found?.status !== 'pending') return false
    found.status = status
    found.signedAt = status === 'signed' ? new Date() : null
    return true
  }
  const provider: ModelProvider = {
    ...{ trust: issued.chain, mood: 'fine', repeatable: true, cancels },
    of: (reference) => documents.get(tokenFor(reference)),
    sign: (reference) => decide(reference, 'signed'),
    reject: (reference) => decide(reference, 'rejected'),
    upload: ({ reference, documents: files }) =>
      answer(() => {
        const token = tokenFor(reference)
        if (!documents.has(token)) {
          const kept = files.map(
            ({ name, content, page }) => [name, { content: Buffer.from(content), page }] as const,
          )
          documents.set(token, { reference, status: 'pending', signedAt: null, files: new Map(kept) })
        }
        return { docToken: token }
      }),
    openSession: ({ docToken, page }) =>
      answer(() => {
        if (find(docToken).status !== 'pending') throw new EsignRefused('DOCUMENT_ENDED', 409, 'it has ended')
        return { token: 'page', url: 'http://provider.test/page', expiresAt: null, page, further: 0 }
      }),
    status: (docToken) =>
      answer(() => {
        const { status, signedAt } = find(docToken)
        return { status, signedAt }
      }),
    cancel: (docToken) =>
      answer(() => {
        const found = find(docToken)
        if (found.status === 'pending') found.status = 'cancelled'
        return found.status
      }),
    fetchSigned: (docToken, name) =>
      answer(() => {
        const { status, files } = find(docToken)
        const file = files.get(name)
        if (status !== 'signed' || !file) throw new EsignRefused('NOT_SIGNED', 409, 'it is not signed')
        return signedFile(file)
      }),
  }
  return provider

  async function answer<T>(ask: () => T | Promise<T>): Promise<T> {
    if (provider.mood === 'away') throw new EsignUnavailable('away')
    const done = await ask()
    if (provider.mood === 'answers lost') throw new EsignUnavailable('the answer was lost')
    return done
  }

  function signedFile({ content, page }: { content: Buffer; page: number }): Promise<Buffer> {
    const key = content.toString('latin1')
    const known = signed.get(key)
    if (known) return known
    const made = prepareSignature(content, { page, name: signer.name, at: new Date() }).then((unsigned) =>
      unsigned.withSignature(signDigest(unsigned.sha256, signer)),
    )
    signed.set(key, made)
    return made
  }
}

const tokenFor = (reference: string): string => `document-of-${reference}`
