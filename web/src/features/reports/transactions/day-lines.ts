import { businessDateOf } from '@pematang/contract/format/business-date'
import type { TransactionDay, TransactionItem } from '@pematang/contract/reports/transactions/endpoints'

/** One line of a day: a transaction, or several installments that came one after the other. */
export type Line = readonly [TransactionItem, ...TransactionItem[]]
export type DayLines = { day: string; facts: TransactionDay | undefined; shown: number; lines: Line[] }

/** From this many installments on, they are one line. */
const fewest = 3

const isInstallment = ({ typeName, status, isCorrection }: TransactionItem): boolean =>
  typeName === 'Repayment' && status === 'Success' && !isCorrection

/**
 * The transactions of a page by day in Jakarta, in their order.
 * @param folds whether installments that came one after the other are one line
 */
export function dayLines(
  rows: readonly TransactionItem[],
  days: readonly TransactionDay[],
  folds: boolean,
): DayLines[] {
  const byDay = Map.groupBy(rows, ({ createdDate }) => businessDateOf(createdDate))
  return [...byDay].map(([day, of]) => ({
    day,
    facts: days.find((facts) => facts.day === day),
    shown: of.length,
    lines: folds ? folded(of) : of.map((row) => [row]),
  }))
}

function folded(rows: readonly TransactionItem[]): Line[] {
  const runs: [TransactionItem, ...TransactionItem[]][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && isInstallment(run[0]) && isInstallment(row)) run.push(row)
    else runs.push([row])
  }
  return runs.flatMap((run): Line[] => (run.length >= fewest ? [run] : run.map((row) => [row])))
}
