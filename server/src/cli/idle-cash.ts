import type { Command } from 'commander'
import { everyIdleCash, type IdleLender } from '../withdrawal/index.ts'
import { addLeaf, type CommandTools, runCommand, write } from './command.ts'
import type { Terminal } from './terminal.ts'

/** `lenders idle-cash`: how long the cash of each lender has been idle. */
export function addIdleCash(lenders: Command, terminal: Terminal): void {
  addLeaf(lenders, {
    use: 'idle-cash',
    description:
      'cash that is not lent, by the day it came in: it may stay two working days (POJK 40/2024); exit 1 where some is late',
    example: 'lenders idle-cash --late --json',
    writes: false,
  })
    .option('--late', 'only what has stayed too long')
    .action(({ late = false }: { late?: boolean }, command: Command) =>
      runCommand(terminal, command, (tools) => report(tools, late)),
    )
}

async function report({ context, terminal, json }: CommandTools, onlyLate: boolean) {
  const sums = { idle: 0, late: 0, lenders: 0 }
  const told: IdleLender[] = []
  for await (const lender of everyIdleCash(context)) {
    const late = lender.layers.filter((layer) => layer.late)
    sums.idle += lender.idleCash
    sums.late += late.reduce((sum, { amount }) => sum + amount, 0)
    sums.lenders += 1
    const layers = onlyLate ? late : lender.layers
    if (layers.length === 0) continue
    const one = { ...lender, layers }
    // People read it as it comes; a program wants one value.
    if (json) told.push(one)
    else await write(terminal.stdout, asLines(one))
  }
  return {
    exit: sums.late > 0 ? (1 as const) : (0 as const),
    lines: [`${sums.idle} idle, ${sums.late} of it longer than two working days, ${sums.lenders} pockets`],
    data: { ...sums, pockets: told },
  }
}

const asLines = ({ phone, name, layers }: IdleLender): string =>
  layers
    .map(
      ({ arrivedOn, amount, deadline, late }) =>
        `${phone}  ${amount} since ${arrivedOn}, until ${deadline}${late ? ' LATE' : ''}  ${name}\n`,
    )
    .join('')
