import { randomBytes } from 'node:crypto'
import { creditTopUp } from '../src/cash/index.ts'
import { keepRendered, noteOpened, sha256 } from '../src/documents/index.ts'
import {
  type FundedLoan,
  buildSnapshot,
  findOfferedLoan,
  fundLoan,
  settleFunding,
  storeAgreement,
} from '../src/funding/testing.ts'
import { type LoanRow, publishLoans } from '../src/loans/index.ts'
import type { Context } from '../src/context.ts'
import { performBatch } from '../src/platform/commands/perform-batch.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { run } from '../src/platform/db/database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { noPassword } from '../src/platform/password-hasher.ts'
import { insertGrant } from '../src/lenders/testing.ts'
import { noteEntry } from './entries.ts'
import { acceptRiskWarning, createLender, readRiskWarning } from '../src/lenders/index.ts'
import { aDraftLoan } from './loans.ts'

const operator = { kind: 'operator', name: 'test' } as const

let phones = 81_000_000_000

type LenderOptions = { cash?: number; password?: string; userTypeId?: 1 | 3; acceptsRisk?: boolean }

/** A lender with cash who has accepted the risk warning, all through the commands. */
export async function aLender(
  context: Context,
  { cash = 0, password, userTypeId = 1, acceptsRisk = true }: LenderOptions = {},
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
      ...(userTypeId === 3 ? { institution: anInstitution(phone) } : {}),
    },
  })
  if (acceptsRisk) await acceptRisk(context, lenderId)
  if (cash > 0) {
    await perform(context, creditTopUp, {
      actor: operator,
      // Stress runs give a lender more than the ceiling of one payment.
      input: {
        bank: 'BNI',
        paymentRequestId: `test-${lenderId}`,
        lenderId,
        amount: cash,
        aboveCeiling: true,
        reason: 'test',
      },
    })
    // A test counts only the notices of what it does itself.
    await run(context.db, 'test.no_notices', 'delete from notice where lender_id = $1', [lenderId])
  }
  return { lenderId, phone }
}

export async function acceptRisk(context: Context, lenderId: number): Promise<void> {
  const { version } = await readRiskWarning(context, lenderId)
  await perform(context, acceptRiskWarning, { actor: { kind: 'lender', lenderId }, input: { version } })
}

const anInstitution = (phone: string) => ({
  companyName: `PT Contoh ${phone.slice(-4)}`,
  companyEmail: `${phone}@contoh.example`,
  picFullName: 'Bagas Adiwangsa',
  picPhone: phone,
})

/** A loan on the marketplace, open today. */
export async function aLoan(
  context: Context,
  overrides: Partial<LoanRow> = {},
): Promise<{ loanId: number; loanNumber: string }> {
  const loan = await aDraftLoan(context, overrides)
  await perform(context, publishLoans, { actor: operator, input: { loanNumbers: [loan.loanNumber] } })
  return loan
}

/** A placeholder for the two PDFs in tests about money: generating real ones takes long. */
export const paper = Buffer.from('%PDF-1.7 a test agreement')

/** An agreement that this lender has opened and can fund. */
export async function anAgreement(
  context: Context,
  wanted: { lenderId: number; loanNumber: string; amount: number },
): Promise<void> {
  const loan = await findOfferedLoan(context.db, wanted.lenderId, wanted.loanNumber)
  if (!loan) throw new Error(`${wanted.loanNumber} is not offered`)
  const id = context.random.uuid()
  const terms = { id, lenderId: wanted.lenderId, amount: wanted.amount, loan }
  // The placeholder has no platform signature, so the snapshot must not claim one.
  const snapshot = { ...(await buildSnapshot(context, terms)), platformSigned: false }
  const rendered = await keepRendered(context, { bytes: paper, pages: 4, signaturePage: 4 })
  await perform(context, storeAgreement, {
    actor: { kind: 'lender', lenderId: wanted.lenderId },
    input: {
      id,
      lenderId: wanted.lenderId,
      loanId: loan.loanId,
      termsVersion: loan.termsVersion,
      snapshot,
      pp: rendered,
      ppfp: rendered,
    },
  })
  await openAgreement(context, wanted.lenderId, id)
}

/** Records that both documents of an agreement were opened. */
export const openAgreement = (context: Context, lenderId: number, agreementId: string): Promise<void> =>
  inTransaction(context.db, { repeatable: true }, (tx) =>
    noteOpened(
      tx,
      (['PP', 'PPFP'] as const).map((kind) => ({ agreementId, kind, lenderId })),
    ),
  )

/** A session of a lender who signs by hash, in which the password was just given; nothing for other lenders. */
export async function passwordGiven(context: Context, lenderId: number): Promise<{ session?: Buffer }> {
  const session = randomBytes(32)
  const opened = await run(
    context.db,
    'test.session_with_password',
    `insert into session (token_hash, lender_id, ends_at, id)
     select $1, id, app_now() + interval '1 hour', $3 from lender where id = $2 and dgsign_type = 'XIGNATURE'`,
    [session, lenderId, context.random.uuid()],
  )
  if (opened === 0) return {}
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    await insertGrant(tx, { lenderId, session })
    await noteEntry(tx, 'validatePassword', lenderId)
  })
  return { session }
}

/** Requests a funding with an agreement that exists already. */
export async function fund(
  context: Context,
  wanted: {
    lenderId: number
    loanId: number
    amount: number
    loanNumber?: string
    key?: string
    knownWaiting?: readonly string[]
  },
): Promise<FundedLoan> {
  const { lenderId, loanId, amount, loanNumber, key, knownWaiting } = wanted
  const [outcome] = await performBatch(context, fundLoan, [
    {
      actor: { kind: 'lender', lenderId, ...(await passwordGiven(context, lenderId)) },
      input: { loanId, amount, knownWaiting, ...(loanNumber ? { loanNumber } : {}) },
      key: key ?? context.random.uuid(),
    },
  ])
  if (outcome && 'answer' in outcome) return outcome.answer
  throw outcome?.error
}

/** Reserves money on a loan as a lender does, including the agreement. */
export async function reserveFunding(
  context: Context,
  wanted: { lenderId: number; loanId: number; loanNumber: string; amount: number; key?: string },
): Promise<{ docToken: string; fundingId: string }> {
  await anAgreement(context, wanted)
  const { docToken } = await fund(context, wanted)
  return { docToken, fundingId: docToken }
}

/** Settles a funding with a placeholder that counts as signed because something was appended to it. */
export async function signFunding(context: Context, fundingId: string): Promise<void> {
  const kept = await context.contents.keep(Buffer.concat([paper, Buffer.from(' signed')]))
  await perform(context, settleFunding, {
    actor: { kind: 'system' },
    input: {
      fundingId,
      providerToken: `provider-${fundingId}`,
      signedAt: context.clock.now(),
      shownSha256: sha256(paper),
      signedSha256: kept.sha256,
      documents: [
        { kind: 'PP_SIGNED', kept },
        { kind: 'PPFP_SIGNED', kept },
      ],
    },
  })
}
