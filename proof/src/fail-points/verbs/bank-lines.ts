import { listed, suspendLine } from '../../../../server/src/cash/testing.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { aDisbursedLoan, type LentLoan } from '../../../../server/testing/servicing.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Verb } from '../verb.ts'
import { commandOn, daysAgo, note, operator, reason } from './commands.ts'

/** A verb that is one command of the operator on a line that a borrower paid. */
const onLine = (
  name: string,
  command: string,
  args: (line: string, loan: LentLoan) => readonly string[],
  before?: (stand: FailPointStand, lineId: string) => Promise<unknown>,
): Verb => ({
  name,
  commands: [command],
  async prepare(stand) {
    const loan = await aDisbursedLoan(stand.context, [600_000, 400_000], {
      disbursedOn: daysAgo(35),
      loanNumber: `FP-${nextNumber()}`,
    })
    const line = await listed(stand.context, { type: 'CREDIT', amount: 100_000 })
    await before?.(stand, line)
    const concerned = { lenders: loan.fundings.map(({ lenderId }) => lenderId), loans: [loan.loanId] }
    return commandOn(stand, concerned, args(line, loan))
  },
})

const match = (line: string, to: string) => ['bank', 'match', line, '--to', to, ...note]
const suspend = ({ context }: FailPointStand, lineId: string) =>
  perform(context, suspendLine, { actor: operator, input: { lineId, note: 'fail points' } })

export const bankLineVerbs: readonly Verb[] = [
  onLine('borrower’s payment into suspense', 'suspendBorrowerPayment', (line) =>
    match(line, 'borrower-suspense'),
  ),
  onLine(
    'borrower’s payment assigned to its loan',
    'assignBorrowerPayment',
    (line, { loanNumber }) => match(line, `loan:${loanNumber}`),
    suspend,
  ),
  onLine('borrower’s payment sent back', 'returnBorrowerPayment', (line) =>
    match(line, `sent-back:FP-BACK-${nextNumber()}`),
  ),
  onLine(
    'borrower’s payment out of suspense again',
    'takeBankLineBack',
    (line) => ['bank', 'take-back', line, ...reason],
    suspend,
  ),
]
