import type { Command } from 'commander'
import { everyIdleCash, type IdleLender } from '../withdrawal/idle-cash/idle-cash.ts'
import { addCommand, type CommandTools, runCommand, write } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readDigits } from '../../operator/values.ts'

/** `lenders idle-cash`: how long the cash of each lender has been idle. */
export function addIdleCash(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'idle-cash',
    description:
      'dana siaga Pemberi Dana menurut hari masuknya, dengan batas dua hari kerja (POJK 40/2024); kode keluar 1 bila ada yang lewat',
    example: 'lenders idle-cash --late --json',
    writes: false,
  })
    .option('--late', 'hanya dana yang melewati batas')
    .option(
      '--limit <count>',
      'paling banyak sekian rekening dana, sampai 1000; bawaan: semua',
      readCount(1000),
    )
    .option('--after <cursor>', 'penunjuk dari halaman sebelumnya', readDigits(1, 16))
    .action((options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => report(tools, options)),
    )
}

type Options = { late?: boolean; limit?: number; after?: string }

async function report(
  { context, terminal, json }: CommandTools,
  { late: onlyLate = false, limit = Number.POSITIVE_INFINITY, after = '0' }: Options,
) {
  const sums = { idle: 0, late: 0, lenders: 0 }
  const shownAccounts: IdleLender[] = []
  let shown = 0
  let last: number | null = null
  let next: string | null = null
  for await (const lender of everyIdleCash(context, Number(after))) {
    const late = lender.layers.filter((layer) => layer.late)
    const layers = onlyLate ? late : lender.layers
    if (layers.length > 0 && shown === limit) {
      next = String(last)
      break
    }
    last = lender.account
    sums.idle += lender.idleCash
    sums.late += late.reduce((sum, { amount }) => sum + amount, 0)
    sums.lenders += 1
    if (layers.length === 0) continue
    shown += 1
    const one = { ...lender, layers }
    // Printed lines are streamed; JSON must be a single value, so its rows are collected.
    if (json) shownAccounts.push(one)
    else await write(terminal.stdout, asLines(one))
  }
  return {
    exit: sums.late > 0 ? (1 as const) : (0 as const),
    lines: [
      `${sums.idle} dana siaga, ${sums.late} di antaranya lebih dari dua hari kerja, ${sums.lenders} rekening dana` +
        (next === null ? '' : `, masih ada: --after ${next}`),
    ],
    data: { ...sums, accounts: shownAccounts, next },
  }
}

const asLines = ({ phone, name, layers }: IdleLender): string =>
  layers
    .map(
      ({ arrivedOn, amount, deadline, late }) =>
        `${phone}  ${amount} sejak ${arrivedOn}, sampai ${deadline}${late ? ' LEWAT' : ''}  ${name}\n`,
    )
    .join('')
