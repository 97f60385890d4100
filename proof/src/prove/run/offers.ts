import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { untilUp } from '../doors/insist.ts'
import { dayOf, laterBy } from '../../model/days.ts'
import type { Loan } from '../../model/books.ts'
import { payOut } from '../../model/servicing.ts'
import { ask, readAgreement } from './fund.ts'
import type { Island } from './island.ts'
import { operate } from './operate.ts'
import { Breach, type Of } from './operation.ts'

const header =
  'loan_number,borrower_number,borrower_name,loan_type,total_loan,minimum_funding,interest,interest_type,tenor,' +
  'tenor_period,grade,grade_description,purpose,marketing_title,marketing_detail,offer_from,offer_until'

export const loanType = 'Modal Usaha'

export async function offer(island: Island, operation: Of<'offer'>): Promise<void> {
  const { loan, total, minimum, terms } = operation
  await importLoan(island, operation, ['--publish'])
  enterOffer(island, loan, { total, minimum, terms })
  island.scenario.acknowledge({ operation })
}

type NewLoan = Pick<Of<'offer'>, 'loan' | 'total' | 'minimum' | 'terms'> & {
  borrower?: string
  grade?: string
}

export function writeLoans({ scenario }: Island, name: string, loans: readonly NewLoan[]): string {
  const { system } = scenario
  const today = dayOf(system.now())
  const lines = loans.map(({ loan, total, minimum, terms, borrower = loan, grade = '' }) => {
    const rate = (terms.ratePpm / 1_000_000).toFixed(6)
    const numbers = `${total},${minimum},${rate},${terms.interestType},${terms.tenor},${terms.period}`
    return `${loan},B-${borrower},Toko ${borrower},${loanType},${numbers},${grade},${grade && 'Uji'},,Uji,,${laterBy(today, -1)},${laterBy(today, 700)}`
  })
  const file = path.join(system.place.folder, `${name}.csv`)
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`)
  return file
}

export function enterOffer(
  { books }: Island,
  loan: string,
  of: Pick<Loan, 'total' | 'minimum' | 'terms'>,
): void {
  books.loans.set(loan, { ...of, state: 'OFFERED', reserved: 0, funded: 0, servicing: null })
}

/** Imports a loan with a file of its own, as a draft unless the options say otherwise. */
export async function importLoan(
  island: Island,
  operation: Of<'offer' | 'take-over' | 'auto-round'>,
  options: readonly string[] = [],
  loanOf: Pick<NewLoan, 'borrower' | 'grade'> = {},
): Promise<void> {
  const { loan } = operation
  const file = writeLoans(island, loan, [{ ...operation, ...loanOf }])
  const { reply } = await operate(island, ['loans', 'import', file, ...options])
  if (reply.code !== 0) throw new Breach('a loan could not be imported', reply.said, operation)
  await knowLoan(island, loan)
}

export async function knowLoan({ scenario, loanIds }: Island, loan: string): Promise<void> {
  const { rows } = await untilUp(scenario.system, () =>
    scenario.db().query<{ id: string }>({
      text: 'select id from loan where loan_number = $1',
      values: [loan],
    }),
  )
  loanIds.set(loan, Number(rows[0]?.id))
}

export async function cancel(island: Island, operation: Of<'cancel'>): Promise<void> {
  const known = island.books.loans.get(operation.loan)
  if (!known) return
  const { loan, reader } = operation
  const request = reader && { lender: reader.lender, loan, amount: reader.amount }
  if (request) await island.untilFree(request.lender, loan)
  const isRead = request ? await readAgreement(island, operation, { request }) : false
  await island.untilEnded(loan)
  const waiting = island.books.fundingsOf(operation.loan, 'WAITING')
  const { reply, attempts } = await operate(island, ['loans', 'cancel', operation.loan])
  island.scenario.acknowledge({ operation, reply: reply.said })
  const before = known.state
  island.books.cancel(operation.loan)
  const says =
    reply.code !== 0 ? 'refused' : reply.data['cancelled'] === true ? 'cancelled' : 'cancelled before'
  // An interrupted attempt may have cancelled it.
  const wasInterrupted = says === 'cancelled before' && attempts > 1
  const rule =
    known.state !== 'CANCELLED'
      ? 'refused'
      : before === 'CANCELLED' || wasInterrupted
        ? 'cancelled before'
        : 'cancelled'
  if (says !== rule)
    throw new Breach(`a loan that is ${before} was cancelled or not against the rules`, reply.said, operation)
  for (const [id, { lender }] of waiting)
    island.follow({ kind: 'funding', id, lender, loan: operation.loan, frees: true })
  if (reader && isRead) await ask(island, { verb: 'ask', loan, ...reader })
}

export async function disburse(island: Island, operation: Of<'pay-out'>): Promise<void> {
  const known = island.books.loans.get(operation.loan)
  if (!known) return
  await island.untilEnded(operation.loan)
  const on = dayOf(island.scenario.system.now())
  const { reply, attempts } = await operate(island, ['disbursements', 'make', operation.loan, '--on', on])
  island.scenario.acknowledge({ operation, on, reply: reply.said })
  // If an interrupted attempt already paid it out, the next attempt is refused.
  const isRepeated = attempts > 1 && known.state === 'FUNDED' && /dicairkan/.test(reply.said)
  const isDone = reply.code === 0 || isRepeated
  if (isDone !== (known.state === 'FUNDED'))
    throw new Breach(
      `a loan that is ${known.state} was ${isDone ? '' : 'not '}paid out`,
      reply.said,
      operation,
    )
  if (!isDone) return
  payOut(island.books, operation.loan, on)
  island.scenario.bankLines.moved(operation.loan, -known.total)
}
