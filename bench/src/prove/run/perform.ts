import type { Answer } from '../doors/insist.ts'
import { failOnSigningPage, forgeCallback, onSigningPage } from '../doors/provider.ts'
import type { FundingRequest } from '../model/books.ts'
import type { Asked, Island } from './island.ts'
import { Breach, type Operation, pins } from './operation.ts'
import { performServicing } from './servicing.ts'

type Of<Verb extends Operation['verb']> = Extract<Operation, { verb: Verb }>

const snapCodes = { CREDITED: '2002500', REPEATED: '2002500', CONFLICT: '4042518' } as const

/** The bank's fee: none within the paying bank (009), and what the setting of the bank says to another. */
export const feeOf = (island: Island, lender: string): number =>
  island.door(lender).facts.account.code === '009' ? 0 : 2_500

/**
 * Performs one operation through the real doors, checks the answer against the model, and enters what was acknowledged.
 * An operation that names what does not exist, because a shorter row left it out, does nothing.
 * @throws Breach where the answer is none that the rules allow
 */
export async function perform(island: Island, operation: Operation): Promise<void> {
  switch (operation.verb) {
    case 'pay-in':
      return payIn(island, operation)
    case 'ask':
      return ask(island, operation)
    case 'fund':
      return fund(island, operation)
    case 'again':
      return again(island, operation)
    case 'race':
      return race(island, operation)
    case 'sign':
    case 'decline':
    case 'forge':
      return sign(island, operation)
    case 'withdraw':
      return withdraw(island, operation)
    default:
      return performServicing(island, operation)
  }
}

const isKnown = (island: Island, { loan }: { loan: string }): boolean => island.books.loans.has(loan)

async function payIn(island: Island, operation: Of<'pay-in'>): Promise<void> {
  const { lender, method, id, amount, forged } = operation
  const number = lender === null ? `${method === 1 ? '98800' : '77700'}9999999999` : undefined
  const to = number ?? island.door(lender ?? '').facts.numbers[method]
  const answer = await island.scenario.bank.tell({ id, number: to, amount, method, forged })
  island.scenario.acknowledge({ operation, answer })
  const code = String(answer.body['code'])
  const allowed = forged ? '4012500' : snapCodes[island.books.payIn(id, to, lender, amount)]
  if (code !== allowed) throw new Breach(`a bank was answered ${code}, not ${allowed}`, answer, operation)
}

/** Enters the answer to a request for a funding, and keeps it under its key. */
function enter(island: Island, operation: Operation, request: FundingRequest, key: string, answer: Answer) {
  const accepted = island.check(operation, island.books.judgeFunding(request), answer)
  const made = accepted ? String(answer.body['docToken']) : null
  if (made !== null && island.books.fundings.has(made))
    throw new Breach('two requests were answered with one funding', answer, operation)
  if (made !== null) island.books.reserve(made, request)
  const { lender, loan, amount } = request
  island.asked.set(key, { kind: 'fund', lender, loan, amount, ownAccount: true, answer, made })
}

/** A funding for which no agreement was read: refused in any case, and by which rule says what the server thinks is left. */
async function ask(island: Island, operation: Of<'ask'>): Promise<void> {
  if (!isKnown(island, operation)) return
  const { lender, loan, amount, key } = operation
  await island.untilFree(lender, loan)
  const answer = await island.door(lender).fund(loanOf(island, loan), amount, { key })
  island.scenario.acknowledge({ operation, answer })
  enter(island, operation, { lender, loan, amount, hasAgreement: false }, key, answer)
}

const loanOf = (island: Island, number: string) => ({ id: island.loanIds.get(number) ?? 0, number })

async function fund(island: Island, operation: Of<'fund'>): Promise<void> {
  if (!isKnown(island, operation)) return
  const { lender, loan, amount, key, cutAfterMs } = operation
  await island.untilFree(lender, loan)
  const request = { lender, loan, amount, hasAgreement: true }
  const read = await island.door(lender).readAgreement(loan, amount)
  if (read.status !== 200) {
    island.check(operation, island.books.judgeFunding(request), read)
    return
  }
  const answer = await island.door(lender).fund(loanOf(island, loan), amount, { key, cutAfterMs })
  island.scenario.acknowledge({ operation, answer })
  enter(island, operation, request, key, answer)
}

/** The same key again: with the same body the same answer, with another body none. */
async function again(island: Island, operation: Of<'again'>): Promise<void> {
  const { key, change } = operation
  const before = island.asked.get(key)
  if (!before) return
  const answer = await repeat(island, key, before, before.amount + change)
  island.scenario.acknowledge({ operation, answer })
  if (change !== 0) {
    const isRefused = answer.status === 409 && answer.body['code'] === 'IDEMPOTENCY_KEY_REUSED'
    if (!isRefused)
      throw new Breach('a key was taken with another body', { before: before.answer, answer }, operation)
    return
  }
  const same = ['code', 'docToken', 'id', 'amount'].every(
    (name) => answer.body[name] === before.answer.body[name],
  )
  if (answer.status !== before.answer.status || !same)
    throw new Breach('the same request was answered otherwise', { before: before.answer, answer }, operation)
}

function repeat(island: Island, key: string, before: Asked, amount: number): Promise<Answer> {
  const door = island.door(before.lender)
  return before.kind === 'fund'
    ? door.fund(loanOf(island, before.loan), amount, { key })
    : door.withdraw(amount, accountOf(island, before), { key })
}

/** Lenders fund one loan at the same moment: some order of the requests must explain all answers. */
async function race(island: Island, operation: Of<'race'>): Promise<void> {
  if (!isKnown(island, operation)) return
  const { loan } = operation
  const ready = []
  for (const request of operation.requests) {
    await island.untilFree(request.lender, loan)
    const read = await island.door(request.lender).readAgreement(loan, request.amount)
    if (read.status === 200) ready.push(request)
  }
  const answers = await Promise.all(
    ready.map(async ({ lender, amount, key }) => {
      const answer = await island.door(lender).fund(loanOf(island, loan), amount, { key })
      island.scenario.acknowledge({ operation, key, answer })
      return { request: { lender, loan, amount, hasAgreement: true }, key, answer }
    }),
  )
  const order = explain(island, answers)
  if (order === null) throw new Breach('no order of the requests explains the answers', answers, operation)
  for (const { request, key, answer } of order) enter(island, operation, request, key, answer)
}

type Raced = { request: FundingRequest; key: string; answer: Answer }

/** An order in which the rules give exactly these answers, or null. */
function explain(island: Island, left: readonly Raced[]): Raced[] | null {
  if (left.length === 0) return []
  const { books } = island
  for (const one of left) {
    const verdict = books.judgeFunding(one.request)
    const accepted = one.answer.status === 200
    const fits = verdict.accepts
      ? accepted
      : !accepted && verdict.because.includes(String(one.answer.body['code']))
    if (!fits) continue
    const tried = `tried-${one.key}`
    if (accepted) books.reserve(tried, one.request)
    const rest = explain(
      island,
      left.filter((other) => other !== one),
    )
    if (accepted) books.forget(tried)
    if (rest !== null) return [one, ...rest]
  }
  return null
}

async function sign(
  island: Island,
  operation: Extract<Operation, { verb: 'sign' | 'decline' | 'forge' }>,
): Promise<void> {
  const asked = island.asked.get(operation.key)
  const funding = asked?.made ? island.books.fundings.get(asked.made) : undefined
  if (!asked?.made || !funding) return
  const { lender, loan } = asked
  const id = asked.made
  if (operation.verb === 'forge') {
    const answer = await forgeCallback(island.scenario.system, id)
    if (answer.status < 400) throw new Breach('a forged callback was taken', answer, operation)
    return
  }
  if (funding.state !== 'WAITING') return
  const opened = await island.door(lender).openSigning(id)
  if (opened.status !== 200) throw new Breach('the signing page did not open', opened, operation)
  const url = String(opened.body['url'])
  if (operation.verb === 'decline') {
    await onSigningPage(url, 'reject')
    island.books.release(id, 'REJECTED')
  } else {
    if (operation.pin === 'fails') {
      await failOnSigningPage(url, pins.fails)
      return
    }
    const said = await onSigningPage(url, 'sign', pins[operation.pin])
    if (said.status >= 400 && said.status !== 410)
      throw new Breach('the provider refused a signature', said, operation)
    island.books.settle(id)
  }
  island.scenario.acknowledge({ operation, funding: id })
  island.follow({ kind: 'funding', id, lender, loan, frees: operation.verb === 'decline' })
}

const accountOf = (island: Island, { lender, ownAccount }: { lender: string; ownAccount: boolean }) => {
  const { account } = island.door(lender).facts
  return ownAccount ? account : { ...account, number: '880012345678' }
}

async function withdraw(island: Island, operation: Of<'withdraw'>): Promise<void> {
  const { lender, amount, key, ownAccount, cutAfterMs } = operation
  await island.untilFree(lender)
  const answer = await island.door(lender).withdraw(amount, accountOf(island, operation), { key, cutAfterMs })
  island.scenario.acknowledge({ operation, answer })
  const request = { lender, amount, fee: feeOf(island, lender), ownAccount }
  const accepted = island.check(operation, island.books.judgeWithdrawal(request), answer)
  const made = accepted ? String(answer.body['id']) : null
  island.asked.set(key, { kind: 'withdraw', lender, loan: '', amount, ownAccount, answer, made })
  if (made === null) return
  const [sent, fee] = [answer.body['amount'], answer.body['transfer_fee']]
  if (sent !== island.books.sent(request) || fee !== request.fee)
    throw new Breach('a withdrawal sends another amount or fee', { answer, request }, operation)
  island.books.withdraw(made, request)
  island.followWithdrawal(made, lender)
}
