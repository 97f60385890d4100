import type { Proposal } from '../../model/second-pair.ts'
import type { Island } from './island.ts'
import { operate } from './operate.ts'
import { Breach, type Of } from './operation.ts'

/** Proposes a top-up, which moves nothing. Proposed again it is the same proposal. */
export async function propose(island: Island, operation: Of<'propose'>): Promise<void> {
  const { maker, lender, amount, id } = operation
  const { secondPair } = island.books
  const asked = ['lenders', 'top-up', '--phone', lender, '--amount', String(amount), '--payment', id]
  const { reply, code } = await operate(island, [
    ...asked,
    '--without-line',
    'slip seen',
    '--operator',
    maker,
  ])
  island.scenario.acknowledge({ operation, reply: reply.said })
  const may = secondPair.may(maker, 'WORK')
  const proposal = reply.data['proposal'] as { number: number } | undefined
  if (may ? proposal === undefined : code !== 'STAFF_RIGHT_MISSING')
    throw new Breach('a top-up was proposed or not against the rules', reply.said, operation)
  const fresh = { maker, lender, amount, agreed: [], state: 'WAITING' as const }
  if (proposal) secondPair.proposals.set(id, { number: proposal.number, ...fresh })
}

/** A person agrees to a proposal, or to what looks like it. The last of them does it. */
export async function decide(island: Island, operation: Of<'decide'>): Promise<void> {
  const { id, by, key, isSame } = operation
  const { books, scenario } = island
  const proposal = books.secondPair.proposals.get(id)
  if (!proposal) return
  const { lender, amount } = proposal
  const changes = isSame ? [] : [JSON.stringify({ amount: amount + 1 })]
  const { reply, code } = await operate(island, ['decide', by, String(proposal.number), key, ...changes])
  scenario.acknowledge({ operation, reply: reply.said })
  const decided = books.secondPair.decide(id, by, isSame)
  const { state, missing } = reply.data
  const isRight =
    'because' in decided
      ? decided.because.includes(code)
      : state === decided.ends && (decided.ends === 'DONE' || missing === decided.missing)
  if (!isRight) throw new Breach('a proposal was decided against the rules', { decided, reply }, operation)
  if (!('ends' in decided) || decided.ends !== 'DONE') return
  books.credit(lender, amount, 1)
  scenario.bankLines.paid({ id, bank: 1, number: island.door(lender).facts.numbers[1], amount })
}

/** An operator who runs the proposed command without a decision is refused. */
export async function runAlone(island: Island, operation: Of<'run-alone'>): Promise<void> {
  const proposal = island.books.secondPair.proposals.get(operation.id)
  if (!proposal) return
  const asked = ['run-alone', proposal.maker, String(proposal.number), operation.key]
  const { reply, code } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  if (code !== 'SECOND_PAIR_NEEDED')
    throw new Breach('a command ran without its second pair of eyes', reply.said, operation)
}

export async function withdrawProposal(island: Island, operation: Of<'withdraw-proposal'>): Promise<void> {
  const { id, by } = operation
  const proposal: Proposal | undefined = island.books.secondPair.proposals.get(id)
  if (!proposal) return
  const asked = ['proposals', 'withdraw', String(proposal.number), '--operator', by]
  const { reply, attempts } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const isDone = island.books.secondPair.withdraw(id, by)
  if (reply.code === 0 ? !isDone : isDone && attempts === 1)
    throw new Breach('a proposal was withdrawn or not against the rules', reply.said, operation)
}

/** Takes a right from a person at once, or gives all back. */
export async function changeStaff(island: Island, operation: Of<'staff'>): Promise<void> {
  const { name, taken } = operation
  const held = island.books.secondPair.people.get(name)
  if (!held) return
  const rights = taken === null ? ['rights', 'LOOK,WORK,DECIDE'] : ['take', taken]
  const asked = ['staff', rights[0] ?? '', '--name', name, '--rights', rights[1] ?? '', '--reason', 'proof']
  const { reply } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  if (reply.code !== 0) throw new Breach('rights of staff could not be changed', reply.said, operation)
  if (taken === null) held.add('WORK').add('DECIDE')
  else held.delete(taken)
}
