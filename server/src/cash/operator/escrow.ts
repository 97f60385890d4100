import { type Command, Option } from 'commander'
import { type BankPosition, bankPositions, nonBankKinds, trialBalance } from '../../books/index.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type BankBalance, newestBalances } from '../reconciliation/lines.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readMethod } from '../../operator/values.ts'

/** `ledger escrow`: compares the ledger with the balances that banks stated. */
export function addEscrow(ledger: Command, terminal: Terminal): void {
  addCommand(ledger, {
    use: 'escrow',
    description:
      'membandingkan pembukuan dengan saldo terbaru yang dinyatakan tiap bank, pada saat yang sama; kode keluar 1 bila berbeda',
    example: 'ledger escrow --loans-through 1',
    writes: false,
  })
    .addOption(
      new Option(
        '--loans-through <number>',
        'bank tempat pinjaman dicairkan dan dibayar; bawaan: LOANS_THROUGH',
      ).argParser(readMethod),
    )
    .action(({ loansThrough }: { loansThrough?: 1 | 2 }, command: Command) =>
      runCommand(terminal, command, (tools) =>
        showEscrow(tools, loansThrough ?? tools.context.config.LOANS_THROUGH),
      ),
    )
}

/**
 * A balance that a bank stated, and the ledger's balance at the same moment, in whole rupiah; `difference` is stated
 * minus ledger.
 */
type BankEscrow = {
  methodPayment: 1 | 2
  books: bigint
  stated: (BankBalance & { books: bigint; difference: bigint }) | null
  differs: boolean
}

async function showEscrow({ context }: CommandTools, loansThrough: 1 | 2) {
  const { positions, balances, accounts } = await inTransaction(
    context.db,
    { repeatable: true },
    async (tx) => {
      const newest = await newestBalances(tx)
      const moments = { 1: newest[1]?.at ?? null, 2: newest[2]?.at ?? null }
      return {
        balances: newest,
        positions: await bankPositions(tx, moments, loansThrough),
        accounts: await trialBalance(tx),
      }
    },
  )
  const banks = positions.map((position) => beside(position, balances[position.methodPayment]))
  const held = accounts
    .filter(({ kind }) => nonBankKinds.includes(kind))
    .map(({ kind, balance }) => ({ kind, balance }))
  const total = held.reduce((sum, { balance }) => sum + balance, 0n)
  return {
    exit: banks.some(({ differs }) => differs) ? (1 as const) : (0 as const),
    lines: [
      ...banks.map((bank) => bankLine(bank, loansThrough)),
      ...held
        .filter(({ balance }) => balance !== 0n)
        .map(({ kind, balance }) => `di antaranya ${kind}  ${balance}`),
      `semua bank  ${total} menurut pembukuan`,
    ],
    data: { loansThrough, banks, held, total },
  }
}

function beside({ methodPayment, now, asOf }: BankPosition, balance: BankBalance | null): BankEscrow {
  if (balance === null || asOf === null) return { methodPayment, books: now, stated: null, differs: false }
  const difference = BigInt(balance.amount) - asOf
  const stated = { ...balance, books: asOf, difference }
  return { methodPayment, books: now, stated, differs: difference !== 0n }
}

function bankLine({ methodPayment, books, stated, differs }: BankEscrow, loansThrough: 1 | 2): string {
  const name = `metode ${methodPayment}${methodPayment === loansThrough ? ', dengan semua pinjaman' : ''}`
  if (stated === null) return `${name}  ${books} menurut pembukuan, bank belum menyatakan saldo`
  const compared = `bank menyatakan ${stated.amount} pada ${stated.day} (${momentText(stated.at)}, ${stated.age} hari yang lalu), pembukuan saat itu ${stated.books}`
  return `${name}  ${books} menurut pembukuan; ${compared}: ${differs ? `BERSELISIH ${stated.difference}` : 'tanpa selisih'}`
}
