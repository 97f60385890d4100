import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { dayOf } from '../../model/days.ts'
import { changesBy, isCovered, isLatest, judgePayment, repay } from '../../model/servicing.ts'
import { inOrder } from '../../model/value-dates.ts'
import type { Island } from './island.ts'
import { operate } from './operate.ts'
import { Breach, type Of } from './operation.ts'
import { untilLendersFree } from './payments.ts'

type Line = Of<'repay-file'>['lines'][number] & { paidOn: string }

/**
 * Records a file of payments, by value date and reference whatever the order of its lines. Each line is recorded once,
 * recognised as a repetition, or refused because of its reference or its date. One reference may pay several loans.
 */
export async function recordFile(island: Island, operation: Of<'repay-file'>): Promise<void> {
  const { system } = island.scenario
  const today = dayOf(system.now())
  const lines: Line[] = []
  for (const line of operation.lines) {
    if (!island.books.loans.get(line.loan)?.servicing) continue
    await untilLendersFree(island, line.loan)
    lines.push({ ...line, paidOn: line.paidOn ?? today })
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
    const verdict = judgePayment(island.books, loan, payment, today)
    if (verdict === 'KNOWN') counts.known += 1
    else if (verdict !== 'RECORDED') counts.refused += 1
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
