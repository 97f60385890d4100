import { type Command, InvalidArgumentError } from 'commander'
import { cancelLoan, type NumberedLoan, onlyConfirmed, readLoanFile } from '../offers/index.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import {
  addLoanType,
  cancelProduct,
  LinesRefused,
  listProducts,
  listTypes,
  maxProductLoans,
  publishProduct,
  setLoanTypeStatus,
  setOfferRule,
  uploadProduct,
} from '../products/index.ts'
import { askToGiveBack, formatMoneyBack, type MoneyBack } from './money-back.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { yesForLarge } from '../../operator/ask-first.ts'
import { confirm } from '../../operator/confirm.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { addFileOptions, type FileOptions, type FileSource, withFile } from '../../operator/file-source.ts'
import { formatOfferRule } from './offers.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { newLoanType, readCount, readNumber, readPpm, readText } from '../../operator/values.ts'

/** `loan-types`: list, add, and the marketplace's filter. */
export function addLoanTypes(program: Command, terminal: Terminal): void {
  const types = addGroup(program, 'loan-types', 'kinds of loans')
  addPageOptions(
    addCommand(types, {
      use: 'list',
      description: 'list loan types by name with status and number of loans',
      example: 'loan-types list',
      writes: false,
    }),
    readText(60),
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) =>
      pageResult(
        'loanTypes',
        cutPage(await listTypes(context.db, oneMore(options)), options.limit, ({ name }) => name),
        ({ name, status, loans, rule }) => `${status}  ${name}, ${loans} loans; ${formatOfferRule(rule)}`,
      ),
    ),
  )
  addCommand(types, {
    use: 'add <name>',
    description: 'add an active loan type; importing a loan with a confirmed new type does the same',
    example: 'loan-types add "Modal Usaha"',
    writes: true,
  })
    .option('--yes', 'confirm a name similar to an existing one')
    .action((word: string, { yes = false }: { yes?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const name = readName(60)(word)
        const { added } = await act(addLoanType, { name, isNew: yes })
        return { exit: 0, lines: [added ? `${name} is added` : `${name} is there already`], data: { added } }
      }),
    )
  addOfferRule(types, terminal)
  for (const [word, status] of [
    ['activate', 'ACTIVE'],
    ['deactivate', 'INACTIVE'],
  ] as const) {
    addCommand(types, {
      use: `${word} <name>`,
      description: `${status === 'ACTIVE' ? 'offer' : 'no longer offer'} a loan type in the marketplace's filter`,
      example: `loan-types ${word} "Modal Usaha"`,
      writes: true,
    }).action((name: string, _: object, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { changed } = await act(setLoanTypeStatus, { name, status })
        return { exit: 0, lines: [`${name} is ${status}`], data: { changed, status } }
      }),
    )
  }
}

type RuleOptions = { extendDays: number; extendTimes: number; payOutFrom?: number; payOutWithin: number }

/** `loan-types rule`: the rule for offers that end before the loan is fully funded. */
function addOfferRule(types: Command, terminal: Terminal): void {
  addCommand(types, {
    use: 'rule <name>',
    description:
      'set the rule for loans of this type that are not fully funded when their offer ends; for loans published from now on',
    example:
      'loan-types rule "Modal Usaha" --extend-days 7 --extend-times 2 --pay-out-from 0.8 --pay-out-within 14',
    writes: true,
  })
    .option('--extend-days <days>', 'extend the offer by so many days, 1 to 90', readCount(90), 0)
    .option('--extend-times <times>', 'so many times at most, 1 to 12', readCount(12), 0)
    .option(
      '--pay-out-from <fraction>',
      'then disburse a partially funded loan from this share on, e.g. 0.8; default: never',
      readShare,
    )
    .option(
      '--pay-out-within <days>',
      'cancel a loan not disbursed so many days after its offer ended, 1 to 365',
      readCount(365),
      30,
    )
    .action((name: string, options: RuleOptions, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { extendDays, extendTimes, payOutFrom = null, payOutWithin } = options
        if ((extendDays === 0) !== (extendTimes === 0))
          throw new CommandError('Say both --extend-days and --extend-times, or neither.')
        const rule = { extendDays, extendTimes, payOutSharePpm: payOutFrom, payOutDays: payOutWithin }
        const { changed } = await act(setOfferRule, { name, rule })
        return { exit: 0, lines: [`${name}: ${formatOfferRule(rule)}`], data: { changed, rule } }
      }),
    )
}

/** Reads a share above zero, in parts per million. */
function readShare(value: string): number {
  const ppm = readPpm(value)
  if (ppm === 0) throw new InvalidArgumentError('It must be above 0.')
  return ppm
}

type UploadOptions = FileOptions & {
  number: string
  partner: string
  newPartner?: boolean
  newLoanType?: string[]
}

export function addProducts(program: Command, terminal: Terminal): void {
  const products = addGroup(program, 'products', 'loans that are offered together, as one bulk product')
  addFileOptions(
    addCommand(products, {
      use: 'upload <file>',
      description: `make one product of a loan file (docs/loan-file.md), at most ${maxProductLoans} loans of one type`,
      example: 'products upload loans.csv --number PRD-2026-07 --partner "Koperasi Tani Contoh"',
      writes: true,
    }),
  )
    .requiredOption('--number <number>', "the operator's own number of the product", readNumber)
    .requiredOption('--partner <name>', 'partner that lenders see', readName(100))
    .option('--new-partner', 'confirm a new partner with a name similar to an existing one')
    .option(...newLoanType)
    .action((file: string, options: UploadOptions, command: Command) =>
      runCommand(terminal, command, (tools) => upload(tools, file, options)),
    )
  addCommand(products, {
    use: 'publish <number>',
    description: 'publish a product with all its loans',
    example: 'products publish PRD-2026-07',
    writes: true,
  })
    .option('--also-alone', 'also publish each of its loans by itself')
    .action((number: string, { alsoAlone = false }: { alsoAlone?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { published, loans } = await act(publishProduct, { number, alsoAlone })
        const line = published ? `${number} is offered with ${loans} loans` : `${number} was offered before`
        return { exit: 0, lines: [line], data: { published, loans } }
      }),
    )
  addCommand(products, {
    use: 'cancel <number>',
    description:
      'cancel a product and its loans that were not paid out; what was funded of them goes back to its lenders',
    example: 'products cancel PRD-2026-07',
    writes: true,
  })
    .option('--yes', yesForLarge)
    .action((number: string, options: { yes?: boolean }, command: Command) =>
      runCommand(terminal, command, (tools) => cancel(tools, number, options)),
    )
  addPageOptions(
    addCommand(products, {
      use: 'list',
      description: 'list bulk products, newest first; amounts in whole rupiah',
      example: 'products list',
      writes: false,
    }),
    readNumber,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) =>
      pageResult(
        'products',
        cutPage(await listProducts(context.db, oneMore(options)), options.limit, ({ number }) => number),
        ({ number, status, loans, total, funded, partnerName }) =>
          `${number}  ${status}  ${loans} loans, ${funded} of ${total} funded  ${partnerName}`,
      ),
    ),
  )
}

async function cancel(tools: CommandTools, number: string, { yes = false }: { yes?: boolean }) {
  if (!yes && !tools.dryRun) {
    const { context, actor } = tools
    const foreseen = await cancelWith(
      (command, input) => performDryRun(context, command, { actor, input }),
      number,
    )
    const asked = askToGiveBack(foreseen.amount)
    if (asked !== null) await confirm(tools, asked)
  }
  const data = await cancelWith(tools.act, number)
  const line = `${number} is off the marketplace with ${data.loans} loans: ${formatMoneyBack(data)}`
  return { exit: 0 as const, lines: [line], data }
}

async function cancelWith(act: CommandTools['act'], number: string): Promise<MoneyBack & { loans: number }> {
  const { loanNumbers } = await act(cancelProduct, { number })
  const all = { loans: 0, refunded: 0, released: 0, cancelling: 0, amount: 0 }
  for (const loanNumber of loanNumbers) {
    const { cancelled, refunded, released, cancelling, amount } = await act(cancelLoan, { loanNumber })
    if (cancelled) all.loans += 1
    all.refunded += refunded
    all.released += released
    all.cancelling += cancelling
    all.amount += amount
  }
  return all
}

async function upload(tools: CommandTools, file: string, options: UploadOptions) {
  const { number, partner, allOrNothing = false } = options
  return withFile(tools, file, options, async (source) => {
    const lines = await readLoans(source, options.newLoanType ?? [])
    if (!allOrNothing || source.refused === 0) {
      try {
        const answer = await tools.act(uploadProduct, {
          number,
          partnerName: partner,
          lines,
          allOrNothing,
          isNewPartner: options.newPartner ?? false,
        })
        for (const refusal of answer.refused) source.onRefused(refusal)
        const { created, loans, total } = answer
        return {
          exit: source.refused > 0 ? (1 as const) : (0 as const),
          lines: [
            ...source.lines,
            created
              ? `product ${number}: ${loans} loans, ${total} in all, ${source.refused} lines refused`
              : `product ${number} was uploaded before; nothing was done`,
          ],
          data: { created, loans, total, refused: source.refused, refusals: source.refusals },
        }
      } catch (error) {
        if (!(error instanceof LinesRefused)) throw error
        for (const refusal of error.refused) source.onRefused(refusal)
      }
    }
    return {
      exit: 2 as const,
      lines: [...source.lines, `${source.refused} lines are refused, so nothing was uploaded`],
      data: { created: false, loans: 0, total: 0, refused: source.refused, refusals: source.refusals },
    }
  })
}

async function readLoans(source: FileSource, newTypes: readonly string[]): Promise<NumberedLoan[]> {
  const loans: NumberedLoan[] = []
  for await (const batch of readLoanFile(source.open('reading'), { onProgress: source.onProgress })) {
    for (const item of batch) {
      if ('loan' in item) loans.push({ ...item, newType: onlyConfirmed(item.loan.loanType, newTypes) })
      else source.onRefused({ line: item.line, reason: item.refused.reason })
    }
    if (loans.length > maxProductLoans)
      throw new CommandError(`A product has at most ${maxProductLoans} loans; this file has more.`)
  }
  return loans
}
