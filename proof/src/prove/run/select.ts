import type { Verdict } from '../../model/rules.ts'
import { judgeSelection } from '../../model/selection.ts'
import { isKnown, readAgreement } from './fund.ts'
import type { Island } from './island.ts'
import { Breach, type Of } from './operation.ts'

type Line = {
  loanNumber: string
  amount: number
  funding: { docToken: string } | null
  refusal: { code: string } | null
}

/** Funds several loans with one request, after the agreements of most of them were read. */
export async function select(island: Island, operation: Of<'select'>): Promise<void> {
  const { lender, key, cutAfterMs } = operation
  const loans = operation.loans.filter((one) => isKnown(island, one))
  if (loans.length === 0) return
  for (const { loan, amount } of loans) {
    await island.untilFree(lender, loan)
    // One of the same amount counts as waiting until the product knows of its signature.
    const signed = island.books.fundingsOf(loan, 'SETTLED')
    if (signed.some(([, one]) => one.lender === lender && one.amount === amount))
      await island.untilEnded(loan)
  }
  for (const { loan, amount, isRead } of loans)
    if (isRead) await readAgreement(island, operation, { request: { lender, loan, amount } })
  const answer = await island.door(lender).fundSelection(loans, { key, cutAfterMs })
  island.scenario.acknowledge({ operation, answer })
  const { isRefused, codes, loans: verdicts } = judgeSelection(island.books, lender, loans)
  const asked = { lender, loan: '', amount: 0, ownAccount: true, answer, made: null }
  island.asked.set(key, { kind: 'select', ...asked, loans })
  if (answer.status !== 200) {
    const isAllowed = isRefused !== 'NEVER' && codes.includes(String(answer.body['code']))
    if (!isAllowed)
      throw new Breach('a selection was refused against the rules', { verdicts, answer }, operation)
    return
  }
  if (isRefused === 'MUST')
    throw new Breach('a selection was funded beyond the cash or a limit', { verdicts, answer }, operation)
  const lines = answer.body['list'] as Line[]
  for (const [place, { loan, amount }] of loans.entries()) {
    const made = checkLine(operation, { loan, amount, line: lines[place], verdict: verdicts[place] })
    if (made === null) continue
    if (island.books.fundings.has(made))
      throw new Breach('two loans of a selection were answered with one funding', answer, operation)
    island.books.reserve(made, { lender, loan, amount })
    island.asked.set(`${key}-${place}`, { kind: 'part', ...asked, loan, amount, made })
  }
}

type Decided = { loan: string; amount: number; line: Line | undefined; verdict: Verdict | undefined }

/**
 * Checks the outcome of one loan against its verdict.
 * @returns the id of its funding, or null
 */
function checkLine(operation: Of<'select'>, { loan, amount, line, verdict }: Decided): string | null {
  const made = line?.funding?.docToken ?? null
  const isAllowed = verdict?.accepts
    ? made !== null
    : made === null && verdict?.because.includes(line?.refusal?.code ?? '')
  if (line?.loanNumber === loan && line.amount === amount && isAllowed) return made
  throw new Breach(
    'the outcome of a selected loan is none that the rules allow',
    { line, verdict },
    operation,
  )
}
