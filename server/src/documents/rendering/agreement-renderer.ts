import { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { ConfirmationContent, RenderedConfirmation } from '../pdf/confirmation.ts'
import type { RenderedAgreement } from '../pdf/render.ts'
import type { MandateSnapshot } from '../pdf/mandate-text.ts'
import type { ReportContent } from '../pdf/report.ts'
import type { AgreementSnapshot } from '../pdf/snapshot.ts'
import { checkValidity, openCertificate, type SigningCertificate } from '../signature/certificate.ts'
import type { PlatformCertificate } from '../signature/platform-certificate.ts'

/** Both agreements of one funding. */
export type RenderedAgreements = { pp: RenderedAgreement; ppfp: RenderedAgreement }

/**
 * The input of a render thread: the content of both agreements of a funding, of a mandate, of a report or of a balance
 * confirmation, and the certificate with which the platform signs them.
 */
export type AgreementTask = { certificate: SigningCertificate } & (
  | { snapshot: AgreementSnapshot }
  | { mandate: MandateSnapshot }
  | { report: ReportContent; signedAt: Date }
  | { confirmation: ConfirmationContent }
)

type Rendered = RenderedAgreements | RenderedAgreement | RenderedConfirmation | Uint8Array

/** Renders agreements on separate threads, for a process that answers requests. */
export type AgreementRenderer = {
  /**
   * Renders both agreements, with the same bytes as `renderAgreement`.
   * @throws RangeError when a date or an amount of the snapshot is out of range
   * @throws Refusal OVERLOADED when too many requests wait
   * @throws CertificateFault when the platform's certificate is not valid.
   */
  render(snapshot: AgreementSnapshot): Promise<RenderedAgreements>
  /** Renders the text of a mandate; throws the same errors. */
  renderMandate(mandate: MandateSnapshot): Promise<RenderedAgreement>
  /** Renders a report that the platform signs with this time; throws the same errors. */
  renderReport(report: ReportContent, signedAt: Date): Promise<Buffer>
  /** Renders a balance confirmation that the platform signs; throws the same errors. */
  renderConfirmation(confirmation: ConfirmationContent): Promise<RenderedConfirmation>
  /** How many tasks are running and how many wait, for the metrics. */
  load(): { running: number; waiting: number }
  close(): Promise<void>
}

/**
 * Time limit of a task in milliseconds: hundreds of times its usual duration, because the first one also loads the
 * fonts.
 */
const limitMs = 30_000

/** Makes a renderer. Threads are started only when the first task arrives. */
export function makeAgreementRenderer({
  certificate,
  ...size
}: {
  threads: number
  queue: number
  certificate: PlatformCertificate
}): AgreementRenderer {
  const program = new URL('./agreement-thread.ts', import.meta.url)
  const pool = new ThreadPool<AgreementTask, Rendered>({
    program,
    limitMs,
    ...size,
  })
  const validAt = (at: string | Date): SigningCertificate => {
    const signing = certificate()
    checkValidity(openCertificate(signing), new Date(at))
    return signing
  }
  return {
    async render(snapshot) {
      const made = await pool.run({ snapshot, certificate: validAt(snapshot.preparedAt) })
      if (!('pp' in made)) throw new Error('a thread has made something else than agreements')
      return { pp: withBuffers(made.pp), ppfp: withBuffers(made.ppfp) }
    },
    async renderMandate(mandate) {
      const made = await pool.run({ mandate, certificate: validAt(mandate.preparedAt) })
      if (!('textHash' in made)) throw new Error('a thread has made something else than a mandate')
      return withBuffers(made)
    },
    async renderReport(report, signedAt) {
      const made = await pool.run({ report, signedAt, certificate: validAt(signedAt) })
      if (!ArrayBuffer.isView(made)) throw new Error('a thread has made something else than a report')
      return toBuffer(made)
    },
    async renderConfirmation(confirmation) {
      const made = await pool.run({ confirmation, certificate: validAt(confirmation.issuedAt) })
      if (!('platformCertificate' in made) || 'textHash' in made || made.platformCertificate === null)
        throw new Error('a thread has made something else than a confirmation')
      return { bytes: toBuffer(made.bytes), platformCertificate: toBuffer(made.platformCertificate) }
    },
    load: () => pool.load(),
    close: () => pool.close(),
  }
}

/** Restores Buffers, because a value sent by a thread contains Uint8Arrays instead. */
const withBuffers = ({ bytes, platformCertificate, ...rest }: RenderedAgreement): RenderedAgreement => ({
  ...rest,
  bytes: toBuffer(bytes),
  platformCertificate: platformCertificate && toBuffer(platformCertificate),
})

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
