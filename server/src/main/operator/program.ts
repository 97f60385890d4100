import { Command, CommanderError } from 'commander'
import { addAccount } from '../../lenders/operator/account-events.ts'
import { addLedger } from '../../audit/operator/accounts.ts'
import { addAuditTrail } from '../../audit/operator/audit-trail.ts'
import { addAutoFunding } from '../../funding/operator/auto-funding.ts'
import { addBackup } from './backup.ts'
import { addBank } from '../../cash/operator/bank.ts'
import { addBooks } from '../../audit/operator/books.ts'
import { addBorrowers } from '../../loans/operator/borrowers.ts'
import { addBulkFundings } from '../../funding/operator/bulk-fundings.ts'
import { addDataKeys } from '../../lenders/operator/data-keys.ts'
import { addDays } from '../../loans/operator/days.ts'
import { addDeposits } from '../../cash/operator/deposits.ts'
import { addDisbursements } from '../../loans/operator/disbursements.ts'
import { addDocuments } from './documents.ts'
import { addExcess } from '../../loans/operator/excess.ts'
import { addFactsheets } from '../../loans/operator/factsheets.ts'
import { addFundings } from '../../funding/operator/fundings.ts'
import { addJobs } from './jobs.ts'
import { addLenders } from '../../lenders/operator/lenders.ts'
import { addLoans } from '../../loans/operator/loans.ts'
import { addMandates } from '../../funding/operator/mandates.ts'
import { addNotifications } from '../../lenders/operator/notifications.ts'
import { addOffers } from '../../loans/operator/offers.ts'
import { addPayouts } from '../../cash/operator/payouts.ts'
import { addLoanTypes, addProducts } from '../../loans/operator/products.ts'
import { addRepayments } from '../../loans/operator/repayments.ts'
import { addConfirmations } from '../../reports/operator/confirmations.ts'
import { addRiskWarning } from '../../lenders/operator/risk-warning.ts'
import { addStatements } from '../../reports/operator/statements.ts'
import { addTax } from '../../cash/operator/tax.ts'
import { addIdleCash } from '../../cash/operator/idle-cash.ts'
import { addTopUp } from '../../cash/operator/top-up.ts'
import type { HostTerminal } from './open-backups.ts'
import { addTimestamps } from '../../funding/operator/timestamps.ts'
import { addWithdrawals } from '../../cash/operator/withdrawals.ts'
import { addLimits } from '../../lenders/operator/limits.ts'

/** The operator's command line on this terminal. */
export function createProgram(terminal: HostTerminal): Command {
  const program = new Command('operator')
    .description(
      "The operator's commands. Exit code 0: done; 1: done, but something was refused or found; 2: not done.",
    )
    .option('--json', 'answer as one line of JSON')
    .option('--operator <name>', 'who acts, for the audit trail', terminal.user)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
  addLoans(program, terminal)
  addOffers(program, terminal)
  addBorrowers(program, terminal)
  addLoanTypes(program, terminal)
  addProducts(program, terminal)
  addBulkFundings(program, terminal)
  addAutoFunding(program, terminal)
  addFactsheets(program, terminal)
  addFundings(program, terminal)
  addTimestamps(program, terminal)
  addDocuments(program, terminal)
  addDisbursements(program, terminal)
  addRepayments(program, terminal)
  addExcess(program, terminal)
  addPayouts(program, terminal)
  addTax(program, terminal)
  addDays(program, terminal)
  addDeposits(program, terminal)
  const lenders = addLenders(program, terminal)
  addIdleCash(lenders, terminal)
  addTopUp(lenders, terminal)
  addLimits(program, terminal)
  addAccount(program, terminal)
  addConfirmations(program, terminal)
  addRiskWarning(program, terminal)
  addMandates(program, terminal)
  addWithdrawals(program, terminal)
  addBank(program, terminal)
  addStatements(program, terminal)
  addBooks(program, terminal)
  addLedger(program, terminal)
  addAuditTrail(program, terminal)
  addDataKeys(program, terminal)
  addNotifications(program, terminal)
  addJobs(program, terminal)
  addBackup(program, terminal)
  return program
}

/** Runs one command line. Commander's own exits (help, usage errors) are mapped to the exit codes of this program. */
export async function runOperator(terminal: HostTerminal, args: readonly string[]): Promise<void> {
  const json = args.includes('--json')
  const program = createProgram(terminal)
  forEachCommand(program, (command) =>
    command.configureOutput({
      outputError: (text, write) =>
        write(json ? `${JSON.stringify({ error: text.trim().replace(/^error: /, '') })}\n` : text),
    }),
  )
  if (!json) forEachCommand(program, (command) => command.showHelpAfterError('Add --help to see how.'))
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    terminal.exit(error.exitCode === 0 ? 0 : 2)
  }
}

/** Visits every command of the program, including groups. */
export function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) forEachCommand(child, visit)
}
