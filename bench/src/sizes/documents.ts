import type { Context } from '../../../server/src/context.ts'
import { prepareSignature } from '../../../server/src/documents/index.ts'
import { buildSnapshot, findOfferedLoan } from '../../../server/src/funding/testing.ts'
import { makeAgreementRenderer } from '../../../server/src/documents/testing.ts'
import { testCertificate } from '../../../server/testing/certificate.ts'

/** Bytes of the documents of one funding, as the product makes them: both agreements as shown, and as signed. */
export async function documentsOf(
  context: Context,
  { lenderId, loanNumber, amount }: { lenderId: number; loanNumber: string; amount: number },
): Promise<number> {
  const loan = await findOfferedLoan(context.db, lenderId, loanNumber)
  if (!loan) throw new Error(`${loanNumber} is not offered`)
  const renderer = makeAgreementRenderer({ threads: 1, queue: 1, certificate: testCertificate })
  try {
    const id = context.random.uuid()
    const { pp, ppfp } = await renderer.render(await buildSnapshot(context, { id, lenderId, amount, loan }))
    let bytes = 0
    for (const shown of [pp, ppfp]) {
      const place = { page: shown.signaturePage, name: 'Pemberi Dana', at: context.clock.now() }
      const unsigned = await prepareSignature(shown.bytes, place)
      bytes += shown.bytes.length + unsigned.withSignature(Buffer.alloc(4_000)).length
    }
    return bytes
  } finally {
    await renderer.close()
  }
}
