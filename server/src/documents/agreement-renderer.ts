import { ThreadPool } from '../platform/threads/thread-pool.ts'
import type { RenderedAgreement } from './pdf/render.ts'
import type { AgreementSnapshot } from './pdf/snapshot.ts'

/** Both agreements of one funding. */
export type RenderedAgreements = { pp: RenderedAgreement; ppfp: RenderedAgreement }

/** Makes agreements on threads of their own, for a process that answers requests. */
export type AgreementRenderer = {
  /**
   * The same bytes as `renderAgreement` makes.
   * @throws RangeError when a date or an amount of the snapshot is out of range, Refusal OVERLOADED when too many wait.
   */
  render(snapshot: AgreementSnapshot): Promise<RenderedAgreements>
  /** How many are being made and how many wait, for the metrics. */
  load(): { running: number; waiting: number }
  close(): Promise<void>
}

/** Hundreds of times what two agreements take, the first ones with their fonts included. */
const limitMs = 30_000

/** No thread is started before there is something to make. */
export function makeAgreementRenderer(size: { threads: number; queue: number }): AgreementRenderer {
  const program = new URL('./agreement-thread.ts', import.meta.url)
  const pool = new ThreadPool<AgreementSnapshot, RenderedAgreements>({ program, limitMs, ...size })
  return {
    async render(snapshot) {
      const { pp, ppfp } = await pool.run(snapshot)
      return { pp: withBuffer(pp), ppfp: withBuffer(ppfp) }
    },
    load: () => pool.load(),
    close: () => pool.close(),
  }
}

/** What comes from a thread is bytes, but no Buffer. */
const withBuffer = ({ bytes, ...rest }: RenderedAgreement): RenderedAgreement => ({
  ...rest,
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})
