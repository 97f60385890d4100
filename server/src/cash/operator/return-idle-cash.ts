import type { Command } from 'commander'
import type { Context } from '../../context.ts'
import { cashAccountOf } from '../../books/index.ts'
import { lenderOf } from '../../lenders/operator/index.ts'
import { askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import { addCommand, type CommandTools, exitAfter, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { hashFile } from '../../operator/hash-file.ts'
import { Proposed } from '../../operator/second-pair.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readMethod, readPhone, readText } from '../../operator/values.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { everyIdleCash, type IdleCash, idleCashOf } from '../withdrawal/idle-cash/idle-cash.ts'
import { returnIdleCash } from '../withdrawal/idle-cash/return-idle-cash.ts'

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
      'mengembalikan dana yang siaga lebih dari dua hari kerja (POJK 40/2024) ke rekening terdaftar, dari satu Pemberi Dana atau semua; kode keluar 1 bila sebagian ditolak',
    example:
      'lenders return-idle-cash --document "Memo 12/2026" --document-file memo.pdf --phone 81234567890 --dry-run',
    writes: true,
  })
    .requiredOption('--document <name>', 'nama keputusannya dalam arsip', readText(100))
    .requiredOption('--document-file <path>', 'berkasnya; SHA-256-nya dicatat dan dibandingkan sejak itu')
    .option('--phone <digits>', 'satu Pemberi Dana; bawaan: semua yang memiliki dana demikian', readPhone)
    .option('--method <number>', 'bank yang membayar, 1: BNI, 2: bank lain', readMethod, 1 as const)
    .option('--fee-by-platform', 'biaya ditanggung platform; bawaan: diambil dari dananya')
    .option('--yes', yesForLarge)
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => returnAll(tools, options)),
    )
}

type CashAccount = { lenderId: number; methodPayment: 1 | 2; phone: string }
/** Cash accounts that may have cash beyond its days, and how much all of them have; whole rupiah. */
type Late = { accounts: CashAccount[]; late: number }
type Outcome = {
  lenderId: number
  methodPayment: 1 | 2
  amount: number
  fee: number
  refused: string | null
  /** The proposal that waits for a second pair of eyes, if a rule asks for it. */
  proposal: number | null
}

async function returnAll(tools: CommandTools, options: Options) {
  const { feeByPlatform = false } = options
  const document = { name: options.document, sha256: await hashFile(options.documentFile) }
  const { accounts, late } = await (options.phone === undefined
    ? lateOfAll(tools.context, options.method)
    : lateOfOne(tools.context, options.phone, options.method))
  const question = askOfLarge(late, 'Return')
  if (question !== null && !options.yes && !tools.dryRun) await confirm(tools, question)
  const outcomes: Outcome[] = []
  const lines: string[] = []
  for (const { lenderId, methodPayment, phone } of accounts) {
    const input = { lenderId, methodPayment, document, feeByPlatform }
    const of = { lenderId, methodPayment, amount: 0, fee: 0, refused: null, proposal: null }
    try {
      const { withdrawalId, amount, fee } = await tools.act(returnIdleCash, input)
      if (withdrawalId === null) continue
      outcomes.push({ ...of, amount, fee })
      lines.push(`${phone}  ${amount} dan biaya ${fee}, penarikan dana ${withdrawalId}`)
    } catch (error) {
      if (error instanceof Proposed) {
        const { number: proposal } = error.proposal
        outcomes.push({ ...of, proposal })
        lines.push(`${phone}  diajukan sebagai usulan ${proposal}`)
        continue
      }
      // A document that was swapped is refused as a whole: it is that of every line.
      if (!(error instanceof Refusal) || error.code === 'DOCUMENT_MISMATCH') throw error
      outcomes.push({ ...of, refused: error.code })
      lines.push(`${phone}  ditolak: ${error.code}`)
    }
  }
  const returned = sum(outcomes.map(({ amount, fee }) => amount + fee))
  const refused = outcomes.filter((one) => one.refused !== null).length
  const proposed = outcomes.filter(({ proposal }) => proposal !== null).length
  return {
    exit: exitAfter(refused),
    lines: [
      ...lines,
      `${returned} dikembalikan dari ${outcomes.length - refused - proposed} rekening dana, ${refused} ditolak`,
    ],
    data: { returned, refused, proposed, accounts: outcomes },
  }
}

const otherBank = (method: 1 | 2): 1 | 2 => (method === 1 ? 2 : 1)
const lateIn = ({ layers }: IdleCash): number => sum(layers.map((layer) => (layer.late ? layer.amount : 0)))

/** The accounts of a lender: that of the bank that pays, and that of the other bank where it is another. */
async function lateOfOne(context: Context, phone: string, method: 1 | 2): Promise<Late> {
  const lenderId = await lenderOf(context, phone)
  const accounts = new Map<number, CashAccount>()
  // Where both have the same account, the bank that was named pays.
  for (const methodPayment of [otherBank(method), method])
    accounts.set(await cashAccountOf(context.db, lenderId, methodPayment), { lenderId, methodPayment, phone })
  return { accounts: [...accounts.values()], late: lateIn(await idleCashOf(context, lenderId)) }
}

async function lateOfAll(context: Context, method: 1 | 2): Promise<Late> {
  const accounts: CashAccount[] = []
  let all = 0
  for await (const lender of everyIdleCash(context)) {
    const late = lateIn(lender)
    if (late === 0) continue
    const { lenderId, phone, account } = lender
    all += late
    const isOfMethod = (await cashAccountOf(context.db, lenderId, method)) === account
    accounts.push({ lenderId, phone, methodPayment: isOfMethod ? method : otherBank(method) })
  }
  return { accounts, late: all }
}
