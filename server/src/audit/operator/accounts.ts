import { type Command, Option } from 'commander'
import { type AccountKind, kindPositions, kinds, openPositions, trialBalance } from '../../books/index.ts'
import { addBankOpening, addEscrow } from '../../cash/operator/index.ts'
import { addGroup, addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDigits } from '../../operator/values.ts'

/** `ledger`: balances and entries of the ledger, by account kind. */
export function addLedger(program: Command, terminal: Terminal): void {
  const ledger = addGroup(program, 'ledger', 'the ledger by account kind (docs/ledger.md)')
  addCommand(ledger, {
    use: 'trial-balance',
    description:
      'trial balance: debit, credit and balance of every account kind; exit 1 if they do not sum to zero',
    example: 'ledger trial-balance --json',
    writes: false,
  }).action((_: object, command: Command) => runCommand(terminal, command, showTrialBalance))
  addEscrow(ledger, terminal)
  addBankOpening(ledger, terminal)
  addPageOptions(
    addCommand(ledger, {
      use: 'accounts',
      description:
        'open items of every account kind with the age of the oldest; with --kind the accounts of it with a balance, by owner',
      example: 'ledger accounts --kind LOAN_ESCROW',
      writes: false,
    }),
    readDigits(1, 16),
  )
    .addOption(new Option('--kind <kind>', 'the account kind').choices(kinds))
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
        `${kind}  ${balance} on ${open} accounts${held > 0 ? `, ${held} held` : ''}` +
        (age === null ? '' : `, the oldest item for ${age} days`),
    ),
    data: { positions },
  }
}

const showAccounts = async ({ context }: CommandTools, kind: AccountKind, page: PageOptions) =>
  pageResult(
    'accounts',
    await openPositions(context.db, kind, page),
    ({ ownerId, balance, age }) => `${kind} of ${ownerId}  ${balance}, the oldest item for ${age} days`,
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
    `${name}  debit ${debit}, credit ${credit}, balance ${balance}`
  return {
    exit: total.balance === 0n && total.debit === total.credit ? (0 as const) : (1 as const),
    lines: [...accounts.map((one) => line(one.kind, one)), line('all', total)],
    data: { accounts, total },
  }
}
