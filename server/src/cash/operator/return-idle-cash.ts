import type { Command } from 'commander'
import { cashAccountOf } from '../../books/index.ts'
import { lenderOf } from '../../lenders/operator/index.ts'
import { askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { hashFile } from '../../operator/hash-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readMethod, readPhone, readText } from '../../operator/values.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { everyIdleCash, returnIdleCash } from '../withdrawal/index.ts'

type Options = {
  phone?: string
  method: 1 | 2
  document: string
  documentFile: string
  feeByPlatform?: boolean
  yes?: boolean
}

/** `lenders return-idle-cash`: sends what was idle for too long to the registered accounts. */
export function addReturnIdleCash(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'return-idle-cash',
    description:
      'return cash that was idle beyond two working days (POJK 40/2024) to the registered accounts, of one lender or of all; exit 1 if some was refused',
    example:
      'lenders return-idle-cash --document "Memo 12/2026" --document-file memo.pdf --phone 81234567890 --dry-run',
    writes: true,
  })
    .requiredOption('--document <name>', 'name of the decision in the archive', readText(100))
    .requiredOption('--document-file <path>', 'its file; its SHA-256 is kept and compared from then on')
    .option('--phone <digits>', 'one lender; default: all who have such cash', readPhone)
    .option('--method <number>', 'the bank that pays, 1: BNI, 2: the other bank', readMethod, 1 as const)
    .option('--fee-by-platform', 'the platform pays the fees; default: they come out of the cash')
    .option('--yes', yesForLarge)
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => returnAll(tools, options)),
    )
}

type LateAccount = { lenderId: number; methodPayment: 1 | 2; phone: string; late: number }
type Outcome = { lenderId: number; methodPayment: 1 | 2; amount: number; fee: number; refused: string | null }

async function returnAll(tools: CommandTools, options: Options) {
  const { feeByPlatform = false } = options
  const document = { name: options.document, sha256: await hashFile(options.documentFile) }
  const accounts = await lateAccounts(tools, options)
  const question = askOfLarge(sum(accounts.map(({ late }) => late)), 'Return')
  if (question !== null && !options.yes && !tools.dryRun) await confirm(tools, question)
  const outcomes: Outcome[] = []
  const lines: string[] = []
  for (const { lenderId, methodPayment, phone } of accounts) {
    const input = { lenderId, methodPayment, document, feeByPlatform }
    const of = { lenderId, methodPayment }
    try {
      const { withdrawalId, amount, fee } = await tools.act(returnIdleCash, input)
      if (withdrawalId === null) continue
      outcomes.push({ ...of, amount, fee, refused: null })
      lines.push(`${phone}  ${amount} and ${fee} of fee, withdrawal ${withdrawalId}`)
    } catch (error) {
      // A document that was swapped is refused as a whole: it is that of every line.
      if (!(error instanceof Refusal) || error.code === 'DOCUMENT_MISMATCH') throw error
      outcomes.push({ ...of, amount: 0, fee: 0, refused: error.code })
      lines.push(`${phone}  refused: ${error.code}`)
    }
  }
  const returned = sum(outcomes.map(({ amount, fee }) => amount + fee))
  const refused = outcomes.filter((one) => one.refused !== null).length
  return {
    exit: refused > 0 ? (1 as const) : (0 as const),
    lines: [
      ...lines,
      `${returned} returned from ${outcomes.length - refused} cash accounts, ${refused} refused`,
    ],
    data: { returned, refused, accounts: outcomes },
  }
}

/** The cash accounts that have cash beyond its days, with the bank that pays. */
async function lateAccounts({ context }: CommandTools, { phone, method }: Options): Promise<LateAccount[]> {
  const only = phone === undefined ? null : await lenderOf(context, phone)
  const found: LateAccount[] = []
  for await (const { lenderId, account, layers, ...lender } of everyIdleCash(context)) {
    const late = sum(layers.map((layer) => (layer.late ? layer.amount : 0)))
    if (late === 0 || (only !== null && only !== lenderId)) continue
    const isOfMethod = (await cashAccountOf(context.db, lenderId, method)) === account
    const methodPayment = isOfMethod ? method : method === 1 ? 2 : 1
    found.push({ lenderId, methodPayment, phone: lender.phone, late })
  }
  return found
}
