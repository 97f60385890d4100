import { issueTestCertificate, noteMandateOpened, signDigest } from '../src/documents/testing.ts'
import { openCertificate } from '../src/documents/index.ts'
import type { Context } from '../src/context.ts'
import {
  findVersion,
  insertGrant,
  prepareMandate,
  recordMandated,
  signMandate,
} from '../src/funding/testing.ts'
import type { XignatureProvider } from '../src/outside/xignature/port.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { one } from '../src/platform/db/database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { type DgsignType, storeSigner } from '../src/lenders/testing.ts'

let certificate: ReturnType<typeof openCertificate> | undefined

/** A provider that signs by hash in this process, with a test certificate; for contexts that trust any. */
export const localXignature: XignatureProvider = {
  async sign({ digests }) {
    const signing = (certificate ??= openCertificate(
      issueTestCertificate({ name: 'Penyedia Uji', now: new Date() }),
    ))
    return {
      signedAt: new Date(),
      signatures: digests.map(({ sha256 }) => signDigest(Buffer.from(sha256, 'hex'), signing)),
    }
  },
}

/** Chooses the e-signature provider of a lender, as an operator does. */
export const chooseSigner = (context: Context, lenderId: number, dgsignType: DgsignType) =>
  perform(context, storeSigner, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId, dgsignType },
  })

export type Ceilings = { largestPerLoan: number; totalBudget: number }
const ample: Ceilings = { largestPerLoan: 10_000_000, totalBudget: 100_000_000 }

/** A mandate in force, read and signed as by its lender, without a password. */
export async function aMandate(
  context: Context,
  lenderId: number,
  ceilings: Partial<Ceilings> = {},
): Promise<{ mandateId: string; version: number }> {
  await chooseSigner(context, lenderId, 'XIGNATURE')
  const made = await prepareMandate(context, lenderId, { ...ample, ...ceilings }, { requestId: 'test' })
  const row = await findVersion(context.db, lenderId, made.version)
  if (!row) throw new Error('the mandate was not stored')
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    await noteMandateOpened(tx, row.id)
    await insertGrant(tx, row.id, context.config.SIGNATURE_SECONDS)
  })
  await signMandate({ ...context, xignature: localXignature }, row.id)
  return { mandateId: row.id, version: row.version }
}

/** Makes a pending funding one that was decided under a mandate. */
export async function mandated(
  context: Context,
  { docToken, lenderId }: { docToken: string; lenderId: number },
  mandateId: string,
): Promise<void> {
  const { loanId } = await one<{ loanId: number }>(
    context.db,
    'test.loan_of',
    'select loan_id as "loanId" from funding where id = $1',
    [docToken],
  )
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    recordMandated(tx, [{ lenderId, fundingId: docToken, mandateId, loanId }]),
  )
}
