import { creditTopUp } from '../deposit/credit-top-up.ts'
import { sha256 } from '../documents/index.ts'
import {
  type FundedLoan,
  findOfferedLoan,
  fundLoan,
  keepAgreement,
  settleFunding,
  takeSnapshot,
} from '../funding/index.ts'
import { type LoanRow, publishLoans } from '../loans/index.ts'
import type { Context } from '../context.ts'
import { performBatch } from '../platform/batch/batch-mutation.ts'
import { perform } from '../platform/mutation.ts'
import { createLender } from '../profile/index.ts'
import { aDraftLoan } from './loans.ts'

const operator = { kind: 'operator', name: 'test' } as const

/** A hash that no password has: most tests never log in, and hashing is slow on purpose. */
export const noPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

let phones = 81_000_000_000

/** A lender with cash on the account, made and topped up through the verbs. */
export async function aLender(
  context: Context,
  { cash = 0, password, userTypeId = 1 }: { cash?: number; password?: string; userTypeId?: 1 | 3 } = {},
): Promise<{ lenderId: number; phone: string }> {
  phones += 1
  const phone = String(phones)
  const { lenderId } = await perform(context, createLender, {
    actor: operator,
    input: {
      phone,
      name: `Pemberi Dana ${phone.slice(-4)}`,
      email: `${phone}@contoh.example`,
      userTypeId,
      passwordHash: password ? await context.passwords.hash(password) : noPassword,
    },
  })
  if (cash > 0) {
    await perform(context, creditTopUp, {
      actor: operator,
      input: { bank: 'BNI', paymentRequestId: `test-${phone}`, lenderId, amount: cash },
    })
  }
  return { lenderId, phone }
}

/** A loan on the marketplace, open today. */
export async function aLoan(
  context: Context,
  overrides: Partial<LoanRow> = {},
): Promise<{ loanId: number; loanNumber: string }> {
  const loan = await aDraftLoan(context, overrides)
  await perform(context, publishLoans, { actor: operator, input: { loanNumbers: [loan.loanNumber] } })
  return loan
}

/** A stand-in for the two PDFs where a test is about money and not about paper: making real ones takes long. */
export const paper = Buffer.from('%PDF-1.7 a test agreement')

/** An agreement that this lender has been shown, ready to be funded on. */
export async function anAgreement(
  context: Context,
  wanted: { lenderId: number; loanNumber: string; amount: number },
): Promise<void> {
  const loan = await findOfferedLoan(context.db, wanted.lenderId, wanted.loanNumber)
  if (!loan) throw new Error(`${wanted.loanNumber} is not offered`)
  const id = context.random.uuid()
  const snapshot = await takeSnapshot(context, { id, lenderId: wanted.lenderId, amount: wanted.amount, loan })
  const rendered = { bytes: paper, pages: 4, signaturePage: 4 }
  await perform(context, keepAgreement, {
    actor: { kind: 'lender', lenderId: wanted.lenderId },
    input: { id, lenderId: wanted.lenderId, loanId: loan.loanId, snapshot, pp: rendered, ppfp: rendered },
  })
}

/** Asks for a funding on an agreement that is there. */
export async function fund(
  context: Context,
  wanted: { lenderId: number; loanId: number; amount: number; loanNumber?: string; key?: string },
): Promise<FundedLoan> {
  const { lenderId, loanId, amount, loanNumber, key } = wanted
  const [outcome] = await performBatch(context, fundLoan, [
    {
      actor: { kind: 'lender', lenderId },
      input: { loanId, amount, ...(loanNumber ? { loanNumber } : {}) },
      key: key ?? context.random.uuid(),
    },
  ])
  if (outcome && 'answer' in outcome) return outcome.answer
  throw outcome?.error
}

/** Reserves money on a loan as a lender does, agreement included. */
export async function reserveFunding(
  context: Context,
  wanted: { lenderId: number; loanId: number; loanNumber: string; amount: number; key?: string },
): Promise<{ docToken: string; fundingId: string }> {
  await anAgreement(context, wanted)
  const { docToken } = await fund(context, wanted)
  return { docToken, fundingId: docToken }
}

/** Settles a funding on paper that was signed, i.e. has something appended. */
export async function signFunding(context: Context, fundingId: string): Promise<void> {
  const signed = Buffer.concat([paper, Buffer.from(' signed')])
  await perform(context, settleFunding, {
    actor: { kind: 'system' },
    input: {
      fundingId,
      providerToken: `provider-${fundingId}`,
      signedAt: context.clock.now(),
      shownSha256: sha256(paper),
      signedSha256: sha256(signed),
      documents: [
        { kind: 'PP_SIGNED', bytes: signed },
        { kind: 'PPFP_SIGNED', bytes: signed },
      ],
    },
  })
}
