import { type Command, InvalidArgumentError } from 'commander'
import { cancelLoan } from '../offers/cancel-loan.ts'
import type { NumberedLoan } from '../offers/import-loans.ts'
import { onlyConfirmed } from '../offers/names.ts'
import { readLoanFile } from '../offers/csv/index.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addLoanType, listTypes, setLoanTypeStatus, setOfferRule } from '../products/loan-types.ts'
import { cancelProduct, listProducts, publishProduct } from '../products/offer-product.ts'
import { LinesRefused } from '../products/fault.ts'
import { maxProductLoans, uploadProduct } from '../products/upload-product.ts'
import { askToGiveBack, formatMoneyBack, type MoneyBack } from './money-back.ts'
import { addCommand, CommandError, type CommandTools, exitAfter, runCommand } from '../../operator/command.ts'
import { yesForLarge } from '../../operator/ask-first.ts'
import { confirm } from '../../operator/confirm.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { addFileOptions, type FileOptions, type FileSource, withFile } from '../../operator/file-source.ts'
import { formatOfferRule } from './offer-rule-line.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readName } from '../../operator/name-value.ts'
import { newLoanType, readCount, readNumber, readPpm, readText } from '../../operator/values.ts'

/** `loan-types`: list, add, and the marketplace's filter. */
export function addLoanTypes(types: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(types, {
      use: 'list',
      description: 'menampilkan jenis pinjaman menurut nama dengan status dan jumlah pinjamannya',
      example: 'loan-types list',
      writes: false,
    }),
    readText(60),
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) =>
      pageResult(
        'loanTypes',
        cutPage(await listTypes(context.db, oneMore(options)), options.limit, ({ name }) => name),
        ({ name, status, loans, rule }) => `${status}  ${name}, ${loans} pinjaman; ${formatOfferRule(rule)}`,
      ),
    ),
  )
  addCommand(types, {
    use: 'add <name>',
    description:
      'menambahkan jenis pinjaman aktif; mengimpor pinjaman dengan jenis baru yang ditegaskan melakukan hal yang sama',
    example: 'loan-types add "Modal Usaha"',
    writes: true,
  })
    .option('--yes', 'menegaskan nama yang mirip dengan yang sudah ada')
    .action((word: string, { yes = false }: { yes?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const name = readName(60)(word)
        const { added } = await act(addLoanType, { name, isNew: yes })
        return {
          exit: 0,
          lines: [added ? `${name} ditambahkan` : `${name} sudah ada sebelumnya`],
          data: { added },
        }
      }),
    )
  addOfferRule(types, terminal)
  for (const [word, status] of [
    ['activate', 'ACTIVE'],
    ['deactivate', 'INACTIVE'],
  ] as const) {
    addCommand(types, {
      use: `${word} <name>`,
      description: `${status === 'ACTIVE' ? 'menawarkan' : 'tidak lagi menawarkan'} sebuah jenis pinjaman dalam penyaring marketplace`,
      example: `loan-types ${word} "Modal Usaha"`,
      writes: true,
    }).action((name: string, _: object, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { changed } = await act(setLoanTypeStatus, { name, status })
        return { exit: 0, lines: [`${name} ${status}`], data: { changed, status } }
      }),
    )
  }
}

type RuleOptions = { extendDays: number; extendTimes: number; payOutFrom?: number; payOutWithin: number }

function addOfferRule(types: Command, terminal: Terminal): void {
  addCommand(types, {
    use: 'rule <name>',
    description:
      'menetapkan aturan bagi pinjaman jenis ini yang belum didanai penuh pada akhir penawarannya; bagi pinjaman yang ditawarkan sejak sekarang',
    example:
      'loan-types rule "Modal Usaha" --extend-days 7 --extend-times 2 --pay-out-from 0.8 --pay-out-within 14',
    writes: true,
  })
    .option('--extend-days <days>', 'memperpanjang penawaran sekian hari, 1 sampai 90', readCount(90), 0)
    .option('--extend-times <times>', 'paling banyak sekian kali, 1 sampai 12', readCount(12), 0)
    .option(
      '--pay-out-from <fraction>',
      'lalu mencairkan pinjaman yang didanai sebagian mulai bagian ini, misalnya 0.8; bawaan: tidak pernah',
      readShare,
    )
    .option(
      '--pay-out-within <days>',
      'membatalkan pinjaman yang tidak dicairkan sekian hari setelah penawarannya berakhir, 1 sampai 365',
      readCount(365),
      30,
    )
    .action((name: string, options: RuleOptions, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { extendDays, extendTimes, payOutFrom = null, payOutWithin } = options
        const rule = { extendDays, extendTimes, payOutSharePpm: payOutFrom, payOutDays: payOutWithin }
        const { changed } = await act(setOfferRule, { name, rule })
        return { exit: 0, lines: [`${name}: ${formatOfferRule(rule)}`], data: { changed, rule } }
      }),
    )
}

/** Reads a share above zero, in parts per million. */
function readShare(value: string): number {
  const ppm = readPpm(value)
  if (ppm === 0) throw new InvalidArgumentError('Harus di atas 0.')
  return ppm
}

type UploadOptions = FileOptions & {
  number: string
  partner: string
  newPartner?: boolean
  newLoanType?: string[]
}

export function addProducts(products: Command, terminal: Terminal): void {
  addFileOptions(
    addCommand(products, {
      use: 'upload <file>',
      description: `membuat satu product dari berkas pinjaman (docs/loan-file.md), paling banyak ${maxProductLoans} pinjaman satu jenis`,
      example: 'products upload loans.csv --number PRD-2026-07 --partner "Koperasi Tani Contoh"',
      writes: true,
    }),
  )
    .requiredOption('--number <number>', 'nomor product menurut Penyelenggara', readNumber)
    .requiredOption('--partner <name>', 'mitra yang dilihat Pemberi Dana', readName(100))
    .option('--new-partner', 'menegaskan mitra baru dengan nama yang mirip dengan yang sudah ada')
    .option(...newLoanType)
    .action((file: string, options: UploadOptions, command: Command) =>
      runCommand(terminal, command, (tools) => upload(tools, file, options)),
    )
  addCommand(products, {
    use: 'publish <number>',
    description: 'menawarkan product dengan semua pinjamannya',
    example: 'products publish PRD-2026-07',
    writes: true,
  })
    .option('--also-alone', 'juga menawarkan tiap pinjamannya sendiri')
    .action((number: string, { alsoAlone = false }: { alsoAlone?: boolean }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { published, loans } = await act(publishProduct, { number, alsoAlone })
        const line = published
          ? `${number} ditawarkan dengan ${loans} pinjaman`
          : `${number} sudah ditawarkan sebelumnya`
        return { exit: 0, lines: [line], data: { published, loans } }
      }),
    )
  addCommand(products, {
    use: 'cancel <number>',
    description:
      'membatalkan product dan pinjamannya yang belum dicairkan; yang sudah didanai kembali kepada Pemberi Dananya',
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
      description: 'menampilkan product, yang terbaru dahulu; jumlah dalam rupiah bulat',
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
          `${number}  ${status}  ${loans} pinjaman, ${funded} dari ${total} didanai  ${partnerName}`,
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
  const line = `${number} tidak ditawarkan lagi dengan ${data.loans} pinjaman: ${formatMoneyBack(data)}`
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
    const isLeft = source.refused === 0 || (!allOrNothing && lines.length > 0)
    if (isLeft) {
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
          exit: exitAfter(source.refused),
          lines: [
            ...source.lines,
            created
              ? `product ${number}: ${loans} pinjaman, seluruhnya ${total}, ${source.refused} baris ditolak`
              : `product ${number} sudah diunggah sebelumnya; tidak ada yang dilakukan`,
          ],
          data: { created, loans, total, refused: source.refused, refusals: source.refusals },
        }
      } catch (error) {
        if (!(error instanceof LinesRefused)) throw error
        for (const refusal of error.refused) source.onRefused(refusal)
      }
    }
    return {
      exit: allOrNothing ? (2 as const) : exitAfter(source.refused),
      lines: [...source.lines, `${source.refused} baris ditolak, jadi tidak ada yang diunggah`],
      data: { created: false, loans: 0, total: 0, refused: source.refused, refusals: source.refusals },
    }
  })
}

async function readLoans(source: FileSource, newTypes: readonly string[]): Promise<NumberedLoan[]> {
  const loans: NumberedLoan[] = []
  for await (const batch of readLoanFile(source.open('membaca'), { onProgress: source.onProgress })) {
    for (const item of batch) {
      if ('loan' in item) loans.push({ ...item, newType: onlyConfirmed(item.loan.loanType, newTypes) })
      else source.onRefused({ line: item.line, reason: item.refused.reason })
    }
    if (loans.length > maxProductLoans)
      throw new CommandError(
        `Satu product berisi paling banyak ${maxProductLoans} pinjaman; berkas ini lebih.`,
      )
  }
  return loans
}
