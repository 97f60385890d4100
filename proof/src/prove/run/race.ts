import { judgeFunding, wouldAccept } from '../../model/funding.ts'
import type { Answer } from '../doors/insist.ts'
import { isSame } from './again.ts'
import { enterFunding, isKnown, loanOf, readAgreement } from './fund.ts'
import type { Island } from './island.ts'
import { Breach, type Of, type RaceRequest } from './operation.ts'
import { accountOf, enterWithdrawal, feeOf } from './withdraw.ts'
import { forgetWithdrawal, judgeWithdrawal, recordWithdrawal, sentBy } from '../../model/withdrawals.ts'

type Raced = RaceRequest & { answer: Answer }

/**
 * Sends requests at the same moment: from several lenders for one loan, from one lender with one agreement or the same
 * cash, or one request twice. Some order of them must explain all answers.
 */
export async function race(island: Island, operation: Of<'race'>): Promise<void> {
  if (!isKnown(island, operation)) return
  const { loan, requests } = operation
  const { books } = island
  for (const { lender } of requests) await island.untilFree(lender, loan)
  for (const { kind, lender, amount } of requests) {
    const request = { lender, loan, amount }
    if (kind === 'fund' && books.agreements.of(request).read === 0 && wouldAccept(books, request))
      await readAgreement(island, operation, { request })
  }
  const answers = await Promise.all(
    requests.map(async (request): Promise<Raced> => {
      const { kind, lender, amount, key } = request
      const door = island.door(lender)
      const answer =
        kind === 'fund'
          ? await door.fund(loanOf(island, loan), amount, { key })
          : await door.withdraw(amount, accountOf(island, { lender, ownAccount: true }), { key })
      island.scenario.acknowledge({ operation, key, answer })
      return { ...request, answer }
    }),
  )
  const byKey = new Map<string, Raced>()
  for (const one of answers) {
    const other = byKey.get(one.key)
    if (other && !isSame(one.answer, other.answer))
      throw new Breach('one request that was sent twice had two answers', answers, operation)
    byKey.set(one.key, one)
  }
  const order = explain(island, loan, [...byKey.values()])
  if (order === null) throw new Breach('no order of the requests explains the answers', answers, operation)
  for (const { kind, lender, amount, key, answer } of order) {
    if (kind === 'fund') enterFunding(island, operation, { request: { lender, loan, amount }, key, answer })
    else enterWithdrawal(island, operation, { lender, method: 1, amount, key, ownAccount: true, answer })
  }
}

/** An order in which the rules give exactly these answers, or null. */
function explain(island: Island, loan: string, left: readonly Raced[]): Raced[] | null {
  if (left.length === 0) return []
  for (const one of left) {
    const undo = tryOne(island, loan, one)
    if (!undo) continue
    const rest = explain(
      island,
      loan,
      left.filter((other) => other !== one),
    )
    undo()
    if (rest !== null) return [one, ...rest]
  }
  return null
}

/**
 * Records a request if the rules give the answer that it had.
 * @returns a function that removes it again; null if the rules give another answer
 */
function tryOne({ books, door }: Island, loan: string, one: Raced): (() => void) | null {
  const { kind, lender, amount, answer, key } = one
  const tried = `tried-${key}`
  const accepted = answer.status === 200
  if (kind === 'fund') {
    const request = { lender, loan, amount }
    const verdict = judgeFunding(books, request)
    if (verdict.accepts ? !accepted : accepted || !verdict.because.includes(String(answer.body['code'])))
      return null
    if (!accepted) return () => {}
    books.reserve(tried, request)
    return () => books.forget(tried)
  }
  const request = { lender, method: 1 as const, amount, fee: feeOf(door(lender), 1), ownAccount: true }
  const verdict = judgeWithdrawal(books, request)
  if (verdict.accepts ? !accepted : accepted || !verdict.because.includes(String(answer.body['code'])))
    return null
  if (!accepted) return () => {}
  if (answer.body['amount'] !== sentBy(books, request)) return null
  recordWithdrawal(books, tried, request)
  return () => forgetWithdrawal(books, tried)
}
