import type { Choices } from '../../seed/random.ts'
import type { Outcome } from '../engine/cell.ts'
import { stepCost } from '../engine/costs.ts'
import type { Platform } from '../engine/platform.ts'
import { type FundingState, rowOf } from '../protocol/books.ts'
import { type FundInput, sign, type WithdrawInput, withdraw } from '../protocol/lenders.ts'
import { insist } from './insist.ts'

/** What a client wanted and what it was answered in the end; null while it has no final answer. */
export type FundingRecord = FundInput & {
  isGivenUp: boolean
  outcome: Outcome | null
  signed: FundingState | null
}
export type WithdrawalRecord = WithdrawInput & { isSent: boolean | null }
export type ClientRecords = { fundings: FundingRecord[]; withdrawals: WithdrawalRecord[] }

export type Crowd = {
  lenders: number
  loans: number
  fundings: number
  /** Milliseconds in which all of them begin. */
  duration: number
  expiresAfter: number
}

/** Amounts are multiples of this. */
export const unit = 100_000

/** Plans fundings, their signatures and withdrawals of all lenders; the records are filled in as the answers come. */
export function planClients(platform: Platform, choices: Choices, crowd: Crowd): ClientRecords {
  const records: ClientRecords = { fundings: [], withdrawals: [] }
  for (let number = 0; number < crowd.fundings; number += 1) {
    const record = drawFunding(platform, choices, crowd, number)
    records.fundings.push(record)
    const delays = {
      // Most sign in time, a few at about the moment of the expiry, and the others never.
      sign: choices.inHundred(85) ? 200 + choices.below(crowd.expiresAfter * 1.05) : null,
    }
    platform.timeline.after(choices.below(crowd.duration), () => startFunding(platform, record, delays.sign))
  }
  for (let number = 0; number < crowd.fundings / 5; number += 1) {
    const lender = choices.below(crowd.lenders)
    const amount = unit * (1 + choices.below(6))
    const record: WithdrawalRecord = { key: `withdrawal-${number}`, lender, amount, isSent: null }
    records.withdrawals.push(record)
    platform.timeline.after(choices.below(crowd.duration), () => startWithdrawal(platform, record))
  }
  return records
}

function drawFunding(
  platform: Platform,
  choices: Choices,
  { lenders, loans }: Crowd,
  number: number,
): FundingRecord {
  const [lender, loan] = [choices.below(lenders), choices.below(loans)]
  return {
    ...{ key: `funding-${number}`, lender, loan, home: platform.numberOf(loan) },
    amount: unit * (1 + choices.below(5)),
    isGivenUp: choices.inHundred(10),
    ...{ outcome: null, signed: null },
  }
}

function startFunding(platform: Platform, record: FundingRecord, signAfter: number | null): void {
  const cell = platform.cellOf(record.lender)
  insist<Outcome>(platform, {
    cell,
    ask: (respond) => cell.fund(record, respond),
    isFinal: (outcome) => outcome !== 'in-process',
    done: (outcome) => {
      record.outcome = outcome
      if (outcome === 'reserved' && signAfter !== null)
        platform.timeline.after(signAfter, () => startSigning(platform, record))
    },
    // Some are closed after the first attempt: what became of their funding is never asked.
    ...(record.isGivenUp ? { attempts: 1 } : {}),
  })
}

function startSigning(platform: Platform, record: FundingRecord): void {
  const cell = platform.cellOf(record.lender)
  insist<FundingState>(platform, {
    cell,
    ask: (respond) => {
      let state: FundingState | undefined
      cell.submit({
        cost: stepCost.sign,
        run: (tx) => {
          state = sign(tx, rowOf(tx.books.keys, record.key))
        },
        done: () => state && respond(state),
      })
    },
    isFinal: () => true,
    done: (state) => {
      record.signed = state
    },
  })
}

function startWithdrawal(platform: Platform, record: WithdrawalRecord): void {
  const cell = platform.cellOf(record.lender)
  insist<boolean>(platform, {
    cell,
    ask: (respond) => {
      let isSent = false
      cell.submit({
        cost: stepCost.withdraw,
        run: (tx) => {
          isSent = withdraw(tx, record)
        },
        done: () => respond(isSent),
      })
    },
    isFinal: () => true,
    done: (isSent) => {
      record.isSent = isSent
    },
  })
}
