import type { Command } from 'commander'
import { type NumberedLoan, readLoanFile, withdrawLoan } from '../loans/index.ts'
import {
  addLoanType,
  LinesRefused,
  listProducts,
  listTypes,
  mostLoans,
  publishProduct,
  setLoanTypeStatus,
  uploadProduct,
  withdrawProduct,
} from '../products/index.ts'
import { addGroup, addLeaf, CommandError, type CommandTools, runCommand } from './command.ts'
import { addFileOptions, type FileOptions, type FileSource, withFile } from './file-source.ts'
import { tellMoneyBack } from './loans.ts'
import type { Terminal } from './terminal.ts'
import { readNumber, readText } from './values.ts'

/** `loan-types`: the products by name, and which of them the marketplace's filter offers. */
export function addLoanTypes(program: Command, terminal: Terminal): void {
  const types = addGroup(program, 'loan-types', 'kinds of loans')
  addLeaf(types, {
    use: 'list',
    description: 'every loan type with its status and the number of its loans',
    example: 'loan-types list',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const loanTypes = await listTypes(context.db)
      const lines = loanTypes.map(({ name, status, loans }) => `${status}  ${name}, ${loans} loans`)
      return { exit: 0, lines, data: { loanTypes } }
    }),
  )
  addLeaf(types, {
    use: 'add <name>',
    description: 'add a loan type, active; importing a loan of a new type does the same',
    example: 'loan-types add "Modal Usaha"',
    writes: true,
  }).action((word: string, _: object, command: Command) =>
    runCommand(terminal, command, async ({ act }) => {
      const name = readText(60)(word)
      const { added } = await act(addLoanType, { name })
      return { exit: 0, lines: [added ? `${name} is added` : `${name} is there already`], data: { added } }
    }),
  )
  for (const [word, status] of [
    ['activate', 'ACTIVE'],
    ['deactivate', 'INACTIVE'],
  ] as const) {
    addLeaf(types, {
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

type UploadOptions = FileOptions & { number: string; partner: string }

/** `products`: loans that are offered together. */
export function addProducts(program: Command, terminal: Terminal): void {
  const products = addGroup(program, 'products', 'loans that are offered together, as one bulk product')
  addFileOptions(
    addLeaf(products, {
      use: 'upload <file>',
      description: `make one product of a loan file (docs/loan-file.md), at most ${mostLoans} loans of one type`,
      example: 'products upload loans.csv --number PRD-2026-07 --partner "Koperasi Tani Contoh"',
      writes: true,
    }),
  )
    .requiredOption('--number <number>', "the operator's own number of the product", readNumber)
    .requiredOption('--partner <name>', 'who brings the loans; lenders see it', readText(100))
    .action((file: string, options: UploadOptions, command: Command) =>
      runCommand(terminal, command, (tools) => upload(tools, file, options)),
    )
  addLeaf(products, {
    use: 'publish <number>',
    description: 'offer a product, all its loans at once',
    example: 'products publish PRD-2026-07',
    writes: true,
  })
    .option('--also-alone', 'offer each of its loans on the market list as well')
    .action((number: string, { alsoAlone = false }: { alsoAlone?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { published, loans } = await act(publishProduct, { number, alsoAlone })
        const line = published ? `${number} is offered with ${loans} loans` : `${number} was offered before`
        return { exit: 0, lines: [line], data: { published, loans } }
      }),
    )
  addLeaf(products, {
    use: 'withdraw <number>',
    description:
      'take a product off the marketplace with its loans; what was funded of them goes back to its lenders',
    example: 'products withdraw PRD-2026-07',
    writes: true,
  }).action((number: string, _: object, command: Command) =>
    runCommand(terminal, command, async ({ act }) => {
      const { loanNumbers } = await act(withdrawProduct, { number })
      const data = { loans: 0, refunded: 0, released: 0 }
      for (const loanNumber of loanNumbers) {
        const { withdrawn, refunded, released } = await act(withdrawLoan, { loanNumber })
        if (withdrawn) data.loans += 1
        data.refunded += refunded
        data.released += released
      }
      const line = `${number} is off the marketplace with ${data.loans} loans: ${tellMoneyBack(data)}`
      return { exit: 0, lines: [line], data }
    }),
  )
  addLeaf(products, {
    use: 'list',
    description: 'every bulk product, the newest first; amounts in whole rupiah',
    example: 'products list',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const list = await listProducts(context.db)
      const lines = list.map(
        ({ number, status, loans, total, funded, partnerName }) =>
          `${number}  ${status}  ${loans} loans, ${funded} of ${total} funded  ${partnerName}`,
      )
      return { exit: 0, lines, data: { products: list } }
    }),
  )
}

async function upload(tools: CommandTools, file: string, options: UploadOptions) {
  const { number, partner, allOrNothing = false } = options
  return withFile(tools, file, options, async (source) => {
    const lines = await readLoans(source)
    if (!allOrNothing || source.refused === 0) {
      try {
        const answer = await tools.act(uploadProduct, { number, partnerName: partner, lines, allOrNothing })
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

async function readLoans(source: FileSource): Promise<NumberedLoan[]> {
  const loans: NumberedLoan[] = []
  for await (const batch of readLoanFile(source.open('reading'), { onProgress: source.onProgress })) {
    for (const item of batch) {
      if ('loan' in item) loans.push(item)
      else source.onRefused({ line: item.line, reason: item.refused.reason })
    }
    if (loans.length > mostLoans)
      throw new CommandError(`A product has at most ${mostLoans} loans; this file has more.`)
  }
  return loans
}
