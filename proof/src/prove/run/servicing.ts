import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { patience, textOf, untilUp } from '../doors/insist.ts'
import type { Reply } from '../doors/operator.ts'
import { dayOf, laterBy } from '../../model/days.ts'
import {
  canReverse,
  changesBy,
  isCovered,
  isLatest,
  payOut,
  refusalOfDate,
  repay,
  reverse as reverseIn,
} from '../../model/servicing.ts'
import { inOrder } from '../../model/value-dates.ts'
import { ask, readAgreement } from './fund.ts'
import type { Island } from './island.ts'
import { Breach, type Of } from './operation.ts'

type Servicing = Of<'offer' | 'cancel' | 'pay-out' | 'repay' | 'repay-file' | 'repay-again' | 'reverse'>

/** Refusals that a command reports without an error code. */
const definite =
  / is no loan |cancelled any more|not funded in full|paid out|disbursed|taken back before|No cash of lender|rupiah free that|was given to|was sent back as/

/**
 * Runs a command until it ends with a result or a refusal. It is repeated while a process is down, which is safe for
 * all commands.
 */
export async function operate(
  island: Island,
  args: readonly string[],
): Promise<{ reply: Reply; code: string; attempts: number }> {
  const until = Date.now() + patience.answerMs
  for (let attempts = 1; ; attempts += 1) {
    const reply = await island.scenario.operator.run(args)
    const code = textOf(reply.data, 'code')
    // While the database recovers, a command may give up as overloaded, which decides nothing.
    // A file of which nothing was taken ends with a report.
    const isReported = typeof reply.data['refused'] === 'number'
    const isRefused = isReported || (code !== '' && code !== 'OVERLOADED') || definite.test(reply.said)
    // A rule that the command had left to the database: its refusal would say nothing to an operator.
    if (/violates .* constraint/.test(reply.said))
      throw new Breach(`operator ${args.join(' ')} was stopped by the database alone`, reply.said)
    if (reply.code === 0 || reply.code === 1 || isRefused) return { reply, code, attempts }
    if (Date.now() > until || island.scenario.system.isClosed)
      throw new Breach(`operator ${args.join(' ')} did not end`, reply.said)
    await sleep(100)
  }
}

/** Performs an operation of the operator, and records it in the model. */
export async function performServicing(island: Island, operation: Servicing): Promise<void> {
  switch (operation.verb) {
    case 'offer':
      return offer(island, operation)
    case 'cancel':
      return cancel(island, operation)
    case 'pay-out':
      return disburse(island, operation)
    case 'repay':
      return record(island, operation)
    case 'repay-file':
      return recordFile(island, operation)
    case 'repay-again':
      return recordAgain(island, operation)
    default:
      return reverse(island, operation)
  }
}

const header =
  'loan_number,borrower_number,borrower_name,loan_type,total_loan,minimum_funding,interest,interest_type,tenor,' +
  'tenor_period,grade,grade_description,purpose,marketing_title,marketing_detail,offer_from,offer_until'

export const loanType = 'Modal Usaha'

async function offer(island: Island, operation: Of<'offer'>): Promise<void> {
  const { loan, total, minimum, terms } = operation
  await importLoan(island, operation, ['--publish'])
  const position = { state: 'OFFERED' as const, reserved: 0, funded: 0, servicing: null }
  island.books.loans.set(loan, { ...position, total, minimum, terms })
  island.scenario.acknowledge({ operation })
}

/** Imports a loan with a file of its own, as a draft unless the options say otherwise. */
export async function importLoan(
  island: Island,
  operation: Of<'offer' | 'take-over'>,
  options: readonly string[] = [],
): Promise<void> {
  const { loan, total, minimum, terms } = operation
  const { system } = island.scenario
  const today = dayOf(system.now())
  const rate = (terms.ratePpm / 1_000_000).toFixed(6)
  const numbers = `${total},${minimum},${rate},${terms.interestType},${terms.tenor},${terms.period}`
  const line = `${loan},B-${loan},Toko ${loan},${loanType},${numbers},,,,Uji,,${laterBy(today, -1)},${laterBy(today, 700)}`
  const file = path.join(system.place.folder, `${loan}.csv`)
  writeFileSync(file, `${header}\n${line}\n`)
  const { reply } = await operate(island, ['loans', 'import', file, ...options])
  if (reply.code !== 0) throw new Breach('a loan could not be imported', reply.said, operation)
  const { rows } = await untilUp(system, () =>
    island.scenario.db().query<{ id: string }>({
      text: 'select id from loan where loan_number = $1',
      values: [loan],
    }),
  )
  island.loanIds.set(loan, Number(rows[0]?.id))
}

async function cancel(island: Island, operation: Of<'cancel'>): Promise<void> {
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

async function disburse(island: Island, operation: Of<'pay-out'>): Promise<void> {
  const known = island.books.loans.get(operation.loan)
  if (!known) return
  await island.untilEnded(operation.loan)
  const on = dayOf(island.scenario.system.now())
  const { reply, attempts } = await operate(island, ['disbursements', 'make', operation.loan, '--on', on])
  island.scenario.acknowledge({ operation, on, reply: reply.said })
  // If an interrupted attempt already paid it out, the next attempt is refused.
  const isRepeated = attempts > 1 && known.state === 'FUNDED' && /paid out|disbursed/.test(reply.said)
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

/** The command-line arguments that record a payment. */
export const argumentsOf = (
  loan: string,
  paidOn: string,
  amount: number,
  reference: string,
  fee: number,
): string[] => [
  ...['repayments', 'record', loan, '--paid-on', paidOn, '--amount', String(amount)],
  ...['--reference', reference, '--yes', ...(fee > 0 ? ['--fee', String(fee)] : [])],
]

async function record(island: Island, operation: Of<'repay'>): Promise<void> {
  const { loan, reference, amount, fee } = operation
  const servicing = island.books.loans.get(loan)?.servicing
  if (!servicing) return
  const today = dayOf(island.scenario.system.now())
  const paidOn = operation.paidOn ?? today
  const refusal = refusalOfDate(servicing, paidOn, today)
  const payment = { reference, paidOn, amount, fee }
  await untilLendersFree(island, loan)
  if (refusal === null && !isCovered(island.books, changesBy(island.books, loan, payment))) return
  const { reply, code, attempts } = await operate(island, argumentsOf(loan, paidOn, amount, reference, fee))
  island.scenario.acknowledge({ operation, paidOn, reply: reply.said })
  if (refusal !== null) {
    if (code !== refusal) throw new Breach(`a payment should be refused: ${refusal}`, reply.said, operation)
    return
  }
  if (reply.code !== 0) throw new Breach('a payment was refused', reply.said, operation)
  const { payment: made, moved } = repay(island.books, loan, payment)
  island.scenario.bankLines.moved(reference, amount)
  const differs = Object.entries(made.parts).filter(([name, value]) => reply.data[name] !== value)
  if (differs.length > 0)
    throw new Breach('a payment was laid out otherwise', { model: made.parts, reply: reply.data }, operation)
  checkMoved(operation, { moved, reply, attempts })
}

/** Checks which payments with later value dates the answer says to be allocated anew. */
function checkMoved(
  operation: Servicing,
  { moved, reply, attempts }: { moved: readonly string[]; reply: Reply; attempts: number },
): void {
  // The answer to a repetition does not say it.
  if (attempts > 1 || JSON.stringify(reply.data['moved']) === JSON.stringify(moved)) return
  throw new Breach('other payments were allocated anew', { model: moved, reply: reply.data }, operation)
}

/** Waits for the money that the lenders of a loan get back: a correction may take what they have. */
async function untilLendersFree(island: Island, loan: string): Promise<void> {
  for (const { lender } of island.books.loans.get(loan)?.servicing?.shares ?? [])
    await island.untilFree(lender)
}

type Line = Of<'repay-file'>['lines'][number] & { paidOn: string }

/**
 * Records a file of payments, by value date and reference whatever the order of its lines. Each line is recorded once,
 * recognised as a repetition, or refused because its reference belongs to another payment or its date is none.
 */
async function recordFile(island: Island, operation: Of<'repay-file'>): Promise<void> {
  const { system } = island.scenario
  const today = dayOf(system.now())
  const lines: Line[] = []
  for (const line of operation.lines) {
    const known = find(island, line.reference)
    if (!known && !island.books.loans.get(line.loan)?.servicing) continue
    await untilLendersFree(island, line.loan)
    lines.push({ ...line, paidOn: known?.payment.paidOn ?? line.paidOn ?? today })
  }
  const { kept, ...model } = enterLines(island, lines, today)
  if (kept.length === 0) return
  const file = path.join(system.place.folder, `payments-${island.index}.csv`)
  const text = kept.map(
    ({ loan, paidOn, amount, reference, fee }) => `${loan},${paidOn},${amount},${reference},${fee}`,
  )
  writeFileSync(file, `loan_number,paid_on,amount,reference,fee\n${text.join('\n')}\n`)
  const { reply, attempts } = await operate(island, ['repayments', 'import', file, '--yes'])
  island.scenario.acknowledge({ operation, paidOn: today, reply: reply.said })
  // Payments that an interrupted attempt recorded count as repetitions in the next attempt.
  const ends = attempts === 1 ? model : { refused: model.refused }
  const differs = Object.entries(ends).filter(([name, value]) => reply.data[name] !== value)
  if (differs.length > 0)
    throw new Breach('a file of payments was taken otherwise', { model, reply: reply.said }, operation)
}

/** The lines by value date, in rounds: each has each loan once, and the first lines of all loans are recorded first. */
function roundsOf(lines: readonly Line[]): Line[][] {
  const count = new Map<string, number>()
  const rounds: Line[][] = []
  for (const line of lines.toSorted(inOrder)) {
    const round = count.get(line.loan) ?? 0
    count.set(line.loan, round + 1)
    ;(rounds[round] ??= []).push(line)
  }
  return rounds
}

/**
 * Those that come after all payments of their loan, and then the others: it decides on which of them a rupiah of a
 * month's tax falls.
 */
function latestFirst(island: Island, round: readonly Line[]): Line[] {
  const isAfter = (line: Line): boolean => {
    const servicing = island.books.loans.get(line.loan)?.servicing
    return !servicing || isLatest(servicing, line)
  }
  const after = round.filter(isAfter)
  return [...after, ...round.filter((line) => !after.includes(line))]
}

/**
 * Records the lines of a file in the model.
 * @returns what the report must say, and the lines in their order without those that would leave a lender owing money
 */
function enterLines(island: Island, lines: readonly Line[], today: string) {
  const counts = { taken: 0, known: 0, refused: 0 }
  const sums = { amount: 0, principal: 0, interest: 0, penalty: 0, fee: 0, excess: 0, rounding: 0, tax: 0 }
  const left = new Set<Line>()
  const enter = (line: Line): void => {
    const { loan, reference, amount, fee, paidOn } = line
    const payment = { reference, paidOn, amount, fee }
    const known = find(island, reference)?.payment
    const servicing = island.books.loans.get(loan)?.servicing
    if (known) {
      const isSame = known.amount === amount && known.fee === fee && !known.isSettlement
      counts[isSame ? 'known' : 'refused'] += 1
    } else if (servicing && refusalOfDate(servicing, paidOn, today) !== null) counts.refused += 1
    else if (!isCovered(island.books, changesBy(island.books, loan, payment))) left.add(line)
    else {
      const { parts } = repay(island.books, loan, payment).payment
      island.scenario.bankLines.moved(reference, amount)
      counts.taken += 1
      sums.amount += amount
      for (const name of Object.keys(parts) as (keyof typeof parts)[]) sums[name] += parts[name]
    }
  }
  for (const round of roundsOf(lines)) for (const line of latestFirst(island, round)) enter(line)
  return { kept: lines.filter((line) => !left.has(line)), ...counts, ...sums }
}

/** Finds the loan and the payment with a reference, unless the payment was reversed. */
function find(island: Island, reference: string) {
  for (const [loan, { servicing }] of island.books.loans) {
    const payment = servicing?.payments.find((one) => one.reference === reference)
    if (payment) return { loan, payment }
  }
  return null
}

/**
 * Records a payment again: the same payment is recognised as a repetition, another one with its reference is refused.
 */
async function recordAgain(island: Island, operation: Of<'repay-again'>): Promise<void> {
  const found = find(island, operation.reference)
  if (!found) return
  const { paidOn, amount, fee, isSettlement } = found.payment
  const asked = argumentsOf(found.loan, paidOn, amount + operation.change, operation.reference, fee)
  const { reply, code } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const allowed = operation.change === 0 && !isSettlement ? reply.code === 0 : code === 'REFERENCE_REUSED'
  if (!allowed) throw new Breach('a reference was taken twice', reply.said, operation)
}

async function reverse(island: Island, operation: Of<'reverse'>): Promise<void> {
  const { reference } = operation
  const found = find(island, reference)
  if (!found) return
  await untilLendersFree(island, found.loan)
  if (!canReverse(island.books, found.loan, reference)) return
  const asked = ['repayments', 'reverse', reference, '--reason', 'recorded in error']
  const { reply, code, attempts } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const isDone = reply.code === 0 || (attempts > 1 && code === 'REVERSED_BEFORE')
  if (!isDone) throw new Breach('a payment could not be reversed', reply.said, operation)
  const moved = reverseIn(island.books, found.loan, reference)
  checkMoved(operation, { moved, reply, attempts })
  island.scenario.bankLines.moved(reference, -found.payment.amount)
}
