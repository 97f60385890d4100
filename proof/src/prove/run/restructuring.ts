import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { dayOf } from '../../model/days.ts'
import { restructure, restructuringBy, reverseRestructuring } from '../../model/restructuring.ts'
import type { NewTerms } from '../../model/in-service.ts'
import type { Island } from './island.ts'
import { Breach, type Of } from './operation.ts'
import { operate } from './operate.ts'

/**
 * Records new terms of a loan. An agreement that was recorded before is answered again with the same terms, and refused
 * with others, whatever happened to the loan since.
 */
export async function setNewTerms(island: Island, operation: Of<'restructure'>): Promise<void> {
  const { loan, agreement, keepInterest, terms } = operation
  const servicing = island.books.loans.get(loan)?.servicing
  if (!servicing) return
  const agreedOn = operation.agreedOn ?? dayOf(island.scenario.system.now())
  const before = restructuringBy(servicing, agreement)
  // A list that was made smaller may lack the operation that recorded the agreement.
  if (operation.agreedOn !== undefined && !before) return
  const asked: NewTerms = { agreement, agreedOn, terms, keepInterest }
  const { reply, code, attempts } = await operate(island, argumentsOf(island, loan, asked))
  island.scenario.acknowledge({ operation, agreedOn, reply: reply.said })
  const isReused = before !== undefined && before.terms.tenor !== terms.tenor
  if (isReused) {
    if (code !== 'ADDENDUM_REUSED')
      throw new Breach('an agreement was recorded twice', { reply: reply.said }, operation)
    return
  }
  const end = before?.end ?? restructure(island.books, loan, asked)
  if ((reply.code === 0) !== (end !== null))
    throw new Breach('a loan was restructured or not against the rules', reply.said, operation)
  if (end === null) return
  const model = { ...end, ...(attempts === 1 && { repeated: before !== undefined }) }
  const differs = Object.entries(model).filter(([name, value]) => reply.data[name] !== value)
  if (differs.length > 0)
    throw new Breach('a loan was restructured otherwise', { model, reply: reply.data }, operation)
}

function argumentsOf(
  island: Island,
  loan: string,
  { agreement, agreedOn, terms, keepInterest }: NewTerms,
): string[] {
  const file = path.join(island.scenario.system.place.folder, `agreement-${island.index}.txt`)
  writeFileSync(file, agreement)
  return [
    ...['loans', 'restructure', loan, '--agreed-on', agreedOn, '--agreement', agreement],
    ...['--agreement-file', file, '--interest', (terms.ratePpm / 1_000_000).toFixed(6)],
    ...['--interest-type', terms.interestType, '--tenor', String(terms.tenor)],
    ...['--tenor-period', terms.period, ...(keepInterest ? ['--keep-interest'] : [])],
  ]
}

/** Reverses the newest restructuring of a loan, which is refused once something was paid since. */
export async function takeBackTerms(island: Island, operation: Of<'reverse-restructuring'>): Promise<void> {
  const { loan } = operation
  const servicing = island.books.loans.get(loan)?.servicing
  if (!servicing) return
  const agreement = servicing.restructurings.at(-1)?.agreement ?? 'none'
  const reason = ['--reason', 'not signed by the borrower']
  const asked = ['loans', 'reverse-restructuring', loan, '--agreement', agreement, ...reason]
  const { reply, code, attempts } = await operate(island, asked)
  island.scenario.acknowledge({ operation, reply: reply.said })
  const allowed = reverseRestructuring(island.books, loan)
  const isDone = reply.code === 0 || (attempts > 1 && code === 'REVERSED_BEFORE')
  if (isDone !== allowed)
    throw new Breach('a restructuring was reversed or not against the rules', reply.said, operation)
}
