import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../../server/src/platform/db/database.ts'
import type { BankDoor } from '../doors/bank.ts'
import { type Answer, patience, textOf } from '../doors/insist.ts'
import type { LenderDoor } from '../doors/lender.ts'
import type { OperatorDoor } from '../doors/operator.ts'
import { Books } from '../../model/books.ts'
import { endOfTransfer, type Verdict } from '../../model/rules.ts'
import type { System } from '../system/system.ts'
import { Breach, Late, type Operation } from './operation.ts'
import type { BankLines } from './bank-lines.ts'
import { endsOfWithdrawal, endWithdrawal, loseWithdrawal } from '../../model/withdrawals.ts'

/** What all islands share. */
export type Scenario = {
  system: System
  bank: BankDoor
  operator: OperatorDoor
  bankLines: BankLines
  /** A connection for reading the outcome of background work; opened again after a jump of the clock. */
  db(): Database
  /** Writes an answer to a log outside the database, before the run depends on it. */
  acknowledge(entry: object): void
}

/** A request that moved money or was refused, with its first answer. */
export type Asked = {
  /** One loan of a selection is a `part`; it has no request of its own. */
  kind: 'fund' | 'withdraw' | 'select' | 'bulk' | 'part'
  lender: string
  loan: string
  amount: number
  method?: 1 | 2
  ownAccount: boolean
  answer: Answer
  /** The id of the funding or withdrawal that the request created; null if it was refused. */
  made: string | null
  loans?: readonly { loan: string; amount: number }[]
  product?: string
}

/** Background work to wait for. `frees` means that it returns money to a lender, which changes what is allowed next. */
type Tail = {
  kind: 'funding' | 'withdrawal'
  id: string
  lender: string
  loan: string
  frees: boolean
  /** Milliseconds since 1970. */
  since: number
}

/** Milliseconds after which an order is no longer on its way to the bank: more than BANK_TIMEOUT_MS. */
const orderMs = 4_000

/**
 * Lenders and loans that no other island uses, and their model. The operations of an island run one after the other.
 */
export class Island {
  readonly index: number
  readonly books = new Books()
  readonly scenario: Scenario
  readonly lenders = new Map<string, LenderDoor>()
  readonly loanIds = new Map<string, number>()
  readonly asked = new Map<string, Asked>()
  /** How the API names the products. */
  readonly products = new Map<string, { uploadId: string; loanTypeId: string }>()
  /**
   * Bulk fundings that were refused for the password, by lender: that decides nothing, so that their key is free for any
   * body.
   */
  readonly undecided = new Map<string, string>()
  /** Lenders whose password was checked in their session, for a bulk funding that they may still ask for. */
  readonly checked = new Set<string>()
  readonly returnable = new Map<string, string>()
  #tails: Tail[] = []
  done = 0

  constructor(index: number, scenario: Scenario) {
    this.index = index
    this.scenario = scenario
  }

  readonly door = (lender: string): LenderDoor => {
    const door = this.lenders.get(lender)
    if (!door) throw new Error(`there is no lender ${lender}`)
    return door
  }

  follow(tail: Omit<Tail, 'since'>): void {
    this.#tails.push({ ...tail, since: Date.now() })
  }

  /**
   * Checks an answer against the verdict of the model.
   * @returns whether the request was accepted
   */
  check(operation: Operation, verdict: Verdict, answer: Answer): boolean {
    const accepted = answer.status === 200
    const code = textOf(answer.body, 'code')
    const allowed = verdict.accepts ? accepted : !accepted && verdict.because.includes(code)
    if (!allowed) throw new Breach('the answer is none that the rules allow', { verdict, answer }, operation)
    return accepted
  }

  /** Waits until all money that is being returned to this lender, or from this loan, has arrived. */
  async untilFree(lender: string | null, loan: string | null = null): Promise<void> {
    const concerned = (tail: Tail) => tail.lender === lender || (loan !== null && tail.loan === loan)
    await this.#untilEnd(this.#tails.filter((one) => one.frees && concerned(one)))
  }

  /** Waits for the end of all background work on a loan. */
  async untilEnded(loan: string): Promise<void> {
    await this.#untilEnd(this.#tails.filter((one) => one.loan === loan))
  }

  /** Whether background work for a lender is still in progress. */
  hasTails(lender: string): boolean {
    return this.#tails.some((tail) => tail.lender === lender)
  }

  async untilAllEnded(): Promise<void> {
    await this.#untilEnd(this.#tails)
  }

  /**
   * After a jump of the clock, open signatures have expired, and orders that a bank never received can no longer
   * arrive.
   */
  afterJump(): void {
    for (const [id, funding] of this.books.fundings) {
      if (funding.state !== 'WAITING') continue
      this.books.release(id, 'EXPIRED')
      this.follow({ kind: 'funding', id, lender: funding.lender, loan: funding.loan, frees: true })
    }
    for (const [id, { state, lender }] of this.books.withdrawals) {
      if (state === 'LOST') this.follow({ kind: 'withdrawal', id, lender, loan: '', frees: true })
    }
    this.books.agreements.outdate()
    this.books.secondPair.expire()
    // Only requests since the last jump are repeated, so that the list stays short.
    this.asked.clear()
    this.checked.clear()
    this.undecided.clear()
    for (const [key, id] of this.returnable) if (!this.books.withdrawals.has(id)) this.returnable.delete(key)
  }

  /** Waits for the end of background work; all of it is read at once. */
  async #untilEnd(tails: readonly Tail[]): Promise<void> {
    const until = Date.now() + patience.backgroundMs
    const sentAt = new Map<string, number>()
    let left = tails
    for (let pauseMs = 20; left.length > 0; pauseMs = Math.min(300, pauseMs * 2)) {
      const states = await this.#statesOf(left).catch(() => null)
      if (states) left = left.filter((tail) => !this.#hasEnded(tail, states.get(tail.id) ?? 'nowhere'))
      for (const { id } of left) if (states?.get(id) === 'SENT' && !sentAt.has(id)) sentAt.set(id, Date.now())
      left = left.filter((tail) => !this.#isLost(tail, sentAt.get(tail.id)))
      const [late] = left
      if (!late) break
      if (Date.now() > until || this.scenario.system.isClosed)
        throw new Late(`a ${late.kind} did not become ${this.#expected(late).join(' or ')} in time`, {
          ...late,
          state: states?.get(late.id),
        })
      await sleep(pauseMs)
    }
    const ended = new Set(tails)
    this.#tails = this.#tails.filter((one) => !ended.has(one))
  }

  #expected({ kind, id }: Tail): string[] {
    if (kind === 'withdrawal') return endsOfWithdrawal(this.books, id)
    return [this.books.fundings.get(id)?.state ?? 'nothing']
  }

  /**
   * Whether a kill has lost the order of a withdrawal on its way to the bank. The product may not send it again, because
   * it cannot know that; it returns the money once the order has expired.
   * @param sentAt when it was first seen to be sent, milliseconds since 1970
   */
  #isLost({ kind, id, since }: Tail, sentAt: number | undefined): boolean {
    const { system, bank } = this.scenario
    const isUnderWay = sentAt === undefined || Date.now() < sentAt + orderMs
    if (kind !== 'withdrawal' || isUnderWay || since > system.disturbedUntil) return false
    // One that was lost before the last jump of the clock is waited for: its money comes back now.
    if (this.books.withdrawals.get(id)?.state === 'LOST' || bank.hasOrder(id)) return false
    loseWithdrawal(this.books, id)
    return true
  }

  /** @throws Breach where it ended otherwise than the model says */
  #hasEnded(tail: Tail, state: string): boolean {
    const expected = this.#expected(tail)
    if (expected.includes(state)) {
      if (tail.kind === 'withdrawal') endWithdrawal(this.books, tail.id, state as 'PAID' | 'RETURNED')
      return true
    }
    if (['WAITING', 'HELD', 'SENT'].includes(state)) return false
    throw new Breach(`a ${tail.kind} ended as ${state}, not as ${expected.join(' or ')}`, tail)
  }

  async #statesOf(tails: readonly Tail[]): Promise<Map<string, string>> {
    const ids = (of: Tail['kind']) => tails.filter(({ kind }) => kind === of).map(({ id }) => id)
    const { rows } = await this.scenario.db().query<{ id: string; state: string }>({
      text: `select id::text, state from funding where id = any($1::uuid[])
             union all select id::text, state from withdrawal where id = any($2::uuid[])`,
      values: [ids('funding'), ids('withdrawal')],
    })
    return new Map(rows.map(({ id, state }) => [id, state]))
  }

  /** Registers a withdrawal to be waited for, unless it ends only after a jump of the clock. */
  followWithdrawal(id: string, lender: string): void {
    const withdrawal = this.books.withdrawals.get(id)
    if (!withdrawal || withdrawal.state === 'LOST') return
    const frees = endOfTransfer(withdrawal.sent) !== 'PAID'
    this.follow({ kind: 'withdrawal', id, lender, loan: '', frees })
  }
}
