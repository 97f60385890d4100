import { judgeFunding, wouldAccept } from '../../model/funding.ts'
import type { Answer } from '../doors/insist.ts'
import type { FundingRequest } from '../../model/books.ts'
import type { Island } from './island.ts'
import { Breach, type Of, type Operation } from './operation.ts'

export const isKnown = (island: Island, { loan }: { loan: string }): boolean => island.books.loans.has(loan)

export const loanOf = (island: Island, number: string) => ({ id: island.loanIds.get(number) ?? 0, number })

/** Checks and records the answer to a funding request, and stores it by its idempotency key. */
export function enterFunding(
  island: Island,
  operation: Operation,
  { request, key, answer }: { request: FundingRequest; key: string; answer: Answer },
): void {
  const accepted = island.check(operation, judgeFunding(island.books, request), answer)
  const made = accepted ? String(answer.body['docToken']) : null
  if (made !== null && island.books.fundings.has(made))
    throw new Breach('two requests were answered with one funding', answer, operation)
  if (made !== null) island.books.reserve(made, request)
  island.asked.set(key, { kind: 'fund', ...request, ownAccount: true, answer, made })
}

/**
 * A funding request that mostly has no read agreement: the rule that refuses it shows how much the server counts as
 * left. An agreement that was read for an earlier attempt is still valid.
 */
export async function ask(island: Island, operation: Of<'ask'>): Promise<void> {
  if (!isKnown(island, operation)) return
  const { lender, loan, amount, key } = operation
  await island.untilFree(lender, loan)
  const answer = await island.door(lender).fund(loanOf(island, loan), amount, { key })
  island.scenario.acknowledge({ operation, answer })
  enterFunding(island, operation, { request: { lender, loan, amount }, key, answer })
}

/**
 * Generates an agreement and reads it.
 * @returns whether the rules allowed it to be generated
 */
export async function readAgreement(
  island: Island,
  operation: Operation,
  { request, beforeRead }: { request: FundingRequest; beforeRead?: (made: Answer) => Promise<void> },
): Promise<boolean> {
  const { lender, loan, amount } = request
  const { books } = island
  const door = island.door(lender)
  const made = await door.prepareAgreement(loan, amount)
  if (made.status !== 200) {
    if (wouldAccept(books, request)) throw new Breach('no agreement was made', { request, made }, operation)
    island.check(operation, judgeFunding(books, request), made)
    return false
  }
  if (!wouldAccept(books, request))
    throw new Breach(
      'an agreement was made against the rules',
      { request, made, verdict: judgeFunding(books, request) },
      operation,
    )
  // An attempt whose answer was lost may have generated another agreement, which is never read.
  books.agreements.of(request).made += made.attempts ?? 1
  await beforeRead?.(made)
  for (const kind of ['PP', 'PPFP'] as const) {
    const opened = await door.open(made, kind)
    if (opened.status !== 200) throw new Breach('an agreement could not be opened', opened, operation)
  }
  books.agreements.of(request).read += 1
  return true
}

export async function fund(island: Island, operation: Of<'fund'>): Promise<void> {
  if (!isKnown(island, operation)) return
  const { lender, loan, amount, key, opened, second, cutAfterMs } = operation
  await island.untilFree(lender, loan)
  if (second) await island.untilFree(lender, second.loan)
  const isSecondRead =
    second !== undefined &&
    isKnown(island, second) &&
    (await readAgreement(island, operation, { request: { lender, ...second } }))
  const request = { lender, loan, amount }
  if (operation.isKept) {
    await readAgreement(island, operation, { request })
    return
  }
  const attempt = async (as: string, cut?: number) => {
    const answer = await island.door(lender).fund(loanOf(island, loan), amount, { key: as, cutAfterMs: cut })
    island.scenario.acknowledge({ operation, key: as, answer })
    enterFunding(island, operation, { request, key: as, answer })
  }
  const beforeRead = async (made: Answer) => {
    if (opened === undefined) return
    if (opened === 1) await island.door(lender).open(made, 'PP')
    await attempt(`${key}-unread`)
  }
  if (await readAgreement(island, operation, { request, beforeRead })) await attempt(key, cutAfterMs)
  if (second && isSecondRead) await ask(island, { verb: 'ask', lender, ...second })
}
