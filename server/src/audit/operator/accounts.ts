import { type Command, Option } from 'commander'
import { type AccountKind, kindPositions, kinds, openPositions, trialBalance } from '../../books/index.ts'
import { addBankOpening, addEscrow } from '../../cash/operator/index.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDigits } from '../../operator/values.ts'

/** `ledger`: balances and entries of the ledger, by account kind. */
export function addLedger(ledger: Command, terminal: Terminal): void {
  addCommand(ledger, {
    use: 'trial-balance',
    description:
      'neraca saldo: debit, kredit, dan saldo tiap jenis akun; kode keluar 1 bila jumlahnya bukan nol',
    example: 'ledger trial-balance --json',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, showTrialBalance))
  addEscrow(ledger, terminal)
  addBankOpening(ledger, terminal)
  addPageOptions(
    addCommand(ledger, {
      use: 'accounts',
      description:
        'pos terbuka tiap jenis akun dengan umur yang tertua; dengan --kind akun jenis itu yang bersaldo, menurut pemiliknya',
      example: 'ledger accounts --kind LOAN_ESCROW',
      writes: false,
    }),
    readDigits(1, 16),
  )
    .addOption(new Option('--kind <kind>', 'jenis akun').choices(kinds))
    .action(({ kind, ...page }: PageOptions & { kind?: AccountKind }, command: Command) =>
      runCommand(terminal, command, (tools) =>
        kind === undefined ? showKinds(tools) : showAccounts(tools, kind, page),
      ),
    )
}

async function showKinds({ context }: CommandTools) {
  const positions = await kindPositions(context.db)
  return {
    exit: 0 as const,
    lines: positions.map(
      ({ kind, open, balance, held, age }) =>
        `${kind}  ${balance} di ${open} akun${held > 0 ? `, ${held} dicadangkan` : ''}` +
        (age === null ? '' : `, pos tertua ${age} hari`),
    ),
    data: { positions },
  }
}

const showAccounts = async ({ context }: CommandTools, kind: AccountKind, page: PageOptions) =>
  pageResult(
    'accounts',
    await openPositions(context.db, kind, page),
    ({ ownerId, balance, age }) => `${kind} milik ${ownerId}  ${balance}, pos tertua ${age} hari`,
  )

async function showTrialBalance({ context }: CommandTools) {
  const accounts = await trialBalance(context.db)
  const sum = (of: (line: (typeof accounts)[number]) => bigint) =>
    accounts.reduce((total, line) => total + of(line), 0n)
  const total = {
    debit: sum(({ debit }) => debit),
    credit: sum(({ credit }) => credit),
    balance: sum(({ balance }) => balance),
  }
  const line = (name: string, { debit, credit, balance }: typeof total) =>
    `${name}  debit ${debit}, kredit ${credit}, saldo ${balance}`
  return {
    exit: total.balance === 0n && total.debit === total.credit ? (0 as const) : (1 as const),
    lines: [...accounts.map((one) => line(one.kind, one)), line('all', total)],
    data: { accounts, total },
  }
}
