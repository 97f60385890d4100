import { createHash } from 'node:crypto'
import { businessDateOf, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import type {
  StatementFigures,
  StatementPortfolio,
  StatementReturn,
} from '@pematang/contract/reports/statements/endpoints'
import { noSums, type Sums } from './classify.ts'
import type { StatementMovement } from './movements.ts'
import { type Period, sumOf } from './period.ts'
import { lentOf, type Shift } from './portfolio.ts'

/** The sums of one day on one account, for a statement that does not list each movement. */
export type DaySums = {
  account: StatementMovement['account']
  day: BusinessDate
  movements: number
  credited: number
  debited: number
  balance: number
}

/** The content of a statement apart from its movements. */
export type Result = {
  figures: StatementFigures
  netReturn: StatementReturn
  backdated: number
  days: DaySums[]
  /** SHA-256 over the movements. */
  sha256: Buffer
}

export type Ending = Pick<Result, 'figures' | 'netReturn'> & { portfolio: StatementPortfolio }

/** Adds up the movements of a period while they are read; only one entry per day is kept in memory. */
export class Tally {
  readonly #period: Period
  readonly #sums: Sums = noSums()
  readonly #hash = createHash('sha256')
  readonly #days: DaySums[] = []
  #movements = 0
  #backdated = 0
  #recovered = 0
  /**
   * Changes of the lent principal in the period: their sum, and the sum of each change times the days for which it
   * counted.
   */
  #change = 0
  #weighted = 0n

  constructor(period: Period) {
    this.#period = period
  }

  add(movement: StatementMovement): void {
    const { sums, day, valueDate, recovered } = movement
    for (const key of Object.keys(sums) as (keyof Sums)[]) this.#sums[key] += sums[key]
    this.#movements += 1
    if (valueDate < this.#period.from) this.#backdated += 1
    this.#recovered += recovered
    this.#shift(day, sums.lent - sums.refunded - sums.principal + recovered)
    this.#hash.update(fingerprintLine(movement))
    this.#addDay(movement)
  }

  /**
   * Computes the result after the last movement.
   * @param losses write-offs that were recorded in the period
   * @param handed holdings that went to or from the lender in it (`handedOver`)
   * @param withheld interest of payments that left no cash after tax (`withheldInFull`)
   */
  finish(
    portfolio: StatementPortfolio,
    { losses, handed, withheld }: { losses: readonly Shift[]; handed: readonly Shift[]; withheld: number },
  ): Result {
    const { spans } = this.#period
    for (const { at, amount } of losses) this.#shift(businessDateOf(at), -amount)
    for (const { at, amount } of handed) this.#shift(businessDateOf(at), amount)
    const figures = {
      opening: sumOf(spans, 'opening'),
      closing: sumOf(spans, 'closing'),
      ...this.#sums,
      interest: this.#sums.interest + withheld,
      tax: this.#sums.tax + withheld,
      movements: this.#movements,
    }
    const lost = losses.reduce((sum, { amount }) => sum + amount, 0) - this.#recovered
    return {
      figures,
      netReturn: returnOf(figures, lost, this.#average(portfolio)),
      backdated: this.#backdated,
      days: this.#days,
      sha256: this.#hash.digest(),
    }
  }

  /**
   * The average lent principal: the principal at the start of the period, plus each change weighted by the days for
   * which it counted.
   */
  #average(portfolio: StatementPortfolio): number {
    const { from, to } = this.#period
    const days = BigInt(daysBetween(from, to) + 1)
    const atStart = BigInt(lentOf(portfolio) - this.#change)
    return Number((atStart * days + this.#weighted) / days)
  }

  #shift(day: BusinessDate, amount: number): void {
    const counted = this.#within(day)
    this.#change += amount
    this.#weighted += BigInt(amount) * BigInt(daysBetween(counted, this.#period.to) + 1)
  }

  /** Moves a day into the period: a movement at midnight may belong to a neighbouring day by its own time. */
  #within(day: BusinessDate): BusinessDate {
    const { from, to } = this.#period
    return day < from ? from : day > to ? to : day
  }

  #addDay({ account, day, amount, balanceAfter }: StatementMovement): void {
    const counted = this.#within(day)
    let last = this.#days.at(-1)
    if (last?.account !== account || last.day < counted) {
      last = { account, day: counted, movements: 0, credited: 0, debited: 0, balance: 0 }
      this.#days.push(last)
    }
    last.movements += 1
    last[amount > 0 ? 'credited' : 'debited'] += Math.abs(amount)
    last.balance = balanceAfter
  }
}

/** A movement as text for the SHA-256. This format must never change, because issued statements were hashed with it. */
const fingerprintLine = ({
  account,
  seq,
  transferId,
  kind,
  ref,
  amount,
  balanceAfter,
  valueDate,
  sums,
}: StatementMovement) =>
  `${[
    account,
    seq,
    transferId,
    kind,
    ref,
    amount,
    balanceAfter,
    valueDate,
    sums.principal,
    sums.interest,
    sums.penalty,
    sums.tax,
  ].join('|')}\n`

/**
 * The net return of a period.
 * @param lost its write-offs
 * @param average the average lent principal
 */
export function returnOf(
  { interest, penalty, tax, fees }: Pick<StatementFigures, 'interest' | 'penalty' | 'tax' | 'fees'>,
  lost: number,
  average: number,
): StatementReturn {
  const amount = interest + penalty - tax - fees - lost
  return { amount, lost, average, percent: average > 0 ? percentOf(amount, average) : null }
}

/** A percentage with two decimals, rounded towards the smaller figure. */
function percentOf(amount: number, average: number): string {
  const [scaled, divisor] = [BigInt(amount) * 10_000n, BigInt(average)]
  const hundredths = scaled / divisor - (scaled < 0n && scaled % divisor !== 0n ? 1n : 0n)
  const size = hundredths < 0n ? -hundredths : hundredths
  return `${hundredths < 0n ? '-' : ''}${size / 100n},${String(size % 100n).padStart(2, '0')}%`
}
