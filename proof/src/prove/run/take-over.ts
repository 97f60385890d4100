import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { untilUp } from '../doors/insist.ts'
import { dayOf, laterBy } from '../../model/days.ts'
import {
  takeBack,
  takeCashBack as takeBackIn,
  takeOver,
  takeOverCash as takeIn,
} from '../../model/take-over.ts'
import type { Island } from './island.ts'
import { Breach, type Of } from './operation.ts'
import { importLoan } from './offers.ts'
import { operate } from './operate.ts'
import { untilLendersFree } from './payments.ts'

const header =
  'loan_number,lender_phone,amount,signed_on,agreement_reference,agreement_sha256,as_of,disbursed_on,days_late,' +
  'principal_left,interest_due,interest_ahead'

const agreementOf = (loan: string, place: number): string => `ARSIP/${loan}/${place + 1}`

const fileOf = ({ scenario }: Island, loan: string): string =>
  path.join(scenario.system.place.folder, `${loan}-parts.csv`)

/** Takes a loan over, twice: then it is known. One whose lenders lack the cash is left out. */
export async function takeOverLoan(island: Island, operation: Of<'take-over'>): Promise<void> {
  const { loan, parts, opening, total } = operation
  const { system } = island.scenario
  for (const { lender } of parts) await island.untilFree(lender)
  const isPaid = parts.every(({ lender, amount }) => island.books.available(lender) >= amount)
  if (!opening && !isPaid) return
  if (!island.books.loans.has(loan)) await importLoan(island, operation)
  const signedOn = opening?.disbursedOn ?? laterBy(dayOf(system.now()), -1)
  const lines = parts.map(({ lender, amount }, place) => {
    const agreement = agreementOf(loan, place)
    const sha256 = createHash('sha256').update(agreement).digest('hex')
    const of = opening?.parts[place]
    const stood =
      opening && of
        ? [
            opening.asOf,
            opening.disbursedOn,
            opening.daysLate,
            of.principalLeft,
            of.interestDue,
            of.interestAhead,
          ]
        : ['', '', '', '', '', '']
    return [loan, lender, amount, signedOn, agreement, sha256, ...stood].join(',')
  })
  const file = fileOf(island, loan)
  writeFileSync(file, `${header}\n${lines.join('\n')}\n`)
  for (const time of [1, 2]) {
    const { reply, attempts } = await operate(island, ['loans', 'take-over', file])
    island.scenario.acknowledge({ operation, reply: reply.said })
    const isNew = time === 1
    const ends =
      isNew && attempts > 1 ? { refused: 0 } : { taken: isNew ? 1 : 0, known: isNew ? 0 : 1, refused: 0 }
    const differs = Object.entries(ends).filter(([name, value]) => reply.data[name] !== value)
    if (reply.code !== 0 || differs.length > 0)
      throw new Breach('a loan was taken over or not against the rules', reply.said, operation)
    if (isNew) takeOver(island.books, operation, await fundingsOf(island, loan, parts.length))
    checkSums(island, operation, reply.data['opened'])
  }
  if (island.books.loan(loan).funded !== total) throw new Breach('a loan lacks parts', null, operation)
}

/** The sums to sign off: what is left of the loan, and what of it is late. */
function checkSums(island: Island, operation: Of<'take-over'>, opened: unknown): void {
  const installments = island.books.loan(operation.loan).servicing?.installments ?? []
  const { opening } = operation
  const due = installments.filter(({ dueDate }) => opening !== null && dueDate <= opening.asOf)
  const sum = (amounts: number[]) => amounts.reduce((before, one) => before + one, 0)
  const model = {
    loans: opening ? 1 : 0,
    outstanding: sum(installments.map((one) => one.principal)),
    arrears: sum(due.map((one) => one.principal + one.interest)),
    late: opening && opening.daysLate > 0 ? 1 : 0,
  }
  const system = opened as Record<string, number>
  if (Object.entries(model).some(([name, value]) => system[name] !== value))
    throw new Breach('a loan was taken over with other sums', { model, system }, operation)
}

/** The ids of the fundings of a loan that was taken over, in the order of its parts. */
async function fundingsOf(island: Island, loan: string, count: number): Promise<string[]> {
  const { rows } = await untilUp(island.scenario.system, () =>
    island.scenario.db().query<{ id: string; reference: string }>({
      text: `select a.funding_id::text as id, a.reference from archived_agreement a
               join funding f on f.id = a.funding_id join loan l on l.id = f.loan_id
              where l.loan_number = $1 and f.state = 'SETTLED'`,
      values: [loan],
    }),
  )
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]))
  return Array.from({ length: count }, (_, place) => ids.get(agreementOf(loan, place)) ?? '')
}

/** Takes the take-over of a loan back, once, while nothing on it stands that was recorded since. */
export async function takeLoanBack(island: Island, operation: Of<'take-back'>): Promise<void> {
  const { loan, isByFile } = operation
  const known = island.books.loans.get(loan)
  if (!known) return
  await untilLendersFree(island, loan)
  const fundings = island.books.fundingsOf(loan, 'SETTLED').length
  const opened = known.servicing?.isTakenOver ?? false
  const what = isByFile ? ['--file', fileOf(island, loan)] : [loan]
  const asked = ['loans', 'take-back', ...what, '--yes', '--reason', 'balances of another day']
  const { reply, attempts } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const end = takeBack(island.books, loan)
  const isNew = end === 'takenBack'
  const ofOne = { known: !isNew, ...(isNew && { amount: known.total, fundings, opened }) }
  const ofFile = { takenBack: isNew ? 1 : 0, known: isNew ? 0 : 1, refused: 0 }
  // An interrupted attempt may have taken it back.
  const expected = attempts > 1 ? {} : isByFile ? ofFile : ofOne
  const isDone =
    reply.code === 0 && Object.entries(expected).every(([name, value]) => reply.data[name] === value)
  if (end === 'refused' ? reply.code === 0 : !isDone)
    throw new Breach(`the take-over of a loan should be ${end}`, reply.said, operation)
}

const bankOf = (method: 1 | 2): string => (method === 1 ? 'BNI' : 'OTHER')

/** Takes over the cash of a lender at a bank; what was taken over is known, other cash is refused. */
export async function takeOverCash(island: Island, operation: Of<'take-over-cash'>): Promise<void> {
  const { lender, method, amount, asOf } = operation
  const file = path.join(island.scenario.system.place.folder, `cash-${island.index}.csv`)
  writeFileSync(file, `lender_phone,bank,amount,as_of\n${lender},${bankOf(method)},${amount},${asOf}\n`)
  const { reply, attempts } = await operate(island, ['lenders', 'cash', 'take-over', file, '--yes'])
  island.scenario.acknowledge({ operation, reply: reply.said })
  const end = takeIn(island.books, operation)
  const isInterrupted = attempts > 1 && end === 'taken' && reply.data['known'] === 1
  if (reply.data[end] !== 1 && !isInterrupted)
    throw new Breach(`cash to take over should be ${end}`, reply.said, operation)
}

/** Takes back cash that was taken over, once, while the lender has it. */
export async function takeCashBack(island: Island, operation: Of<'take-cash-back'>): Promise<void> {
  const { lender, method } = operation
  await island.untilFree(lender)
  const reason = ['--reason', 'another lender']
  const asked = ['lenders', 'cash', 'take-back', '--phone', lender, '--bank', bankOf(method), ...reason]
  const { reply, attempts } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const isDone = takeBackIn(island.books, operation)
  if (reply.code === 0 ? !isDone : isDone && attempts === 1)
    throw new Breach('cash was taken back or not against the rules', reply.said, operation)
}
