import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { recordRepayment } from '../../../../server/src/loans/testing.ts'
import { transferHoldings } from '../../../../server/src/funding/testing.ts'
import { many } from '../../../../server/src/platform/db/database.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { aLender } from '../../../../server/testing/people.ts'
import { aDisbursedLoan } from '../../../../server/testing/servicing.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, daysAgo, operator, reason } from './commands.ts'

const content = 'a deed of fail points'
const document = {
  name: 'fail points of holdings',
  sha256: createHash('sha256').update(content).digest('hex'),
}

/** A loan with a payment of yesterday, and who holds it; another lender is to get it from the day before. */
async function held({ context }: FailPointStand) {
  const loanNumber = `FP-${nextNumber()}`
  const loan = await aDisbursedLoan(context, [600_000, 400_000], { disbursedOn: daysAgo(35), loanNumber })
  await perform(context, recordRepayment, {
    actor: operator,
    input: { loanNumber, paidOn: daysAgo(1), amount: 100_000, reference: `FP-PAYMENT-${nextNumber()}` },
  })
  const { lenderId, phone } = await aLender(context)
  const fromLender = loan.fundings[0]?.lenderId ?? 0
  const [from] = await many<{ phone: string }>(
    context.db,
    'bench.phone',
    'select phone from lender where id = $1',
    [fromLender],
  )
  const lenders = [...loan.fundings.map((funding) => funding.lenderId), lenderId]
  const facts = (): Promise<unknown[]> =>
    many(
      context.db,
      'bench.holders',
      `select array_position($2::bigint[], lender_id) as holder, principal_due, interest_due
         from funding_balance where loan_id = $1 order by 1`,
      [loan.loanId, lenders],
    )
  return { loan, lenders, fromLender, toLender: lenderId, from: from?.phone ?? '', to: phone, facts }
}

/** The signatures of the loan's fundings are other verbs. */
const fromCommand = /^operator /

const transferred: Verb = {
  name: 'transfer of a holding',
  commands: ['transferHoldings'],
  only: fromCommand,
  async prepare(stand): Promise<Trial> {
    const { loan, lenders, from, to, facts } = await held(stand)
    const file = path.join(stand.folder, 'deed.pdf')
    writeFileSync(file, content)
    const named = ['--document', document.name, '--document-file', file, '--kind', 'COURT', ...reason]
    const args = ['lenders', 'transfer-holdings', '--from', from, '--to', to, '--value-date', daysAgo(2)]
    return { ...commandOn(stand, { lenders, loans: [loan.loanId] }, [...args, ...named]), facts }
  },
}

const takenBack: Verb = {
  name: 'transfer of a holding that is taken back',
  commands: ['takeBackTransfer'],
  only: fromCommand,
  async prepare(stand): Promise<Trial> {
    const { loan, lenders, fromLender, toLender, facts } = await held(stand)
    const { orderId } = await perform(stand.context, transferHoldings, {
      actor: operator,
      input: {
        ...{ fromLender, toLender, valueDate: daysAgo(2), kind: 'COURT', document, reason: 'fail points' },
        ...{ loanNumbers: null, price: null },
      },
    })
    const args = ['lenders', 'take-back-transfer', orderId ?? '', ...reason]
    return { ...commandOn(stand, { lenders, loans: [loan.loanId] }, args), facts }
  },
}

export const holdingVerbs: readonly Verb[] = [transferred, takenBack]
